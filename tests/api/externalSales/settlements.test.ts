import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import { addPerson } from '../support/addPerson';
import { openSales, settlements, type Sales } from './support';
import '../../support/fixedSeed';

let site: Sales;
beforeAll(async () => {
  site = await openSales({ capacity: 500, bibs: 500 });
}, longer.timeout);
afterAll(() => site.close());

const actOn = (id: number, action: string, input: object = {}) => site.chief.post(`${settlements}/${id}/${action}`, { input });
const read = async (id: number) => (await site.chief.get(`${settlements}/${id}`)).body;
const paying = { paid_on: '2026-04-05', payment_reference: 'SPEI 123' };

describe('a settlement', () => {
  test('has the registered sales of its partner and days, less the commission, to the cent', async () => {
    const [one, two] = [await site.report({ amount_cents: 33_333 }), await site.report({ amount_cents: 10_001 })];
    await site.report({ sold_at: '2026-04-01T05:59:59.000Z', amount_cents: 1_000 }); // the last second of March in Mexico
    await site.report({ sold_at: '2026-04-01T06:00:00.000Z' });
    await site.report({ source: 'banco' });
    await site.report({ distance_code: '99K' });
    const { status, body } = await site.settle();
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'open',
        sales_count: 3,
        gross_cents: 44_334,
        deducted_cents: 0,
        commission_cents: 4167 + 1250 + 125,
        net_cents: 44_334 - 5542,
      },
    ]);
    expect(await site.readSale(one.body.external_inscriptionid)).toMatchObject({
      external_settlementid: body.external_settlementid,
      commission_cents: 4167,
    });
    expect(two.status).toBe(201);
  });
  test('takes no sale that another one has, loses what is cancelled while it is open, and gives all back when it is removed', async () => {
    const [open] = (await site.chief.get(settlements)).body;
    const second = await site.settle({ name: 'Otra' });
    expect(second.body).toMatchObject({ sales_count: 0, net_cents: 0 });
    const empty = await actOn(second.body.external_settlementid, 'close');
    expect([empty.status, empty.body.rule]).toEqual([409, 'external_settlements.empty']);
    const [sale] = await site.rows(
      'select external_inscriptionid as id, amount_cents from external_inscriptions where external_settlementid = $1',
      [open.external_settlementid],
    );
    await site.actOn(sale.id, 'cancel', { reason: 'x' });
    expect(await read(open.external_settlementid)).toMatchObject({ sales_count: 2, gross_cents: open.gross_cents - sale.amount_cents });
    expect(await site.readSale(sale.id)).toMatchObject({ external_settlementid: null, commission_cents: null });
    for (const id of [open.external_settlementid, second.body.external_settlementid])
      expect((await site.chief.remove(`${settlements}/${id}`, { version: (await read(id)).version })).status).toBe(200);
    expect(await site.rows('select 1 from external_inscriptions where external_settlementid is not null')).toEqual([]);
  });
  test('is fixed once it is closed, and the next one takes off what was cancelled since, with its commission', async () => {
    const march = (await site.settle()).body;
    const id = march.external_settlementid;
    expect((await actOn(id, 'pay', paying)).status).toBe(409);
    expect((await actOn(id, 'close')).status).toBe(200);
    for (const refused of [
      await actOn(id, 'close'),
      await actOn(id, 'collect'),
      await site.chief.patch(`${settlements}/${id}`, { version: (await read(id)).version, commission_bp: 0 }),
      await site.chief.remove(`${settlements}/${id}`, { version: (await read(id)).version }),
    ])
      expect(refused.status).toBe(409);
    const [sale] = await site.rows(
      'select external_inscriptionid as id, amount_cents, commission_cents from external_inscriptions where external_settlementid = $1 order by 1',
      [id],
    );
    await site.actOn(sale.id, 'cancel', { reason: 'x' });
    expect(await read(id)).toMatchObject({ gross_cents: march.gross_cents, net_cents: march.net_cents, sales_count: march.sales_count });
    const april = (await site.settle({ name: 'Abril', period_from: '2026-04-01', period_to: '2026-04-30', commission_bp: 0 })).body;
    expect(april).toMatchObject({
      sales_count: 1,
      gross_cents: 45_050,
      deducted_count: 1,
      deducted_cents: sale.amount_cents,
      commission_cents: -sale.commission_cents,
      net_cents: 45_050 - sale.amount_cents + sale.commission_cents,
    });
    const may = (await site.settle({ name: 'Mayo', period_from: '2026-05-01', period_to: '2026-05-31' })).body;
    expect(may).toMatchObject({ sales_count: 0, deducted_count: 0 });
    expect((await actOn(id, 'pay', {})).status).toBe(400);
    expect((await actOn(id, 'pay', paying)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'paid', ...paying });
    const file = (await actOn(april.external_settlementid, 'statement')).body.result;
    expect(file).toMatchObject({ file_name: 'club-2026-04-01-2026-04-30.csv', rows: 2 });
    const lines = file.csv.slice(1).trim().split('\r\n');
    expect(lines[0]).toBe('Concepto,Referencia,Folio,Distancia,Vendida,Importe,Comisión,Por pagar');
    expect(lines[2]).toMatch(/^Cancelación,V-\d+,[A-Z0-9]{8},10K,2026-03-\d\d,-\d+\.\d\d,-\d+\.\d\d,-\d+\.\d\d$/);
    expect(lines.at(-1)).toBe(
      `Total,,,,,${((45_050 - sale.amount_cents) / 100).toFixed(2)},${(-sale.commission_cents / 100).toFixed(2)},${(april.net_cents / 100).toFixed(2)}`,
    );
  });
  test('collects again when its days or its commission change', async () => {
    const made = (await site.settle({ name: 'Lejos', period_from: '2027-01-01', period_to: '2027-01-31' })).body;
    await site.report({ sold_at: '2027-02-10T18:00:00.000Z', amount_cents: 20_000 });
    const at = `${settlements}/${made.external_settlementid}`;
    const moved = await site.chief.patch(at, { version: made.version, period_to: '2027-02-28', commission_bp: 5000 });
    expect(moved.body).toMatchObject({ sales_count: 1, gross_cents: 20_000, net_cents: 10_000 });
    await site.report({ sold_at: '2027-02-11T18:00:00.000Z', amount_cents: 1 });
    expect((await actOn(made.external_settlementid, 'collect')).status).toBe(200);
    expect(await read(made.external_settlementid)).toMatchObject({ sales_count: 2, gross_cents: 20_001, commission_cents: 10_001 });
    const wrong = await site.chief.patch(at, { version: (await read(made.external_settlementid)).version, period_to: '2026-01-01' });
    expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ path: 'period_to', rule: 'external_settlements.periodInOrder' }]]);
  });
  test('shares no sale with one that is made at the same time', async () => {
    const days = { period_from: '2028-01-01', period_to: '2028-01-31' };
    for (let at = 0; at < 4; at += 1) await site.report({ sold_at: '2028-01-10T18:00:00.000Z', amount_cents: 100 });
    const made = await Promise.all(['A', 'B', 'C'].map((name) => site.settle({ ...days, name: `Junta ${name}` })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made.map(({ body }) => body.sales_count).sort()).toEqual([0, 0, 4]);
  });
  test('is made by nobody who only looks, or who has only some of the events', async () => {
    const { body } = await site.settle({ name: 'Vista' });
    const id = body.external_settlementid;
    expect((await site.organizer.get(`${settlements}/${id}`)).status).toBe(200);
    expect((await site.organizer.post(`${settlements}/${id}/statement`)).status).toBe(200);
    expect((await site.settle({}, site.organizer)).status).toBe(403);
    for (const action of ['collect', 'close', 'pay'])
      expect([action, (await site.organizer.post(`${settlements}/${id}/${action}`, { input: paying })).status]).toEqual([action, 403]);
    await addPerson(site.pool, 'parcial', [{ org: site.org, profile: 'none', regions: ['external-inscriptions'], events: [site.eventid] }]);
    const partial = site.world.as('parcial', site.org);
    expect((await site.settle({ organizationid: undefined }, partial)).status).toBe(403);
    expect((await partial.post(`${settlements}/${id}/statement`)).status).toBe(403);
  });
});

