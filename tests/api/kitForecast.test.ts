import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kitsHooks } from '../../server/features/kits/kits.hooks';
import { longer } from '../support/limits';
import { addMany, openDownloads, type Downloads } from './support/downloadWorld';
import { addPerson } from './support/world';

let site: Downloads, eventid: number, distanceid: number;
const row = async (text: string, ...values: unknown[]): Promise<any> => (await site.world.pool.query(text, values)).rows[0];

beforeAll(async () => {
  site = await openDownloads();
  ({ eventid, distanceid } = site);
  const { pool } = site.world;
  await addPerson(pool, 'kira', [{ org: site.org, profile: 'kit-delivery' }]);
  await addMany(site.world, eventid, distanceid, 40);
  await pool.query(
    `update events set registration_close_at = now() - interval '1 day', start_at = now() + interval '2 days' where eventid = $1`,
    [eventid],
  );
  const { kitid } = await row(`insert into kits (eventid, name, active) values ($1, 'Kit', true) returning kitid`, eventid);
  await pool.query(
    `insert into kit_items (kitid, name, type, qty, stock, sort) values ($1, '{"es": "Medalla"}', 'medal', 1, 30, 1), ($1, '{"es": "Gel"}', 'other', 2, 100, 2), ($1, '{"es": "Dorsal"}', 'bib', 1, null, 3)`,
    [kitid],
  );
  const { tshirt_modelid } = await row(
    `insert into tshirt_models (eventid, name) values ($1, 'Oficial') returning tshirt_modelid`,
    eventid,
  );
  const { tshirt_stockid } = await row(
    `insert into tshirt_stock (tshirt_modelid, size, ordered, oversell) values ($1, 'M', 45, true) returning tshirt_stockid`,
    tshirt_modelid,
  );
  await pool.query(
    `insert into tshirt_movements (tshirt_stockid, type, qty, received_change, reserved_change) values ($1, 'receive', 20, 20, 0), ($1, 'reserve', 32, 0, 32)`,
    [tshirt_stockid],
  );
  site.work();
}, longer.timeout);
afterAll(() => site.close());

const forecast = (who: string, of = eventid) => site.as(who).post('/v2/kits/kits/actions/forecast', { input: { eventid: of } });

describe('the forecast of kits', () => {
  test('counts what everybody registered needs against what there is, piece by piece and size by size', async () => {
    const { status, body } = await forecast('olga');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.result).toMatchObject({
      today: 40,
      expected: 40,
      by: 'none',
      pieces: [
        { name: { es: 'Medalla' }, today: 40, handed: 0, stock: 30 },
        { name: { es: 'Gel' }, today: 80, expected: 80, stock: 100 },
        { name: { es: 'Dorsal' }, stock: null },
      ],
      sizes: [{ size: 'M', today: 32, handed: 0, stock: 20, coming: 25 }],
    });
  });
  test('is there for who hands out kits, and for nobody without a key or of another event', async () => {
    expect((await forecast('kira')).status).toBe(200);
    expect((await forecast('dora')).status).toBe(403);
    expect((await forecast('olga', 999_999)).status).toBe(404);
  });
  test('belongs to the hooks of kits', () => expect(Object.keys(kitsHooks.actions).sort()).toEqual(['forecast', 'print']));
});

describe('packing lists and labels', () => {
  const print = (who: string, input: object) => site.as(who).post('/v2/kits/kits/actions/print', { input: { eventid, ...input } });
  const made = async (who: string, input: object): Promise<Buffer> => {
    const { status, body } = await print(who, input);
    expect(status, JSON.stringify(body)).toBe(200);
    await site.until(body.result.report_jobid, 'done');
    return (await site.fetchFile(site.as(who), body.result.report_jobid)).data;
  };
  const pages = (data: Buffer): number => data.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

  test('are PDF files of the download center, for the people who hand out kits', longer, async () => {
    const list = await made('kira', { what: 'packing_list', sheet: 'letter' });
    expect(list.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pages(list), '40 rows are more than a page holds').toBeGreaterThan(1);
    const labels = await made('kira', { what: 'labels', sheet: 'avery5160' });
    expect(pages(labels), '30 labels a sheet').toBe(2);
    expect(pages(await made('kira', { what: 'labels', sheet: 'l7160' })), '21 labels a sheet').toBe(2);
    expect(pages(await made('kira', { what: 'labels', sheet: 'avery5163' })), '10 labels a sheet').toBe(4);
  });
  test('of a distance without anybody say so on one page', longer, async () => {
    const { distanceid: empty } = await row(
      `insert into distances (eventid, code, name) values ($1, 'VACIA', 'Vacía') returning distanceid`,
      eventid,
    );
    expect(pages(await made('kira', { what: 'packing_list', distanceid: empty }))).toBe(1);
    expect(pages(await made('kira', { what: 'labels', distanceid: empty }))).toBe(1);
  });
  test('take paper for a list and labels for labels', async () => {
    for (const [what, sheet] of [
      ['packing_list', 'avery5160'],
      ['labels', 'a4'],
    ]) {
      const answer = await print('kira', { what, sheet });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ path: 'input.sheet', code: 'NOT_A_CHOICE' }]);
    }
    expect((await print('dora', { what: 'labels' })).status).toBe(403);
  });
});

describe('a search by CURP at the desk', () => {
  const find = (who: string, curp: string) => site.as(who).post('/v2/kits/kit_deliveries/actions/find_curp', { input: { eventid, curp } });
  const curp = 'GOMC900101MDFRRL07';
  test('finds the registration for who reads CURPs, and is refused to everybody else', async () => {
    const { inscriptionid, web_userid } = await row(
      'select inscriptionid, web_userid from inscriptions where eventid = $1 limit 1',
      eventid,
    );
    await site.world.pool.query('update web_users set curp = $2 where web_userid = $1', [web_userid, curp]);
    const answer = await find('nora', curp.toLowerCase());
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.result.inscriptionids).toEqual([Number(inscriptionid)]);
    for (const who of ['kira', 'olga']) expect((await find(who, curp)).status).toBe(403);
    expect((await find('cata', curp)).status).toBe(403);
    expect((await find('nora', 'no es una curp')).status).toBe(400);
  });
});
