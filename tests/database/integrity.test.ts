import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { constraintsOf } from '@/schema/project/constraints';
import type { Database } from '../../server/database/openDatabase';
import { withOwner } from '../../server/database/transaction';
import { asRole, type RequestRole } from '../support/asRole';
import { openTestDatabase } from '../support/database';
import { inscribe, refusal, seed, sqlState, valueOf, type Seeded } from './seed';

let db: Database, world: Seeded;
const roles = ['tenant', 'platform'] as const;
beforeAll(async () => {
  db = await openTestDatabase();
  world = await seed(db.pool);
});
afterAll(() => db.close());
const as = (role: RequestRole['role']): RequestRole => ({ role, organizationid: world.mine.organizationid, userid: world.mine.userid });

describe('the organization copied from the parent', () => {
  test('is filled by the database', async () => {
    expect(await valueOf<number>(db.pool, 'select organizationid from distances where distanceid = $1', [world.theirs.distanceid])).toBe(
      world.theirs.organizationid,
    );
  });

  test('cannot be forged when a row is added', async () => {
    const id = await inscribe(db.pool, world.theirs, world.athlete, { organizationid: world.mine.organizationid });
    expect(await valueOf<number>(db.pool, 'select organizationid from inscriptions where inscriptionid = $1', [id])).toBe(
      world.theirs.organizationid,
    );
  });

  test('cannot be forged afterwards', async () => {
    await db.pool.query('update distances set organizationid = $1 where distanceid = $2', [
      world.mine.organizationid,
      world.theirs.distanceid,
    ]);
    expect(await valueOf<number>(db.pool, 'select organizationid from distances where distanceid = $1', [world.theirs.distanceid])).toBe(
      world.theirs.organizationid,
    );
  });

  test('is refused by the foreign key even without the trigger', async () => {
    const answer = await refusal(
      withOwner(db.pool, async (client) => {
        await client.query('alter table distances disable trigger user');
        await client.query('update distances set organizationid = $1 where distanceid = $2', [
          world.mine.organizationid,
          world.theirs.distanceid,
        ]);
      }),
    );
    expect(answer).toEqual({ code: sqlState.foreignKey, constraint: 'distances_eventid_fk' });
  });

  test('keeps a tenant out of the events of others', async () => {
    const answer = await refusal(
      asRole(db.pool, as('tenant'), (client) =>
        client.query("insert into distances (eventid, organizationid, name, code) values ($1, $2, 'X', 'X')", [
          world.theirs.eventid,
          world.mine.organizationid,
        ]),
      ),
    );
    expect(answer.code).toBe(sqlState.forbidden);
  });

  test('follows the parent to another organization', async () => {
    const undone = new Error('undone');
    await expect(
      withOwner(db.pool, async (client) => {
        await client.query('update events set organizationid = $1 where eventid = $2', [world.theirs.organizationid, world.mine.eventid]);
        expect(await valueOf<number>(client, 'select organizationid from distances where distanceid = $1', [world.mine.distanceid])).toBe(
          world.theirs.organizationid,
        );
        throw undone;
      }),
    ).rejects.toBe(undone);
  });

  test('names the field when the parent does not exist', async () => {
    const answer = await refusal(db.pool.query("insert into distances (eventid, name, code) values (999999, 'X', 'X')"));
    expect(answer).toEqual({ code: sqlState.foreignKey, constraint: 'distances_eventid_fk' });
  });
});

describe('append-only tables', () => {
  test.each(roles)('accept a row from the %s role and never let it change or go', async (role) => {
    await asRole(db.pool, as(role), async (client) => {
      const inscriptionid = await inscribe(client, world.mine, world.athlete);
      await client.query(
        "insert into inscription_log (inscriptionid, eventid, status, actor_type, source) values ($1, $2, 'started', 'staff', 'ui')",
        [inscriptionid, world.mine.eventid],
      );
      await client.query("insert into audits (resource, recordid, organizationid, verb) values ('inscriptions', $1, $2, 'create')", [
        inscriptionid,
        world.mine.organizationid,
      ]);
    });
    for (const statement of [
      "update inscription_log set reason = 'x'",
      'delete from inscription_log',
      "update audits set verb = 'x'",
      'delete from audits',
      'truncate audits',
    ])
      expect((await refusal(asRole(db.pool, as(role), (client) => client.query(statement)))).code, statement).toBe(sqlState.forbidden);
  });

  test('refuse an audit row in the name of another organization', async () => {
    const answer = await refusal(
      asRole(db.pool, as('tenant'), (client) =>
        client.query("insert into audits (resource, recordid, organizationid, verb) values ('events', 1, $1, 'edit')", [
          world.theirs.organizationid,
        ]),
      ),
    );
    expect(answer.code).toBe(sqlState.forbidden);
  });
});

