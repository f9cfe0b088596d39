import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from '../registration/support';
import { openImports } from './support';
import { longer } from '../../support/limits';
import { reconcile } from '../../support/reconcile';

let scene: Scene;
let site: ReturnType<typeof openImports>;
beforeAll(async () => {
  scene = await openScene({ capacity: 6 });
  site = openImports(scene.world);
}, longer.timeout);
afterAll(() => scene.close());

const header = 'Nombre,Apellido paterno,Sexo,Fecha de nacimiento,Correo,Distancia';
const file = (...lines: readonly string[]): string => [header, ...lines].join('\n');

describe('a file of registrations', () => {
  test('is read, checked and written, and can be taken back', async () => {
    const { chief, eventid, pool } = scene;
    const brought = await site.bring(
      chief,
      file(
        'Ana,Ríos,F,03/02/1990,ana@example.com,10 km',
        'Beto,Paz,M,04/05/1985,beto@example.com,5K',
        'Carla,Luz,X,no sé,carla@example.com,10 km',
        'Dino,Sol,M,01/01/1991,dino@example.com,21 km',
        'Ana,Ríos,F,03/02/1990,ana@example.com,10 km',
      ),
      { type: 'inscriptions', eventid },
    );
    expect(brought.status, JSON.stringify(brought.body)).toBe(201);
    const { import_jobid: id } = brought.body;
    expect(brought.body.columns.map(({ field }: any) => field)).toEqual([
      'first_name',
      'last_name',
      'gender',
      'birth_date',
      'email',
      'distanceid',
    ]);
    const checked = await site.finish(chief, id, 'rehearse');
    expect(checked).toMatchObject({ status: 'validated', totals: { rows: 5, new: 2, refused: 3 } });
    const rows = await site.rows(chief, id);
    expect(rows.map(({ state, person, reasons }) => [state, person, reasons.map(({ path, code }: any) => `${path} ${code}`)])).toEqual([
      ['new', 'new', []],
      ['new', 'new', []],
      ['refused', null, ['birth_date CELL_DATE']],
      ['refused', null, ['distanceid REFERENCE_UNKNOWN']],
      ['refused', null, [' ALREADY_REGISTERED']],
    ]);
    expect((await pool.query('select count(*)::int as n from inscriptions')).rows[0].n).toBe(0);
    const done = await site.finish(chief, id, 'run');
    expect(done, JSON.stringify(done.reason)).toMatchObject({ status: 'done_with_errors', totals: { new: 2, refused: 3 } });
    const made = (await pool.query('select first_name, status, import_jobid, email from inscriptions order by inscriptionid')).rows;
    expect(made).toMatchObject([
      { first_name: 'Ana', status: expect.stringMatching(/paid|assign_number/), email: 'ana@example.com' },
      { first_name: 'Beto' },
    ]);
    expect(made.every((row) => Number(row.import_jobid) === id)).toBe(true);
    const undone = await site.finish(chief, id, 'undo');
    expect(undone).toMatchObject({ status: 'rolled_back', totals: { undone: 2, stayed: 0 } });
    expect((await pool.query('select count(*)::int as n from inscriptions where deleted_at is null')).rows[0].n).toBe(0);
    expect(
      (
        await pool.query(
          "select count(*)::int as n from web_users where deleted_at is null and email in ('ana@example.com', 'beto@example.com')",
        )
      ).rows[0].n,
    ).toBe(0);
    expect((await pool.query('select sum(sold_count + held_count)::int as n from distances')).rows[0].n).toBe(0);
  });

  test('gives the numbers of the file first, then draws for the others and writes the letters, and all of it is taken back', async () => {
    const { chief, eventid, pool } = scene;
    await pool.query(`update events set numbering_mode = 'automatic' where eventid = $1`, [eventid]);
    const lines = [
      'Nombre,Apellido,Rama,Nacimiento,Correo,Distancia,Dorsal',
      'Eva,Uno,F,03/02/1990,eva@example.com,5K,',
      'Fito,Dos,M,04/05/1985,fito@example.com,5K,',
      'Gil,Tres,M,04/05/1986,gil@example.com,5K,5001',
    ];
    const read = async () =>
      (
        await pool.query(
          `select first_name, status, number from inscriptions where import_jobid is not null and deleted_at is null order by inscriptionid`,
        )
      ).rows;
    const letters = async () => (await pool.query(`select status, count(*)::int as n from inscription_letters group by 1`)).rows;
    const bring = async (values: object): Promise<number> => {
      const { import_jobid } = (await site.bring(chief, lines.join('\n'), { type: 'inscriptions', eventid })).body;
      const changed = await site.change(chief, import_jobid, { charge: 'courtesy', ...values });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect(await site.finish(chief, import_jobid, 'rehearse')).toMatchObject({ totals: { new: 3, refused: 0 } });
      const done = await site.finish(chief, import_jobid, 'run');
      expect(done.status, JSON.stringify([done.reason, done.totals])).toBe('done');
      return import_jobid;
    };

    const drawn = await bring({ send_email: true });
    expect(await read()).toEqual([
      { first_name: 'Eva', status: 'assign_number', number: 5002 },
      { first_name: 'Fito', status: 'assign_number', number: 5003 },
      { first_name: 'Gil', status: 'assign_number', number: 5001 },
    ]);
    expect(await letters()).toEqual([{ status: 'queued', n: 3 }]);
    const undone = await site.finish(chief, drawn, 'undo');
    const kept = (await site.rows(chief, drawn, '&state=stayed')).map(({ reasons }) => reasons);
    expect(undone, JSON.stringify(kept)).toMatchObject({ totals: { undone: 3, stayed: 0 } });
    expect(await read()).toEqual([]);
    expect(await letters()).toEqual([{ status: 'withdrawn', n: 3 }]);

    await bring({ assign_numbers: false });
    expect(await read()).toEqual([
      { first_name: 'Eva', status: 'no_assign_number', number: null },
      { first_name: 'Fito', status: 'no_assign_number', number: null },
      { first_name: 'Gil', status: 'assign_number', number: 5001 },
    ]);
  });

  test('changes sizes and numbers of registrations that are there, with stock and bibs, and gives both back', async () => {
    const { chief, eventid, pool, shirt } = scene;
    const { inscriptionid, folio } = await scene.signUp('tallas', { distanceid: scene.five });
    expect((await scene.act(scene.chief, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
    const before = await scene.read(inscriptionid);
    const read = async () => {
      const { tshirt_size, number, comment } = await scene.read(inscriptionid);
      return { tshirt_size, number, comment: comment ?? null };
    };
    const reserved = async () =>
      (await pool.query('select size, reserved from tshirt_stock where tshirt_modelid = $1 order by size', [shirt])).rows;
    const stock = await reserved();
    const text = `Folio,Talla,Dorsal,Comentario\n${folio},L,5010,con talla`;
    const { import_jobid } = (await site.bring(chief, text, { type: 'inscriptions', eventid, mode: 'update' })).body;
    expect((await site.change(chief, import_jobid, { match_key: 'folio' })).status).toBe(200);
    expect(await site.finish(chief, import_jobid, 'rehearse')).toMatchObject({ totals: { changed: 1, refused: 0 } });
    expect(await read()).toEqual({ tshirt_size: 'M', number: before.number, comment: null });
    await site.finish(chief, import_jobid, 'run');
    expect(await read()).toEqual({ tshirt_size: 'L', number: 5010, comment: 'con talla' });
    expect(await reserved()).not.toEqual(stock);
    expect(await reconcile(pool)).toEqual({});

    const undone = await site.finish(chief, import_jobid, 'undo');
    expect(undone).toMatchObject({ totals: { undone: 1, stayed: 0 } });
    expect(await read()).toEqual({ tshirt_size: 'M', number: before.number, comment: null });
    expect(await reserved()).toEqual(stock);
    expect(await reconcile(pool)).toEqual({});
  });
});
