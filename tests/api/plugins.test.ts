import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { RefusedLetter, type Letter, type Mail } from '../../server/adapters/mail/Mail';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { makeBackup } from '../../server/backup/makeBackup';
import { restoreBackup } from '../../server/backup/restoreBackup';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { hooks } from '../../server/hooks';
import { createTranslate } from '../../server/kernel/messages';
import { loadPlugins, type Assembled } from '../../server/plugins/loadPlugins';
import { openEmptyDatabase, openTestDatabase } from '../support/database';
import { longer } from '../support/limits';
import { openWorldOn, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const example = pathTo('../../examples/race-photos'),
  photos = '/v2/event/race_photos';

let world: World, plugins: Assembled, olga: Person, other: Person, event: number;
beforeAll(async () => {
  plugins = await loadPlugins([example], { registry, hooks });
  const database = await openTestDatabase({ holding: 'reference' });
  await migrateDatabase(database, plugins.wanted);
  world = await openWorldOn(database, { registry: plugins.registry, hooks: plugins.hooks, plugins });
  const alfa = await add.organization(world.pool, 'Alfa'),
    beta = await add.organization(world.pool, 'Beta'),
    company = await add.organization(world.pool, 'Compañía', { is_platform: true });
  event = await add.event(world.pool, alfa, 'uno', { contact_email: 'contacto@carrera.test' });
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(world.pool, 'beto', [{ org: beta, profile: 'organizer' }]);
  await addPerson(world.pool, 'nora', [{ org: company, profile: 'super-admin' }]);
  [olga, other] = [world.as('olga', alfa), world.as('beto', beta)];
});
afterAll(() => world.close());

const create = async (values: object): Promise<{ readonly race_photoid: number; readonly version: number }> => {
  const { status, body } = await olga.post(photos, { eventid: event, ...values });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const read = async (id: number) => (await olga.get(`${photos}/${id}`)).body;

test('a resource of a plugin is created, listed and filtered by its own field type, and its history is kept', async () => {
  const { race_photoid: id } = await create({ title: 'Meta', rating: 5, kind: 'finish' });
  await create({ title: 'Salida', rating: 2, kind: 'start' });
  const filter = JSON.stringify({ field: 'rating', op: 'gte', value: 4 });
  expect((await olga.get(`${photos}?${new URLSearchParams({ filter })}`)).body).toMatchObject([{ race_photoid: id, rating: 5 }]);
  expect((await olga.query('event', '{ race_photos(search: "salida") { items { title rating } } }')).body.data).toEqual({
    race_photos: { items: [{ title: 'Salida', rating: 2 }] },
  });
  expect((await olga.get(`${photos}/${id}/history`)).body.items).toMatchObject([{ verb: 'create' }]);
});

test('what the field type of a plugin refuses is refused on its field', async () => {
  expect(await olga.post(photos, { eventid: event, title: 'Seis', rating: 6 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'rating' }] },
  });
});

test('another organization sees nothing of it, in the API and in the database', async () => {
  const { race_photoid: id } = await create({ title: 'Propia' });
  expect((await other.get(`${photos}/${id}`)).status).toBe(404);
  expect((await other.get(photos)).body).toEqual([]);
  const { rows } = await world.pool.query(
    `select relrowsecurity as secure, (select count(*)::int from pg_policies where tablename = 'race_photos') as policies from pg_class where relname = 'race_photos'`,
  );
  expect(rows[0]).toMatchObject({ secure: true });
  expect(rows[0].policies).toBeGreaterThan(0);
});

test('an action of a plugin runs, and refuses with the words of the plugin in both languages', async () => {
  const { race_photoid: id } = await create({ title: 'Buena', rating: 4 });
  const { race_photoid: unrated } = await create({ title: 'Sin calificar' });
  expect(await olga.post(`${photos}/${id}/publish`, { input: {} })).toMatchObject({ status: 200, body: { ok: 1 } });
  expect(await read(id)).toMatchObject({ status: 'published', letter: 'queued' });
  const refused = await olga.post(`${photos}/actions/publish`, { ids: [unrated], input: {} });
  expect(refused.body.skipped).toEqual([
    { id: unrated, code: 'REFUSED', rule: 'race_photos.unrated', reason: 'Todavía no tiene calificación.' },
  ]);
  expect(await olga.remove(`${photos}/${id}`, { version: (await read(id)).version })).toMatchObject({
    status: 409,
    body: { code: 'RECORD_FIXED', message: 'En su estado actual, este registro ya no cambia ni se elimina.' },
  });
});

test('an action that a plugin adds to events is next to those of the product, and other keys do not open it', async () => {
  const { race_photoid: id } = await create({ title: 'De evento', rating: 3 });
  const rehearsed = await olga.post(`/v2/event/events/${event}/publish_photos`, { input: {}, dry_run: true });
  expect(rehearsed).toMatchObject({ status: 200, body: { ok: 1 } });
  expect(await read(id)).toMatchObject({ status: 'draft' });
  expect((await olga.post(`/v2/event/events/${event}/publish_photos`, { input: {} })).body).toMatchObject({ ok: 1 });
  expect(await read(id)).toMatchObject({ status: 'published' });
  expect((await other.post(`/v2/event/events/${event}/publish_photos`, { input: {} })).status).toBe(404);
  expect(plugins.hooks.get('events')!.actions).toHaveProperty('duplicate');
});