describe('uniqueness', () => {
  const organization = (name: string, slug: string): Promise<unknown> =>
    db.pool.query("insert into organizations (name, slug, email, stateid, region) values ($1, $2, 'a@example.com', $3, 'centro')", [
      name,
      slug,
      world.stateid,
    ]);

  test('does not look at letter case', async () => {
    await organization('Corre Puebla', 'corre-puebla');
    expect(await refusal(organization('CORRE PUEBLA', 'otra'))).toEqual({ code: sqlState.unique, constraint: 'organizations_name_uq' });
  });

  test('forgets soft-deleted rows', async () => {
    await organization('Vuelve', 'vuelve');
    await db.pool.query("update organizations set deleted_at = now() where slug = 'vuelve'");
    await expect(organization('Vuelve', 'vuelve')).resolves.toBeDefined();
  });

  test('holds within the parent only, where it says so', async () => {
    expect(
      await refusal(db.pool.query("insert into distances (eventid, name, code) values ($1, 'x', '10K')", [world.mine.eventid])),
    ).toEqual({ code: sqlState.unique, constraint: 'distances_eventid_code_uq' });
    expect(await valueOf<number>(db.pool, "select count(*) from distances where code = '10K'")).toBe(2);
  });

  test('treats two absent prefixes of a bib as equal', async () => {
    const numbered = { number: 7, status: 'assign_number' };
    await inscribe(db.pool, world.mine, world.athlete, numbered);
    const other = await valueOf<number>(
      db.pool,
      "insert into web_users (first_name, last_name, gender, source, source_ref) values ('Eva', 'Sol', 'F', 'f', '1') returning web_userid",
    );
    expect((await refusal(inscribe(db.pool, world.mine, other, numbered))).constraint).toBe('inscriptions_eventid_prefix_number_nnd');
    await expect(inscribe(db.pool, world.mine, other, { ...numbered, shares_number: true })).resolves.toBeTypeOf('number');
  });

  test('allows one global profile per name', async () => {
    const add = () => db.pool.query('insert into profiles (name, slug) values (\'{"es": "Uno"}\', \'uno\')');
    await add();
    expect((await refusal(add())).code).toBe(sqlState.unique);
  });
});

describe('conditions of the declarations', () => {
  test('refuse a value outside the closed set', async () => {
    expect(await refusal(inscribe(db.pool, world.mine, world.athlete, { status: 'nonsense' }))).toEqual({
      code: sqlState.check,
      constraint: 'inscriptions_status_check',
    });
  });

  test('refuse prices whose periods overlap for one audience', async () => {
    const tier = (from: string, to: string, audience = 'general') =>
      db.pool.query(
        'insert into price_tiers (distanceid, name, starts_at, ends_at, price_cents, audience) values ($1, $2, $3, $4, 50000, $5)',
        [world.mine.distanceid, 'Preventa', from, to, audience],
      );
    await tier('2026-01-01', '2026-02-01');
    await tier('2026-02-01', '2026-03-01');
    await tier('2026-01-01', '2026-03-01', 'fmtri');
    expect(await refusal(tier('2026-01-15', '2026-01-20'))).toEqual({
      code: sqlState.overlap,
      constraint: 'price_tiers_distanceid_audience_excl',
    });
  });

  test('are known by the names that the database reports', async () => {
    const known = constraintsOf(registry);
    const { rows } = await db.pool.query<{ name: string }>(
      `select conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace and contype in ('f', 'c', 'x') and relname = any($1)
       union select indexrelid::regclass::text from pg_index i where indisunique and not indisprimary and indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
      [registry.all.map(({ name }) => name)],
    );
    expect(rows.map(({ name }) => name.replaceAll('"', '')).filter((name) => !known.has(name))).toEqual([]);
    expect(known.get('distances_eventid_code_uq')).toEqual({ resource: 'distances', kind: 'unique', fields: ['eventid', 'code'] });
    expect(known.get('distances_seats_rule')).toMatchObject({ kind: 'check', rule: 'seats' });
  });
});

describe('search columns', () => {
  test('fold letters and accents, and keep what some may not read apart', async () => {
    const id = await inscribe(db.pool, world.mine, world.athlete, { first_name: 'JOSÉ', last_name: 'Peña', email: 'jose@example.com' });
    const { rows } = await db.pool.query('select name, search_text, search_hidden from inscriptions where inscriptionid = $1', [id]);
    expect(rows[0]).toEqual({ name: 'JOSÉ Peña', search_text: ' jose pena ', search_hidden: 'jose@example.com ' });
  });

  test('are read through their trigram index under a policy', async () => {
    await db.pool.query(
      "insert into inscriptions (eventid, distanceid, web_userid, first_name, last_name, gender, status) select $1, $2, $3, md5(n::text), md5((-n)::text), 'F', 'cancelled' from generate_series(1, 4000) n",
      [world.mine.eventid, world.mine.distanceid, world.athlete],
    );
    await db.pool.query('vacuum analyze inscriptions');
    const plan = await asRole(db.pool, as('tenant'), async (client) =>
      (await client.query<Record<string, string>>("explain select 1 from inscriptions where search_text like '%pena%'")).rows
        .map((row) => Object.values(row)[0])
        .join('\n'),
    );
    expect(plan).toContain('inscriptions_search_text_ix');
  });
});
