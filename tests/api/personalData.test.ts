import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as f from '@/fields';
import { registry, resources } from '@/resources';
import { defineResource, type AnyResource } from '@/schema';
import { localStorage } from '../../server/adapters/objectStorage/localStorage';
import { personalResources, personRoots } from '../../server/features/downloads/personal/personalResources';
import { longer } from '../support/limits';
import { openDownloads, type Downloads } from './support/downloadWorld';
import { add, addEvent, addHouse, addPerson } from './support/world';

let site: Downloads, ids: Readonly<Record<string, number>>, athlete: number;
const file = 'Huella-medidas.png';
beforeAll(async () => {
  site = await openDownloads();
  const { pool } = site.world;
  ids = await addEvent(pool, site.org, 'datos-2030', 'centro');
  const house = await addHouse(pool, site.org, 'datos-2030', ids['events']!);
  athlete = ids['web_users']!;
  await pool.query(`update inscriptions set first_name = 'Rara', email = 'rara@correo.test', web_userid = $1 where inscriptionid = $2`, [
    athlete,
    ids['inscriptions'],
  ]);
  await pool.query(`update inbody_measurements set web_userid = $1, pdf = '{"url": "/api/upload/${file}"}' where inbodyid = $2`, [
    athlete,
    house['inbody_measurements'],
  ]);
  await pool.query('update fmtri_affiliate_users set web_userid = $1 where affiliate_userid = $2', [
    athlete,
    house['fmtri_affiliate_users'],
  ]);
  await localStorage(pool).put({ key: file, mime: 'image/png', data: Buffer.from('una imagen') });
  await pool.query(`insert into uploads (uploadid, mime, bytes) values ($1, 'image/png', 10)`, [file]);
  await addPerson(pool, 'sofia', [{ org: site.org, profile: 'customer-support' }]);
});
afterEach(() => site.rest());
afterAll(() => site.close());

