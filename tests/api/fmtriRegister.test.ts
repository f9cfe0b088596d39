import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { registerLetters } from '../../server/features/fmtri/registerLetters';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { createTranslate } from '../../server/kernel/messages';
import { longer } from '../support/limits';
import { openImports } from './imports/support';
import { openScene, type Scene } from './registration/support';
import { add } from './support/world';

const people = '/v2/fmtri/fmtri_affiliate_users';
let scene: Scene, site: ReturnType<typeof openImports>;
let serial = 0;
beforeAll(async () => {
  scene = await openScene();
  site = openImports(scene.world);
}, longer.timeout);
afterAll(() => scene.close());
beforeEach(() => scene.pool.query('delete from fmtri_affiliate_users'));

const addPersonOf = async (number: string, stateid: number, more: { web_userid?: number } = {}): Promise<number> => {
  const { rows } = await scene.pool.query(
    `insert into fmtri_affiliate_users (fmtri_number, first_name, last_name, gender, birth_date, stateid, web_userid) values ($1, 'Ana', $1, 'F', '1990-01-01', $2, $3) returning affiliate_userid`,
    [number, stateid, more.web_userid ?? null],
  );
  return Number(rows[0].affiliate_userid);
};
const states = async (): Promise<Readonly<Record<string, string | null>>> =>
  Object.fromEntries(
    (await scene.pool.query('select fmtri_number, register_state from fmtri_affiliate_users where deleted_at is null')).rows.map(
      ({ fmtri_number, register_state }) => [fmtri_number, register_state],
    ),
  );
/** Imports a register with some numbers, each with the name that it has here. */
const importRegister = async (numbers: readonly string[]): Promise<number> => {
  const text = [
    'Número FMTRI,Nombre,Apellido,Rama,Nacimiento,Asociación estatal',
    ...numbers.map((number) => `${number},Ana,${number},F,1990-01-01,Ciudad de México`),
  ].join('\n');
  const brought = await site.bring(scene.chief, text, { type: 'register', eventid: null, mode: 'upsert' }, `padron${(serial += 1)}.csv`);
  expect(brought.status, JSON.stringify(brought.body)).toBe(201);
  const id = brought.body.import_jobid;
  const wanted: Readonly<Record<string, string>> = { 'Número FMTRI': 'fmtri_number', 'Asociación estatal': 'stateid' };
  const columns = brought.body.mapping.columns.map((each: { column: string }) =>
    wanted[each.column] ? { column: each.column, field: wanted[each.column] } : each,
  );
  const changed = await site.change(scene.chief, id, { mapping: { ...brought.body.mapping, columns }, match_key: 'number' });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await site.finish(scene.chief, id, 'rehearse');
  const done = await site.finish(scene.chief, id, 'run');
  expect(done.status, JSON.stringify(done)).toBe('done');
  return id;
};
const act = (action: string, ids: readonly number[], who = scene.chief) => who.post(`${people}/actions/${action}`, { ids });

describe('people of the register', () => {
  test('are confirmed by the file, or missing in it, if it holds people of their state', async () => {
    await addPersonOf('CDMX-1', 9);
    await addPersonOf('CDMX-2', 9);
    await addPersonOf('JAL-1', 14);
    const gone = await addPersonOf('CDMX-3', 9);
    await scene.pool.query(`update fmtri_affiliate_users set status = 'deceased', status_reason = 'x' where affiliate_userid = $1`, [gone]);
    await importRegister(['CDMX-1', 'CDMX-9']);
    expect(await states()).toEqual({ 'CDMX-1': 'confirmed', 'CDMX-2': 'missing', 'CDMX-3': null, 'JAL-1': null, 'CDMX-9': 'confirmed' });
  });

  test('are as before when the import is undone', async () => {
    await addPersonOf('CDMX-1', 9);
    await addPersonOf('CDMX-2', 9);
    const id = await importRegister(['CDMX-1', 'CDMX-9']);
    const undone = await site.finish(scene.chief, id, 'undo');
    expect(undone).toMatchObject({ status: 'rolled_back', totals: { stayed: 0 } });
    expect(await states()).toEqual({ 'CDMX-1': null, 'CDMX-2': null });
  });

  test('keep what was decided about them until a file has them again', async () => {
    await addPersonOf('CDMX-1', 9);
    const two = await addPersonOf('CDMX-2', 9);
    await importRegister(['CDMX-1']);
    expect((await scene.chief.post(`${people}/${two}/mark_unconfirmed`, {})).status).toBe(200);
    await importRegister(['CDMX-1']);
    expect((await states())['CDMX-2']).toBe('unconfirmed');
    await importRegister(['CDMX-1', 'CDMX-2']);
    expect((await states())['CDMX-2']).toBe('confirmed');
  });

  test('who are missing wait in the inbox, are listed, and are asked once by letter in their language', async () => {
    await addPersonOf('CDMX-1', 9);
    const athlete = await add.athlete(scene.pool, `padron${(serial += 1)}`, {
      locale: 'en',
      first_name: 'Mia',
      email: 'mia@atleta.test',
    });
    const known = await addPersonOf('CDMX-2', 9, { web_userid: athlete });
    const unknown = await addPersonOf('CDMX-3', 9);
    await importRegister(['CDMX-1']);
    const filter = encodeURIComponent(JSON.stringify({ field: 'register_state', op: 'eq', value: 'missing' }));
    expect((await scene.chief.get(`${people}?filter=${filter}`)).body).toHaveLength(2);
    expect(JSON.stringify((await scene.chief.get('/v2/general/inbox')).body)).toContain('fmtri_affiliate_users');
    expect((await scene.chief.post(`${people}/${known}/ask_missing`, {})).status).toBe(200);
    const refused = await scene.chief.post(`${people}/${unknown}/ask_missing`, {});
    expect([refused.status, refused.body.code]).toEqual([409, 'AFFILIATE_WITHOUT_EMAIL']);
    expect((await scene.chief.post(`${people}/${known}/ask_missing`, {})).status).toBe(409);
    const sent: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
    const mail = {
      send: async (letter: (typeof sent)[number]) => {
        sent.push(letter);
        return { provider: 'outbox' as const, ref: 'x' };
      },
    };
    const send = () => sendAddedLetters({ pool: scene.pool, registry, translate: createTranslate('locales') }, mail, [registerLetters]);
    await send();
    await send();
    expect(sent).toMatchObject([
      {
        to: 'mia@atleta.test',
        subject: 'You are missing in the register of the federation',
        text: expect.stringContaining('CDMX-2'),
      },
    ]);
    expect(await states()).toMatchObject({ 'CDMX-2': 'asked', 'CDMX-3': 'missing' });
    expect((await scene.chief.post(`${people}/${known}/mark_confirmed`, {})).status).toBe(200);
  });

  test('are judged by nobody who may not change the register', async () => {
    await addPersonOf('CDMX-1', 9);
    const two = await addPersonOf('CDMX-2', 9);
    await importRegister(['CDMX-1']);
    for (const action of ['ask_missing', 'mark_unconfirmed', 'mark_confirmed'])
      expect((await act(action, [two], scene.finance)).status).toBe(403);
    expect((await states())['CDMX-2']).toBe('missing');
  });
});
