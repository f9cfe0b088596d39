import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { longer } from '../../support/limits';
import { openImports } from '../imports/support';
import { openSales, sales, type Sales } from './support';

let site: Sales;
let files: ReturnType<typeof openImports>;
beforeAll(async () => {
  site = await openSales();
  files = openImports(site.world);
}, longer.timeout);
afterAll(() => site.close());

const header = 'Socio,Referencia,Distancia,Nombres,Primer apellido,Género,Nacimiento,Correo,Importe,Vendida';
const line = (ref: string, name: string, distance = '10K'): string =>
  `banco,${ref},${distance},${name},Archivo,F,01/02/1990,${name.toLowerCase()}@example.com,450.50,2026-03-02`;
const bring = async (lines: readonly string[], more: object = {}): Promise<number> => {
  const brought = await files.bring(site.chief, [header, ...lines].join('\n'), { type: 'external', eventid: site.eventid, ...more });
  expect([brought.status, brought.body.columns?.map(({ field }: any) => field)]).toEqual([
    201,
    ['source', 'external_ref', 'distance_code', 'first_name', 'last_name', 'gender', 'birth_date', 'email', 'amount_cents', 'sold_at'],
  ]);
  return brought.body.import_jobid;
};
const made = (): Promise<any[]> =>
  site.rows(
    'select external_ref, status, error_code, channel, inscriptionid from external_inscriptions where deleted_at is null order by 1',
  );

describe('a file of a partner', () => {
  test('is kept sale by sale, registers what can be registered, and is taken back with it', async () => {
    const id = await bring([line('B-1', 'Ana'), line('B-2', 'Eva', '99K'), line('B-3', 'Ana')]);
    expect(await files.finish(site.chief, id, 'rehearse')).toMatchObject({ status: 'validated', totals: { new: 3 } });
    expect(await made()).toEqual([]);
    const said = (await files.rows(site.chief, id)).map(({ state, reasons }) => [
      state,
      reasons.map(({ path, code, message }: any) => [path, code, message]),
    ]);
    expect(said).toEqual([
      ['new', []],
      [
        'new',
        [
          ['', 'SALE_KEPT', 'Se guarda sin inscribir, como: Rechazada.'],
          ['distance_code', 'REFERENCE_UNKNOWN', expect.stringContaining('99K')],
        ],
      ],
      [
        'new',
        [
          ['', 'SALE_KEPT', 'Se guarda sin inscribir, como: Duplicada.'],
          ['duplicate_of_inscriptionid', 'SALE_DUPLICATE', 'Este atleta ya está inscrito en el evento.'],
        ],
      ],
    ]);
    await files.finish(site.chief, id, 'run');
    expect(await made()).toMatchObject([
      { external_ref: 'B-1', status: 'created', channel: 'file', inscriptionid: expect.anything() },
      { external_ref: 'B-2', status: 'rejected', error_code: 'REFERENCE_UNKNOWN', inscriptionid: null },
      { external_ref: 'B-3', status: 'duplicate', error_code: 'SALE_DUPLICATE', inscriptionid: null },
    ]);
    expect(
      await site.rows("select reason ->> 'es' as es, reason ->> 'en' as en from external_inscriptions where external_ref = 'B-2'"),
    ).toEqual([{ es: expect.stringMatching(/^Distancia: .*99K/), en: expect.stringMatching(/^Distance: .*99K/) }]);
    expect(await site.rows('select status, number, import_jobid from inscriptions')).toEqual([
      { status: 'assign_number', number: 1001, import_jobid: null },
    ]);
    expect(await reconcile(site.pool)).toEqual({});
    const again = await bring([line('B-1', 'Ana')]);
    expect(await files.finish(site.chief, again, 'rehearse')).toMatchObject({ totals: { new: 0, refused: 0, duplicates: 1 } });
    await files.finish(site.chief, id, 'undo');
    expect(await made()).toEqual([]);
    expect(await site.rows('select 1 from inscriptions where deleted_at is null')).toEqual([]);
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('says before it runs which sales of the file it has twice: the same is left out, one that says something else is refused', async () => {
    const twice = [line('E-1', 'Elsa'), line('E-2', 'Eli'), line('E-1', 'Elsa'), line('E-1', 'Otra'), line('e-1', 'Emma')];
    const id = await bring(twice);
    const announced = async () =>
      (await files.rows(site.chief, id)).map(({ state, reasons }) => [state, ...reasons.map(({ code }: any) => code)]);
    const expected = [['new'], ['new'], ['same', 'ROW_THERE'], ['refused', 'SALE_DIFFERS'], ['new']];
    expect(await files.finish(site.chief, id, 'rehearse')).toMatchObject({ totals: { new: 3, refused: 1, duplicates: 1 } });
    expect(await announced()).toEqual(expected);
    await files.finish(site.chief, id, 'run');
    expect(await announced()).toEqual(expected);
    expect(
      (await made())
        .map(({ external_ref, status }) => `${external_ref} ${status}`)
        .filter((each) => /^e/i.test(each))
        .toSorted(),
    ).toEqual(['E-1 created', 'E-2 created', 'e-1 created']);
    await files.finish(site.chief, id, 'undo');
  });
  test('corrects sales that are not registered, and refuses to change those that are', async () => {
    const first = await bring([line('C-1', 'Carla'), line('C-2', 'Cora', '99K')]);
    await files.finish(site.chief, first, 'rehearse');
    await files.finish(site.chief, first, 'run');
    const second = await bring([line('C-1', 'Otra'), line('C-2', 'Cora', '5K')], { mode: 'update' });
    await files.change(site.chief, second, { match_key: 'external_id' });
    expect(await files.finish(site.chief, second, 'rehearse')).toMatchObject({ totals: { changed: 1, refused: 1 } });
    const refused = (await files.rows(site.chief, second)).flatMap(({ reasons }) => reasons.map(({ code }: any) => code));
    expect(refused).toEqual(['SALE_FIXED']);
    await files.finish(site.chief, second, 'run');
    expect(await made()).toMatchObject([
      { external_ref: 'C-1', status: 'created' },
      { external_ref: 'C-2', status: 'created' },
    ]);
  });
  test('stays where its sales are settled', async () => {
    const id = await bring([line('D-1', 'Dora')]);
    await files.finish(site.chief, id, 'rehearse');
    await files.finish(site.chief, id, 'run');
    expect((await site.settle({ source: 'banco' })).body).toMatchObject({ sales_count: 3 });
    await files.finish(site.chief, id, 'undo');
    expect((await files.rows(site.chief, id)).map(({ fate, reasons }) => [fate, reasons[0]?.code])).toEqual([
      ['stayed', expect.stringMatching(/^(SALE_SETTLED|ROW_CHANGED_SINCE)$/)],
    ]);
    const [sale] = await site.rows("select external_inscriptionid as id from external_inscriptions where external_ref = 'D-1'");
    expect((await site.chief.get(`${sales}/${sale.id}`)).body).toMatchObject({ status: 'created' });
  });
});
