import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resources } from '@/resources';
import { web_users } from '@/resources/web_users/web_users';
import type { AnyResource } from '@/schema';
import { localStorage } from '../../server/adapters/objectStorage/localStorage';
import { ofAccount, personalCopies } from '../../server/features/athletes/personalCopies';
import { personRoots } from '../../server/features/downloads/personal/personalResources';
import { removeFiles } from '../../server/api/files/removeFiles';
import { statementsDuring, wholeTablesOf, type Statement } from '../support/wholeTableReads';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addHouse, addPerson } from './support/world';

let world: World,
  root: Person,
  org: number,
  made = 0;
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Compañía', { is_platform: true });
  await addPerson(world.pool, 'root', [{ org, profile: 'super-admin', regions: ['national'] }]);
  root = world.as('root', org);
});
afterAll(() => world.close());

const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await world.pool.query(text, values as unknown[])).rows;
const forget = (id: number, more: object = {}) => root.post(`/v2/user/web_users/${id}/anonymize`, more);

const mark = 'Huellarara';
const fileOf = (resource: AnyResource, name: string): string => `${mark}${made}-${resource.name}-${name}.png`;
/** A value for a column that can be found again; undefined for a column that accepts no mark. */
const marked = (resource: AnyResource, name: string): unknown => {
  const { type, column, uploads } = resource.all[name]!;
  const url = `/api/upload/${fileOf(resource, name)}`;
  if (shaped.has(`${resource.name}.${name}`)) return undefined;
  if (type === 'email') return `${mark.toLowerCase()}${made}@prueba.test`;
  if (type === 'image') return url;
  if (type === 'file') return JSON.stringify(uploads && name.endsWith('s') ? [{ url }] : { url });
  if (type === 'rows') return JSON.stringify([{ message: mark, file: { url } }]);
  if (column === 'jsonb') return JSON.stringify({ nota: mark });
  return type === 'text' || type === 'longText' ? `${mark}${made}` : undefined;
};
const shaped = new Set([
  'payments.card_last4',
  'apolo_subscriptions.card_last4',
  'payments.clabe',
  'kit_deliveries.receiver_id_last4',
  'web_users.asdeporteid',
]);

