import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { ownership } from '@/schema/project/shape';
import type { Database } from '../../server/database/openDatabase';
import { withOwner } from '../../server/database/transaction';
import { asRole, type RequestRole } from '../support/asRole';
import { openTestDatabase } from '../support/database';
import { inscribe, refusal, seed, sqlState, valueOf, type Seeded } from './seed';

let db: Database, world: Seeded;
beforeAll(async () => {
  db = await openTestDatabase();
  world = await seed(db.pool);
  for (const owned of [world.mine, world.theirs]) {
    const inscriptionid = await inscribe(db.pool, owned, world.athlete, { status: 'paid' });
    await db.pool.query(
      "insert into inscription_log (inscriptionid, eventid, status, actor_type, source) values ($1, $2, 'paid', 'system', 'job')",
      [inscriptionid, owned.eventid],
    );
    await db.pool.query("insert into audits (resource, recordid, organizationid, verb) values ('events', $1, $2, 'edit')", [
      owned.eventid,
      owned.organizationid,
    ]);
    await db.pool.query("insert into stores (organizationid, name) values ($1, 'Tienda')", [owned.organizationid]);
    await db.pool.query("insert into coupons (organizationid, code, value) values ($1, 'HOLA', 10)", [owned.organizationid]);
    await db.pool.query('insert into profiles (organizationid, name, slug) values ($1, \'{"es": "Propio"}\', \'own\')', [
      owned.organizationid,
    ]);
  }
  await db.pool.query('insert into profiles (name, slug) values (\'{"es": "Global"}\', \'global\')');
});
afterAll(() => db.close());

const tenant = (): RequestRole => ({ role: 'tenant', organizationid: world.mine.organizationid, userid: world.mine.userid });
const platform = (): RequestRole => ({ role: 'platform', organizationid: world.mine.organizationid, userid: world.mine.userid });
const count = (who: RequestRole, table: string): Promise<number> =>
  asRole(db.pool, who, (client) => valueOf<number>(client, `select count(*) from ${table}`));
const owners = (who: RequestRole, table: string): Promise<(number | null)[]> =>
  asRole(db.pool, who, async (client) =>
    (await client.query<{ organizationid: number | null }>(`select distinct organizationid from ${table} order by 1`)).rows.map(
      (row) => row.organizationid,
    ),
  );

const strictlyOwned = registry.all.filter((resource) => ownership(resource, registry) === 'strict').map(({ name }) => name);

describe('the tenant role', () => {
  test.each([...strictlyOwned, 'audits'])('sees rows of its organization only in %s', async (table) => {
    const seen = await owners(tenant(), table);
    expect(seen.every((each) => each === world.mine.organizationid)).toBe(true);
  });

  test.each(['organizations', 'events', 'distances', 'inscriptions', 'inscription_log', 'memberships', 'coupons', 'stores', 'audits'])(
    'sees its own rows of %s, and not all rows',
    async (table) => {
      expect(await count(tenant(), table)).toBe(1);
      expect(await valueOf<number>(db.pool, `select count(*) from ${table}`)).toBe(2);
    },
  );

  test('sees shared rows of everyone and its own', async () => {
    expect(await owners(tenant(), 'profiles')).toEqual([world.mine.organizationid, null]);
  });

  test('may not write a row for everyone', async () => {
    const answer = await refusal(
      asRole(db.pool, tenant(), (client) => client.query('insert into profiles (name, slug) values (\'{"es": "X"}\', \'x\')')),
    );
    expect(answer.code).toBe(sqlState.forbidden);
  });

  test('sees people who belong to its organization and nobody else', async () => {
    const seen = await asRole(
      db.pool,
      tenant(),
      async (client) => (await client.query<{ userid: number }>('select userid from users')).rows,
    );
    expect(seen).toEqual([{ userid: world.mine.userid }]);
  });

  test('no longer sees a person whose membership was removed', async () => {
    const rolledBack = new Error('rolled back');
    const work = withOwner(db.pool, async (client) => {
      await client.query('update memberships set deleted_at = now() where membershipid = $1', [world.mine.membershipid]);
      await client.query(`set local role dorsal_tenant; set local app.org = '${world.mine.organizationid}'`);
      expect(await valueOf<number>(client, 'select count(*) from users')).toBe(0);
      throw rolledBack;
    });
    await expect(work).rejects.toBe(rolledBack);
  });

  test('adds a person and their membership without reading other people', async () => {
    await asRole(db.pool, tenant(), async (client) => {
      const userid = await valueOf<number>(client, "select nextval(pg_get_serial_sequence('users', 'userid'))");
      await client.query("insert into users (userid, email, first_name, last_name) values ($1, 'new@mine.example', 'Sol', 'Paz')", [
        userid,
      ]);
      await client.query("insert into memberships (userid, email, name, organizationid) values ($1, 'new@mine.example', 'Sol Paz', $2)", [
        userid,
        world.mine.organizationid,
      ]);
      expect(await valueOf<number>(client, 'select count(*) from users where userid = $1', [userid])).toBe(1);
      await client.query('delete from memberships where userid = $1', [userid]);
    });
  });

  test('sees nothing of the platform, and the catalogue only to read', async () => {
    expect(await count(tenant(), 'web_users')).toBe(0);
    expect(await count(tenant(), 'states')).toBe(1);
    const answer = await refusal(asRole(db.pool, tenant(), (client) => client.query("update states set name = 'X'")));
    expect(answer.code).toBe(sqlState.forbidden);
  });

  test('sees nothing without an organization', async () => {
    expect(await count({ ...tenant(), organizationid: null }, 'events')).toBe(0);
  });

  test('changes no row of another organization', async () => {
    const changed = await asRole(db.pool, tenant(), (client) =>
      client.query("update events set city = 'X' where eventid = $1", [world.theirs.eventid]),
    );
    expect(changed.rowCount).toBe(0);
  });

  test('may not give a row away', async () => {
    const answer = await refusal(
      asRole(db.pool, tenant(), (client) => client.query('update coupons set organizationid = $1', [world.theirs.organizationid])),
    );
    expect(answer.code).toBe(sqlState.forbidden);
  });

  test.each(['auth_sessions', 'auth_credentials', 'auth_identities', 'auth_limits', 'auth_notices', 'dorsal_state', 'dorsal_rules'])(
    'never reaches %s',
    async (table) => {
      for (const who of [tenant(), platform()])
        expect((await refusal(asRole(db.pool, who, (client) => client.query(`select * from ${table}`)))).code).toBe(sqlState.forbidden);
    },
  );
});