type Step =
  | { readonly do: 'sell'; readonly amount: number; readonly day: number }
  | { readonly do: 'cancel' | 'close'; readonly at: number }
  | { readonly do: 'settle'; readonly from: number; readonly to: number; readonly bp: number };
const day = fc.integer({ min: 1, max: 28 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 0, max: 200_001 }), day }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'close' as const), at: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), from: day, to: day, bp: fc.integer({ min: 0, max: 10_000 }) }) },
);

test('whatever happens, each sale is settled and taken off at most once, and the sums are right to the cent', async () => {
  const at = (which: number): string => `2030-07-${String(which).padStart(2, '0')}`;
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      round += 1;
      const source = 'sponsor',
        made: number[] = [],
        batches: number[] = [];
      await site.rows("update external_inscriptions set deleted_at = now() where source = 'sponsor'");
      await site.rows("update external_settlements set deleted_at = now() where source = 'sponsor'");
      for (const each of steps) {
        if (each.do === 'sell') {
          const sold = await site.report({
            source,
            distance_code: '5K',
            external_ref: `P-${round}-${made.length}`,
            amount_cents: each.amount,
            sold_at: `${at(each.day)}T18:00:00.000Z`,
          });
          expect(sold.body.status).toBe('created');
          made.push(sold.body.external_inscriptionid);
        } else if (each.do === 'settle')
          batches.push(
            (
              await site.settle({
                source,
                period_from: at(Math.min(each.from, each.to)),
                period_to: at(Math.max(each.from, each.to)),
                commission_bp: each.bp,
              })
            ).body.external_settlementid,
          );
        else if (each.do === 'cancel' && made.length > 0) await site.actOn(made[each.at % made.length]!, 'cancel', { reason: 'x' });
        else if (each.do === 'close' && batches.length > 0) await actOn(batches[each.at % batches.length]!, 'close');
      }
      const sales = await site.rows("select * from external_inscriptions where source = 'sponsor' and deleted_at is null");
      for (const id of batches) {
        const batch = await read(id);
        const [sold, off] = [
          sales.filter((sale) => sale.external_settlementid === id),
          sales.filter((sale) => sale.deduction_external_settlementid === id),
        ];
        const gross = sold.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
          deducted = off.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        const shareOf = ({ amount_cents }: any, bp: number): number => Number((BigInt(amount_cents) * BigInt(bp) + 5000n) / 10_000n);
        const rateOf = async (sale: any): Promise<number> => (await read(sale.external_settlementid)).commission_bp;
        let commission = sold.reduce((sum, sale) => sum + shareOf(sale, batch.commission_bp), 0);
        for (const sale of off) commission -= shareOf(sale, await rateOf(sale));
        expect(batch).toMatchObject({
          sales_count: sold.length,
          deducted_count: off.length,
          gross_cents: gross,
          deducted_cents: deducted,
          commission_cents: commission,
          net_cents: gross - deducted - commission,
        });
        if (batch.status === 'open') expect(sold.every(({ status }) => status === 'created')).toBe(true);
      }
      for (const sale of sales.filter((one) => one.deduction_external_settlementid !== null)) {
        expect(sale.status).toBe('cancelled');
        expect([null, sale.deduction_external_settlementid]).not.toContain(sale.external_settlementid);
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);