/** An athlete of a past event whose data can all be found again. */
const remembered = async (): Promise<{ readonly id: number; readonly files: readonly string[] }> => {
  const slug = `olvido${(made += 1)}`;
  const owner = await add.organization(world.pool, slug);
  const ids = await addEvent(world.pool, owner, slug, 'centro');
  const { id, inscription } = { id: ids['web_users']!, inscription: ids['inscriptions']! };
  const house = await addHouse(world.pool, owner, slug, ids['events']!);
  const set = (table: string, key: string, change: string): Promise<unknown> =>
    world.pool.query(`update ${table} set ${change} where ${key} = $1`, [house[table]]);
  await world.pool.query(
    `update events set start_at = now() - interval '90 days', registration_open_at = now() - interval '200 days', registration_close_at = now() - interval '100 days' where eventid = $1`,
    [ids['events']],
  );
  await world.pool.query('alter table wallets disable trigger user'); // a wallet can only be emptied by a movement
  await world.pool.query('update wallets set available_cents = 0 where web_userid = $1', [id]);
  await world.pool.query('alter table wallets enable trigger user');
  await set('apolo_subscriptions', 'subscriptionid', `web_userid = ${id}, status = 'expired'`);
  await set('user_merges', 'mergeid', `survivor_userid = ${id}`);
  await set('serial_standings', 'serial_standingid', `web_userid = ${id}`);
  await set('import_rows', 'import_rowid', `inscriptionid = ${inscription}`);
  await set('external_inscriptions', 'external_inscriptionid', `inscriptionid = ${inscription}`);
  await set('mail_blocks', 'mail_blockid', `inscriptionid = ${inscription}`);
  await set('inbody_measurements', 'inbodyid', `web_userid = ${id}, pdf = '{"url": "/api/upload/${mark}${made}-inbody.png"}'`);
  await set('fmtri_affiliate_users', 'affiliate_userid', `web_userid = ${id}`);
  await set('fmtri_affiliations', 'affiliationid', "status = 'expired'");
  await world.pool.query(`update event_questions set type = 'text' where eventid = $1`, [ids['events']]);
  await set('comments', 'commentid', `resource = 'web_users', recordid = ${id}`);
  const files = [`${mark}${made}-inbody.png`];
  const owned: Readonly<Record<string, number>> = {
    athlete: id,
    inscription,
    affiliate: house['fmtri_affiliate_users']!,
    result: ids['results']!,
  };
  const says: readonly { readonly resource: AnyResource; readonly by: string; readonly of: string; readonly names: readonly string[] }[] = [
    ...personalCopies.map(({ resource, by, of, set: after }) => ({ resource, by, of, names: Object.keys(after(id)) })),
    { resource: web_users, by: 'web_userid', of: 'athlete', names: Object.keys(ofAccount(id)) },
  ];
  for (const { resource, by, of, names } of says)
    for (const name of names) {
      const value = marked(resource, name);
      if (value === undefined) continue;
      const { rowCount } = await world.pool.query(`update ${resource.name} set "${name}" = $2 where "${by}" = $1`, [owned[of], value]);
      if (rowCount && String(value).includes('/api/upload/')) files.push(fileOf(resource, name));
      await world.pool.query(
        `insert into audits (resource, recordid, verb, before, after) select $1, ${resource.key}, 'edit', $2::jsonb, $2::jsonb from ${resource.name} where "${by}" = $3`,
        [resource.name, JSON.stringify({ [name]: mark }), owned[of]],
      );
    }
  for (const file of new Set(files)) {
    await localStorage(world.pool).put({ key: file, mime: 'image/png', data: Buffer.from(file) });
    await world.pool.query(`insert into uploads (uploadid, mime, bytes) values ($1, 'image/png', $2)`, [file, file.length]);
  }
  return { id, files: [...new Set(files)] };
};
/** Tables that contain the mark, and in how many rows. */
const traces = async (): Promise<Readonly<Record<string, number>>> => {
  const found: Record<string, number> = {};
  for (const table of [...resources.map(({ name }) => name), 'audits']) {
    const [{ n }] = await rows(`select count(*)::int as n from ${table} t where to_jsonb(t)::text ~* '${mark}'`);
    if (n > 0) found[table] = n;
  }
  return found;
};

describe('what is kept of an athlete', () => {
  /** The resources that lead to an athlete, and whether their data is forgotten with them. A new resource must be added here. */
  const leads: Readonly<Record<string, 'forgotten' | 'says nothing of a person'>> = {
    access_scans: 'forgotten',
    apolo_subscriptions: 'forgotten',
    benefit_grants: 'says nothing of a person',
    bibs: 'says nothing of a person',
    certificates: 'forgotten',
    coupon_uses: 'says nothing of a person',
    exoneration_signatures: 'forgotten',
    external_inscriptions: 'forgotten',
    fmtri_affiliate_users: 'forgotten',
    fmtri_affiliations: 'forgotten',
    import_rows: 'forgotten',
    inbody_measurements: 'forgotten',
    innovasport_pickups: 'forgotten',
    inscription_documents: 'forgotten',
    inscription_letters: 'forgotten',
    inscription_log: 'forgotten',
    inscriptions: 'forgotten',
    kit_deliveries: 'forgotten',
    mail_blocks: 'forgotten',
    notification_deliveries: 'says nothing of a person',
    orders: 'forgotten',
    payments: 'forgotten',
    question_answers: 'forgotten',
    result_claims: 'forgotten',
    results: 'forgotten',
    serial_standings: 'forgotten',
    store_sales: 'says nothing of a person',
    tribike_orders: 'forgotten',
    tshirt_movements: 'says nothing of a person',
    user_merges: 'forgotten',
    waitlist_entries: 'forgotten',
    wallet_movements: 'says nothing of a person',
    wallets: 'says nothing of a person',
    web_users: 'forgotten',
    certificate_templates: 'says nothing of a person',
    subscription_charges: 'says nothing of a person',
  };
  const roots: ReadonlySet<string> = new Set(personRoots);
  test('is decided for every resource that leads to one', () => {
    const leading = resources
      .filter(({ all }) => Object.values(all as AnyResource['all']).some(({ target }) => target !== undefined && roots.has(target)))
      .map(({ name }) => name);
    expect(Object.keys(leads).sort()).toEqual(leading.sort());
  });
  test('is replaced wherever that was decided', () => {
    const apart = ['web_users', 'inbody_measurements', 'inscription_documents', 'inscription_log'];
    expect([...new Set([...personalCopies.map(({ resource }) => resource.name), ...apart])].sort()).toEqual(
      ['comments', ...Object.keys(leads).filter((name) => leads[name] === 'forgotten')].sort(),
    );
  });
});

