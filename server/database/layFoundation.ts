import { createHash } from 'node:crypto';
import type pg from 'pg';
import { foundationSql } from '@/schema/project/security';
import { DatabaseError } from './DatabaseError';
import { rulesTable } from './rules/applyRules';
import { codeOf, messageOf } from './faults';

const attempts = 5,
  pauseMs = 50,
  noRight = '42501';
const state = `create table if not exists public.dorsal_state (name text primary key, hash text not null, applied timestamptz not null default now()); ${rulesTable}`;
const hash = createHash('sha256').update(foundationSql).digest('hex');

/** A database restored into another cluster has no roles; one restored by another user lacks that user's membership in them. */
const whole = `
  select exists (select 1 from public.dorsal_state where name = 'foundation' and hash = $1)
     and (select count(*) = 3 from pg_extension where extname in ('pg_trgm', 'unaccent', 'btree_gist'))
     and to_regprocedure('public.immutable_unaccent(text)') is not null
     and (select count(*) = 3 from pg_roles where rolname in ('dorsal_tenant', 'dorsal_platform', 'dorsal_public')
            and pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)) as whole`;

const apply = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin');
  try {
    await client.query(foundationSql);
    await client.query(
      "insert into public.dorsal_state (name, hash) values ('foundation', $1) on conflict (name) do update set hash = excluded.hash, applied = now()",
      [hash],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const isRace = (error: unknown): boolean => ['XX000', '40001', '40P01', '23505'].includes(codeOf(error));
/** Roles belong to the whole cluster, where another database may migrate at the same time. */
const applyPatiently = async (client: pg.ClientBase): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply(client);
      return;
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await new Promise((done) => setTimeout(done, pauseMs * attempt));
    }
  }
};

/** The statements that an administrator has to run, when the database refused them to its user. */
export const explainRight = (error: unknown): unknown =>
  codeOf(error) === noRight
    ? new DatabaseError(
        `The database user lacks a right: ${messageOf(error)}. Once, as an administrator: create extension pg_trgm; create extension unaccent; create extension btree_gist; ` +
          'create role dorsal_tenant nologin; create role dorsal_platform nologin; create role dorsal_public nologin; grant dorsal_tenant, dorsal_platform, dorsal_public to the user of DATABASE_URL.',
        { cause: error },
      )
    : error;

/** Creates what every database needs before its first table: extensions, a function, roles. It locks nothing that requests use. */
export const layFoundation = async (client: pg.ClientBase): Promise<void> => {
  await client.query(state);
  const { rows } = await client.query<{ whole: boolean }>(whole, [hash]);
  if (rows[0]?.whole) return;
  await applyPatiently(client).catch((error: unknown) => {
    throw explainRight(error);
  });
};