test('a letter of a plugin leaves once, in its words, and the plugin learns of one that is refused', async () => {
  await world.pool.query(`update race_photos set letter = 'none'`);
  const ids = [(await create({ title: 'Uno', rating: 5 })).race_photoid, (await create({ title: 'Dos', rating: 5 })).race_photoid];
  expect((await olga.post(`${photos}/actions/publish`, { ids, input: {} })).body).toMatchObject({ ok: 2 });
  const sent: Letter[] = [];
  const mail: Mail = {
    send: async (letter) => {
      if (letter.text.includes('Dos')) throw new RefusedLetter('no');
      sent.push(letter);
      return { provider: 'smtp', ref: 'r1' };
    },
  };
  const deps = { pool: world.pool, registry: plugins.registry, translate: createTranslate(pathTo('../../locales'), ...plugins.locales) };
  expect(await sendAddedLetters(deps, mail, plugins.letters)).toEqual({ sent: 1, failed: [ids[1]] });
  expect(await sendAddedLetters(deps, mail, plugins.letters)).toEqual({ sent: 0, failed: [] });
  expect(sent).toMatchObject([{ to: 'contacto@carrera.test', key: `race-photo-published-${ids[0]}` }]);
  expect(sent[0]!.text).toContain('La foto «Uno»');
  expect([(await read(ids[0]!)).letter, (await read(ids[1]!)).letter]).toEqual(['sent', 'failed']);
});

test('a report of a plugin counts what the person may see, and needs the key of the reports', async () => {
  const day = '2001-01-01';
  const nora = world.as(
    'nora',
    (await world.pool.query(`select organizationid::int as id from organizations where name = 'Compañía'`)).rows[0].id,
  );
  const { status, body } = await nora.get(`/v2/general/reports-bi/photos?from=${day}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { rows } = await world.pool.query(`select kind as key, count(*)::int as current from race_photos group by 1 order by 2 desc`);
  expect(body.rows).toEqual(rows.map((row) => ({ ...row, previous: 0 })));
  expect(body.total.current).toBe(rows.reduce((sum, { current }) => sum + current, 0));
  expect((await olga.get('/v2/general/reports-bi/nothing')).status).toBe(404);
});

test('the page reads words of the product and of the plugin together', async () => {
  const words = async (namespace: string) => (await world.app.inject({ url: `/locales/en/${namespace}.json` })).json();
  expect((await words('menu')).items).toMatchObject({ race_photos: 'Photos', events: 'Events' });
  expect((await words('events')).actions).toMatchObject({ publish_photos: 'Publish photos', publish: expect.any(String) });
  expect(await words('best-photos')).toMatchObject({ title: 'Best photos' });
});

test('a storage of a plugin keeps files where its address says, and no file leaves its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-folder-'));
  try {
    const { taking } = createObjectStorages({ objectStorage: `folder:${folder}` }, world.pool, plugins.storages);
    await taking.put({ key: 'a.png', mime: 'image/png', data: Buffer.from('photo') });
    expect((await buffer((await taking.get('a.png'))!)).toString()).toBe('photo');
    await taking.remove('a.png');
    expect(await taking.get('a.png')).toBeNull();
    await expect(taking.put({ key: '../a.png', mime: 'image/png', data: Buffer.from('') })).rejects.toThrow('no key of a file');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a second start changes nothing, and a start without the plugin leaves its rows', async () => {
  const count = async () => (await world.pool.query('select count(*)::int as count from race_photos')).rows[0].count;
  const before = await count();
  await migrateDatabase(world.database, plugins.wanted);
  await migrateDatabase(world.database);
  expect(await count()).toBe(before);
  await migrateDatabase(world.database, plugins.wanted);
  expect((await olga.get(photos)).body.length).toBeGreaterThan(0);
});

test('a backup brings the rows of a plugin back', longer, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-backup-')),
    file = join(folder, 'backup.tar.gz'),
    place = await openEmptyDatabase();
  try {
    const storagesOn = (client: Parameters<typeof createObjectStorages>[1]) => createObjectStorages({ objectStorage: undefined }, client);
    await makeBackup({ database: world.database, storages: storagesOn(world.pool), secret: 'secret', version: 'test' }, file);
    await restoreBackup(file, { database: place.database, storagesOn, onSecret: () => {}, wanted: plugins.wanted, force: false });
    const ask = 'select race_photoid::int as id, title, status from race_photos order by 1';
    expect((await place.database.pool.query(ask)).rows).toEqual((await world.pool.query(ask)).rows);
  } finally {
    await place.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