const unpacked = (data: Buffer): ReadonlyMap<string, string> =>
  new Map(Object.entries(unzipSync(data)).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
const take = (who: string, id = athlete) => site.as(who).post(`/v2/user/web_users/${id}/take_data`, {});
const lastReport = async (): Promise<number> =>
  (await site.world.pool.query(`select max(report_jobid)::int as id from report_jobs where type = 'personal_data'`)).rows[0].id;

test('every resource that refers to an athlete is in the file by its declaration, one that is added tomorrow too', () => {
  const roots: ReadonlySet<string> = new Set(personRoots);
  const leading = resources
    .filter(({ all }) => Object.values(all as AnyResource['all']).some(({ target }) => target !== undefined && roots.has(target)))
    .map(({ name }) => name);
  const held: ReadonlySet<string> = new Set(personalResources(registry).map(({ resource }) => resource.name));
  expect(leading.filter((name) => !held.has(name)).sort()).toEqual(['certificate_templates', 'user_merges']);
  const tomorrow = defineResource('race_photos', {
    service: 'event',
    singular: 'race_photo',
    key: 'race_photoid',
    permission: 'events',
    tenancy: 'own',
    platform: 'EVENT',
    title: 'name',
    fields: { name: f.text(), inscriptionid: f.belongsTo('inscriptions') },
    list: { columns: ['name'] },
    form: {},
  });
  const later = personalResources({ ...registry, all: [...registry.all, tomorrow as AnyResource] });
  expect(later.find(({ resource }) => resource.name === 'race_photos')?.by).toEqual([{ field: 'inscriptionid', root: 'inscriptions' }]);
});

test('a ZIP file has a table and JSON of everything, who looked at it, and the files, and nothing of another person', longer, async () => {
  await site.as('nora').post('/v2/general/comments', { resource: 'web_users', recordid: athlete, text: 'Llamó por su playera' });
  await site.as('nora').get(`/v2/inscription/inscriptions/${ids['inscriptions']}`);
  const asked = await take('nora');
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const id = await lastReport();
  site.work();
  const report = await site.until(id, 'done');
  expect(report.name).toBe(`Datos personales · #${athlete}`);
  expect(Date.parse(report.expires_at) - Date.now()).toBeLessThan(8 * 86_400_000);
  const { status, data } = await site.fetchFile(site.as('nora'), id);
  expect(status).toBe(200);
  const files = unpacked(data);
  const held: string[] = [];
  for (const { resource, by } of personalResources(registry))
    for (const { field, root, kind } of by) {
      const named = root === 'web_users' ? athlete : root === 'inscriptions' ? ids['inscriptions'] : undefined;
      if (named === undefined) continue;
      const { rowCount } = await site.world.pool.query(
        `select 1 from ${resource.name} where "${field}" = $1 ${kind ? `and "${kind}" = '${root}'` : ''} limit 1`,
        [named],
      );
      if (rowCount) held.push(resource.name);
    }
  expect(held).toEqual(expect.arrayContaining(['inscriptions', 'inbody_measurements', 'question_answers', 'payments', 'wallets']));
  for (const name of held) expect([...files.keys()]).toEqual(expect.arrayContaining([`csv/${name}.csv`, `json/${name}.json`]));
  expect(JSON.parse(files.get('json/inscriptions.json')!)).toEqual([
    expect.objectContaining({ inscriptionid: ids['inscriptions'], email: 'rara@correo.test' }),
  ]);
  expect(files.get('csv/inscriptions.csv')!).toContain('rara@correo.test');
  expect(files.get('csv/comments.csv')!).toContain('Llamó por su playera');
  expect(files.get('csv/inscriptions.csv')!).not.toMatch(/object Object/);
  expect(files.get('csv/audits.csv')!).toContain('consultó datos de contacto de');
  expect(files.get(`files/${file}`)!).toBe('una imagen');
  expect(files.get('cuenta.csv')!.trimEnd().split('\n')).toHaveLength(2);
  const audit = await site.world.pool.query(
    `select action, actor_name from audits where resource = 'web_users' and recordid = $1 and action = 'take_data'`,
    [athlete],
  );
  expect(audit.rows).toEqual([{ action: 'take_data', actor_name: expect.stringMatching(/nora/i) }]);
});

test(
  'nobody takes it who is no administrator of the platform, not even a file that was shared, and forgetting the person ends it',
  longer,
  async () => {
    const house: number = (await site.world.pool.query('select organizationid::int as id from organizations where is_platform')).rows[0].id;
    for (const profile of ['organizer', 'customer-support']) {
      await addPerson(site.world.pool, `of-${profile}`, [{ org: house, profile }]);
      const answer = await site.world.as(`of-${profile}`, house).post(`/v2/user/web_users/${athlete}/take_data`, {});
      expect(answer.status, `${profile} of the platform, who holds one of the two keys`).toBe(403);
    }
    for (const who of ['olga', 'cata', 'sofia']) expect([403, 404], who).toContain((await take(who)).status);
    expect(
      (await site.as('nora').post('/v2/user/web_users/download', { columns: ['name'], format: 'csv', archive: 'personal' })).status,
    ).toBe(400);
    const { pool } = site.world;
    const gone = await add.athlete(pool, 'Olvidable');
    await take('nora', gone);
    const ended = await lastReport();
    await take('nora');
    const id = await lastReport();
    site.work();
    await site.until(ended, 'done');
    await site.until(id, 'done');
    expect((await site.as('nora').post(`/v2/user/web_users/${gone}/anonymize`, {})).body).toMatchObject({ ok: 1 });
    expect((await site.fetchFile(site.as('nora'), ended)).link.body.code).toBe('DOWNLOAD_EXPIRED');
    expect((await site.fetchFile(site.as('nora'), id)).status).toBe(200);
    await pool.query(
      `delete from membership_roles where roleid = (select roleid from roles where slug = 'user-roles') and membershipid in (select membershipid from memberships where name like 'nora%')`,
    );
    expect((await site.fetchFile(site.as('nora'), id)).status).toBe(403);
    expect((await take('nora')).status).toBe(403);
  },
);