describe('the platform role', () => {
  test.each(['organizations', 'events', 'inscriptions', 'users', 'web_users', 'coupons'])('sees every row of %s', async (table) => {
    expect(await count(platform(), table)).toBe(await valueOf<number>(db.pool, `select count(*) from ${table}`));
  });
  test('owns nothing', async () => {
    expect((await refusal(asRole(db.pool, platform(), (client) => client.query('drop table coupons')))).code).toBe(sqlState.forbidden);
  });
});

describe('the safety net itself', () => {
  test('every table is under row-level security, except those that no request reaches, the stamp and the notes of changes', async () => {
    const { rows } = await db.pool.query<{ relname: string }>(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity order by 1",
    );
    const open = rows.map(({ relname }) => relname);
    expect(open).toEqual([
      'access_stamp',
      'auth_api_keys',
      'auth_credentials',
      'auth_identities',
      'auth_invitations',
      'auth_key_uses',
      'auth_limits',
      'auth_notices',
      'auth_recovery_codes',
      'auth_second_factors',
      'auth_secret_mark',
      'auth_sessions',
      'auth_tickets',
      'dorsal_rules',
      'dorsal_state',
      'followup_secrets',
      'gateway_cards',
      'gateway_charges',
      'gateway_refunds',
      'import_keys',
      'inbox_letters',
      'letter_tests',
      'letters_under_way',
      'list_changes',
      'local_invoices',
      'local_records',
      'mail_outbox',
      'mirror_reports',
      'mirror_states',
      'mirror_troubles',
      'reminder_letters',
      'report_asks',
      'report_files',
      'report_letters',
      'result_places',
      'stored_objects',
      'stored_pieces',
      'subscription_letters',
      'webhook_secrets',
    ]);
    const reached = await db.pool.query<{ name: string }>(
      "select t.name from unnest($1::text[]) t(name), unnest(array['dorsal_tenant', 'dorsal_platform', 'dorsal_public']) r(role) where has_table_privilege(r.role, t.name, 'select, insert, update, delete')",
      [open.filter((name) => name !== 'access_stamp' && name !== 'list_changes')],
    );
    expect(reached.rows).toEqual([]);
  });

  test('fails when a policy is removed: foreign rows appear', async () => {
    const undone = new Error('undone');
    const work = withOwner(db.pool, async (client) => {
      await client.query('alter table inscriptions disable row level security');
      await client.query(`set local role dorsal_tenant; set local app.org = '${world.mine.organizationid}'`);
      const { rows } = await client.query<{ organizationid: number }>('select distinct organizationid from inscriptions order by 1');
      expect(rows.map((row) => row.organizationid)).toEqual([world.mine.organizationid, world.theirs.organizationid]);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(await owners(tenant(), 'inscriptions')).toEqual([world.mine.organizationid]);
  });

  test('a client keeps nothing of the request before it', async () => {
    await asRole(db.pool, tenant(), (client) => client.query('select 1'));
    expect(
      await withOwner(db.pool, (client) => valueOf<string | null>(client, "select nullif(current_setting('app.org', true), '')")),
    ).toBeNull();
    expect(await withOwner(db.pool, (client) => valueOf<number>(client, 'select count(*) from events'))).toBe(2);
  });
});

describe('transactions', () => {
  test('undo everything when the work throws', async () => {
    await expect(
      withOwner(db.pool, async (client) => {
        await client.query("update events set city = 'Perdida'");
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await valueOf<number>(db.pool, "select count(*) from events where city = 'Perdida'")).toBe(0);
  });

  test('never report as done what the database undid', async () => {
    await expect(
      withOwner(db.pool, async (client) => {
        await client.query('select 1 / 0').catch(() => undefined);
      }),
    ).rejects.toThrow('failed before it was committed');
  });
});