/** Reads the person and their keys, as every request does. */
const isEntering = ({ text }: Statement): boolean => /access_stamp|event_scope/.test(text);

describe('an athlete who is to be forgotten', () => {
  test('leaves no trace in any table nor in what was written down about it, and no file that anybody may open', async () => {
    const { id, files } = await remembered();
    const before = await traces();
    expect(Object.keys(before).sort()).toEqual(
      [
        ...new Set([
          ...personalCopies
            .filter(({ resource, set }) => Object.keys(set(id)).some((name) => marked(resource, name) !== undefined))
            .map(({ resource }) => resource.name),
          'web_users',
          'inbody_measurements',
          'audits',
        ]),
      ].sort(),
    );
    expect((await root.get(`/api/upload/${files[0]}`)).status).toBe(200);
    expect(await forget(id, { dry_run: true })).toMatchObject({ status: 200 });
    expect(await traces()).toEqual(before);
    expect(await forget(id)).toMatchObject({ status: 200, body: { ok: 1 } });
    expect(await traces()).toEqual({});
    for (const file of files) expect([file, (await root.get(`/api/upload/${file}`)).status]).toEqual([file, 404]);
    expect(await removeFiles(world.pool, { taking: localStorage(world.pool), named: () => localStorage(world.pool) })).toEqual({
      removed: files.length,
      kept: [],
    });
    expect(await rows('select 1 from stored_objects where object_key = any($1)', [files])).toEqual([]);
  });
  test('leaves no trace in removed rows either', async () => {
    const { id } = await remembered();
    const removable = [...new Set(personalCopies.map(({ resource }) => resource))].filter(({ appendOnly }) => !appendOnly);
    for (const { name } of removable)
      await world.pool.query(`update ${name} t set deleted_at = now() where to_jsonb(t)::text ~* '${mark}'`);
    await world.pool.query(`update inbody_measurements set deleted_at = now() where web_userid = $1`, [id]);
    const before = Object.keys(await traces());
    expect(removable.filter(({ name }) => before.includes(name)).length).toBeGreaterThan(10);
    expect(await forget(id)).toMatchObject({ status: 200, body: { ok: 1 } });
    expect(await traces()).toEqual({});
  });
  test('is forgotten in every account that was merged into theirs, also by way of another one', async () => {
    const ids: number[] = [];
    for (const at of [0, 1, 2]) ids.push(await add.athlete(world.pool, `Cadena${at}`, { email: `cadena${at}@prueba.test` }));
    const [last, ...merged] = ids;
    for (const [at, each] of merged.entries())
      await world.pool.query("update web_users set status = 'merged', merged_into_userid = $1 where web_userid = $2", [ids[at], each]);
    expect((await forget(last!)).status).toBe(200);
    expect(await rows('select distinct first_name, email, birth_date from web_users where web_userid = any($1)', [ids])).toEqual([
      { first_name: '—', email: null, birth_date: null },
    ]);
  });
  test('keeps the counts, the money, the times, the choices and the year of birth', async () => {
    const { id } = await remembered();
    await world.pool.query(
      `update event_questions set type = 'select' where questionid in (select questionid from question_answers a join inscriptions i using (inscriptionid) where i.web_userid = $1)`,
      [id],
    );
    await world.pool.query(
      `update question_answers a set value = '"si"' from inscriptions i where i.inscriptionid = a.inscriptionid and i.web_userid = $1`,
      [id],
    );
    const facts = (): Promise<any[]> =>
      rows(
        `select i.status, p.amount_cents, a.value, extract(year from u.birth_date) as year, r.status as result, k.status as kit from inscriptions i
      join payments p using (inscriptionid) join question_answers a using (inscriptionid) join fmtri_affiliate_users u on u.web_userid = i.web_userid join results r using (inscriptionid) join kit_deliveries k using (inscriptionid) where i.web_userid = $1`,
        [id],
      );
    const before = await facts();
    expect(before).toHaveLength(1);
    expect((await forget(id)).status).toBe(200);
    expect(await facts()).toEqual(before);
    expect(await rows('select 1 from inbody_measurements where web_userid = $1', [id])).toEqual([]);
    expect(await rows(`select before, after from audits where resource = 'inbody_measurements' and verb = 'delete'`)).toContainEqual({
      before: null,
      after: null,
    });
  });
  test('is found in every table by an index, among removed rows as well', async () => {
    const { id } = await remembered();
    const statements = await statementsDuring(world.pool, async () => expect((await forget(id)).status).toBe(200));
    expect(statements.length).toBeGreaterThan(personalCopies.length);
    const found: unknown[] = [];
    for (const statement of statements.filter((each) => !isEntering(each))) {
      const whole = await wholeTablesOf(world.pool, statement);
      if (whole.length > 0) found.push([whole, statement.text.replace(/\s+/g, ' ').slice(0, 160)]);
    }
    expect(found).toEqual([]);
  });
  test.each([
    ['pending_review', 409],
    ['active', 409],
    ['cancelled', 200],
  ])('with an affiliation that is %s answers %d', async (status, expected) => {
    const { id } = await remembered();
    await world.pool.query(
      `update fmtri_affiliations set status = $2, ends_on = '2099-12-31', number = 'N-' || affiliationid where affiliate_userid in (select affiliate_userid from fmtri_affiliate_users where web_userid = $1)`,
      [id, status],
    );
    const answer = await forget(id);
    expect(answer.status).toBe(expected);
    if (expected === 409)
      expect(answer.body.errors).toEqual([
        {
          path: 'status',
          code: 'OPEN_AFFILIATION',
          message: 'Tiene una afiliación vigente o en trámite: se podrá anonimizar cuando termine o se cancele.',
        },
      ]);
  });
});

