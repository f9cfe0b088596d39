import { readFileSync, statSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '@/resources';
import { hasView, isPersonal, secretsOf } from '@/schema';
import { dumpFile, keptReleases, readRelease } from '../../scripts/lib/release/releases';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openWorldOn, type Person, type World } from '../api/support/openWorld';
import { addPerson } from '../api/support/world';
import { creatable, furnish, lastStatus, roundTrip } from '../contract/support/roundTrip';
import { rulesOf } from '../database/support/rulesOf';
import { openEmptyDatabase, openTestDatabase, testServer } from '../support/database';
import { isLong } from '../support/effort';
import { reconcile } from '../support/reconcile';
import { restoreRelease } from './support/restoreRelease';

const mostBytes = 1024 * 1024;
/** What the data of a release contradicted when that release made it: the demo data writes a few letters of each event, not all. */
const fewLetters = ['people whose payment a gateway declined get a letter, and nobody else'];
const knownContradictions: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': fewLetters,
  '0.2.0': fewLetters,
  '0.3.0': fewLetters,
  '0.4.0': fewLetters,
  '0.5.0': fewLetters,
  '0.6.0': fewLetters,
};
/** Registrations whose codes are in an audit, as earlier versions wrote them. */
const withSecret = `update audits set after = coalesce(after, '{}') || '{"qr_token": "opens"}' where resource = 'inscriptions'`;
/** From so many migrations on, they have left. */
const secretsLeave = 45;
/** Tables, constraints and indexes in the words of the database. */
const shapeSql = `
  select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default, generation_expression) as line from information_schema.columns where table_schema = 'public'
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public' order by 1`;
const shapeOf = async (pool: pg.Pool): Promise<readonly string[]> =>
  (await pool.query<{ line: string }>(shapeSql)).rows.map(({ line }) => line);
const countsOf = async (pool: pg.Pool, tables: readonly string[]): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    tables.map((name) => `select '${name}' as name, count(*)::int as rows from public."${name}"`).join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, rows: number }) => [name, number]));
};

test('the data of the present version was made by every migration: after a new one, raise the version and run "npm run release:dump"', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  const journal = JSON.parse(readFileSync(new URL('../../server/database/migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
    entries: { hash: string }[];
  };
  expect(readRelease(version).migrations.map(({ hash }) => hash)).toEqual(journal.entries.map(({ hash }) => hash));
});

test('the data of the first release is kept', () => expect(keptReleases()).toContain('0.1.0'));

/** The embedded database migrates the oldest in the gate, which every migration changes, and all of them in a long run. */
const releases = testServer() || isLong ? keptReleases() : keptReleases().slice(0, 1);
/** Reading and writing through the API takes long: in the gate the oldest and the newest, in a long run all of them. */
const isAsked = (version: string): boolean => isLong || version === releases[0] || version === releases.at(-1);

describe.each(releases)('the data of %s', (version) => {
  let empty: Awaited<ReturnType<typeof openEmptyDatabase>>, world: World, root: Person, before: readonly string[];
  const dump = readRelease(version);
  beforeAll(async () => {
    empty = await openEmptyDatabase();
    await restoreRelease(empty.database.pool, dump);
    before = Object.keys(await reconcile(empty.database.pool));
    if (dump.migrations.length < secretsLeave) await empty.database.pool.query(withSecret);
    await migrateDatabase(empty.database);
  });
  afterAll(async () => {
    await world?.app.close();
    await empty.close();
  });

  test('takes at most 1 MiB and has rows in nearly every table', () => {
    expect(statSync(dumpFile(version)).size).toBeLessThanOrEqual(mostBytes);
    expect(dump.tables.filter(({ rows }) => rows.length === 0).length).toBeLessThan(dump.tables.length / 6);
  });

  test('keeps every row', async () => {
    const tables = dump.tables.filter(({ name }) => !name.startsWith('dorsal_'));
    expect(
      await countsOf(
        empty.database.pool,
        tables.map(({ name }) => name),
      ),
    ).toEqual(Object.fromEntries(tables.map(({ name, rows }) => [name, rows.length])));
  });

  test('has the tables, constraints and rules of a fresh database', async () => {
    const fresh = await openTestDatabase();
    try {
      expect(await shapeOf(empty.database.pool)).toEqual(await shapeOf(fresh.pool));
      expect(await rulesOf(empty.database.pool)).toEqual(await rulesOf(fresh.pool));
    } finally {
      await fresh.close();
    }
  });

  test('adds up as it did, in every total', async () => {
    const expected = knownContradictions[version] ?? [];
    expect(before).toEqual(expected);
    expect(Object.keys(await reconcile(empty.database.pool))).toEqual(expected);
  });

  test('has no audit with what opens something', async () => {
    const { rows: kept } = await empty.database.pool.query(`select auditid from audits where resource = 'inscriptions'`);
    expect(kept.length).toBeGreaterThan(0);
    for (const resource of resources) {
      const secrets = secretsOf(resource);
      const { rows } = await empty.database.pool.query('select auditid from audits where resource = $1 and (before ?| $2 or after ?| $2)', [
        resource.name,
        secrets,
      ]);
      expect(rows, resource.name).toEqual([]);
    }
  });

  if (!isAsked(version)) return;
  describe('through the API', () => {
    beforeAll(async () => {
      world = await openWorldOn(empty.database);
      const {
        rows: [platform],
      } = await world.pool.query<{ id: number }>('select organizationid as id from organizations where is_platform order by 1 limit 1');
      const org = Number(platform!.id);
      await addPerson(world.pool, 'reader', [{ org, profile: 'super-admin', regions: ['national'] }]);
      root = world.as('reader', org);
    });

    test.each(resources.filter((resource) => hasView(resource, 'list')).map((resource) => [resource.name, resource] as const))(
      'lists and reads %s',
      async (name, resource) => {
        const base = `/v2/${resource.service}/${name}`;
        const listed = await root.get<Record<string, unknown>[]>(`${base}?_start=0&_end=5`);
        expect(listed.status).toBe(200);
        const {
          rows: [stored],
        } = await world.pool.query<{ rows: number }>(
          `select count(*)::int as rows from "${name}" ${resource.appendOnly ? '' : 'where deleted_at is null'}`,
        );
        if (!isPersonal(resource)) expect(Number(listed.headers['x-total-count'])).toBe(stored!.rows);
        const [first] = listed.body;
        if (!first || !hasView(resource, 'show')) return;
        expect(await root.get(`${base}/${String(first[resource.key])}`)).toMatchObject({
          status: 200,
          body: { [resource.key]: first[resource.key] },
        });
      },
    );

    describe('with what was there', () => {
      let person: Person;
      beforeAll(async () => {
        person = await furnish(world);
      });
      test.each(creatable.map((resource) => [resource.name, resource] as const))(
        'writes, changes and deletes a record of %s',
        async (_name, resource) => {
          expect(await roundTrip(person, resource)).toBe(lastStatus(resource));
        },
      );
    });
  });
});