describe('a file that was dropped', () => {
  beforeEach(async () => void (await world.pool.query('delete from uploads')));
  const dropped = async (uploadid: string, storage = 'local'): Promise<void> =>
    void (await world.pool.query(
      `insert into uploads (uploadid, mime, bytes, storage, dropped_at) values ($1, 'image/png', 1, $2, now())`,
      [uploadid, storage],
    ));
  test('that its storage keeps for now is asked for again, and stays out of reach meanwhile', async () => {
    await dropped('terca.png');
    const away = { ...localStorage(world.pool), remove: () => Promise.reject(new Error('away')) };
    expect(await removeFiles(world.pool, { taking: away, named: () => away })).toEqual({ removed: 0, kept: ['terca.png'] });
    expect((await root.get('/api/upload/terca.png')).status).toBe(404);
    expect(await removeFiles(world.pool, { taking: away, named: () => localStorage(world.pool) })).toEqual({ removed: 1, kept: [] });
  });
  test('in a storage that is not set any more waits', async () => {
    await dropped('lejana.png', 's3');
    expect(await removeFiles(world.pool, { taking: localStorage(world.pool), named: () => undefined })).toEqual({
      removed: 0,
      kept: ['lejana.png'],
    });
  });
  test('is taken by no record', async () => {
    await dropped('ida.png');
    const { body, status } = await root.patch(`/v2/organization/organizations/${org}`, { version: 1, logo: '/api/upload/ida.png' });
    expect({ status, path: body.errors?.[0]?.path }).toEqual({ status: 400, path: 'logo' });
  });
});
