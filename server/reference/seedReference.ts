import type pg from 'pg';
import { countries as countriesTable } from '@/resources/countries/countries';
import { profile_roles } from '@/resources/profile_roles/profile_roles';
import { profiles } from '@/resources/profiles/profiles';
import { roles as rolesTable } from '@/resources/roles/roles';
import { states as statesTable } from '@/resources/states/states';
import { withOwner } from '../database/transaction';
import { checkRoles } from './checkRoles';
import { countries } from './countries';
import { grantsOf, profileNames, profileSlugs, type ProfileSlug } from './profiles';
import { roles } from './roles';
import { states } from './states';
import { columnsOf, type Column } from '../kernel/columnsOf';
import { runnerOf } from '../kernel/runnerOf';
import { execute, selectAll, type Runner } from '../kernel/select';
import { sql, type PlainText, type SQL } from '../kernel/sql';

/** Any number that is the same in every process: the process that holds this lock writes the catalogues. */
const referenceLock = 7_321_506;

const { raw } = sql;
const c = columnsOf(countriesTable);
const s = columnsOf(statesTable);
const k = columnsOf(rolesTable);
const p = columnsOf(profiles);
const pr = columnsOf(profile_roles);
const old = columnsOf(rolesTable, 'r');
const n = columnsOf(rolesTable, 'n');

const nextKey = (table: PlainText, key: Column<number>): SQL =>
  sql`select setval(pg_get_serial_sequence(${table.text}, ${raw(`'${key.text.replaceAll('"', '')}'`)}), (select max(${key}) from ${table}))`;
const names = (...columns: readonly Column<unknown>[]): SQL => raw(columns.map(({ text }) => text).join(', '));
const of = (alias: string, ...columns: readonly Column<unknown>[]): SQL => raw(columns.map(({ text }) => `${alias}.${text}`).join(', '));

const seedCountries = async (runner: Runner): Promise<void> => {
  const said = [c.code, c.name, c.phone_code] as const;
  await execute(
    runner,
    sql`insert into ${c} (${names(c.countryid, ...said)})
     select ${names(c.countryid, ...said)} from json_populate_recordset(null::${c}, ${JSON.stringify(countries)})
     on conflict (${c.countryid}) do update set (${names(...said, c.updated)}) = row(${of('excluded', ...said)}, now())
      where (${of('countries', ...said)}) is distinct from (${of('excluded', ...said)})`,
  );
  await execute(runner, nextKey(c, c.countryid));
};

const seedStates = async (runner: Runner): Promise<void> => {
  await execute(
    runner,
    sql`insert into ${s} (${names(s.stateid, s.countryid, s.code, s.name, s.region)})
     select ${s.stateid}, 1, ${names(s.code, s.name, s.region)} from json_populate_recordset(null::${s}, ${JSON.stringify(states)}) on conflict (${s.stateid}) do nothing`,
  );
  await execute(runner, nextKey(s, s.stateid));
};

const seedRoles = async (runner: Runner): Promise<void> => {
  const given = sql`json_populate_recordset(null::${k}, ${JSON.stringify(roles)}) n`;
  await execute(
    runner,
    sql`update ${old} set ${k.category} = ${n.category}, ${k.name} = ${n.name}, ${k.sort} = ${n.sort}, ${k.updated} = now()
       from ${given}
      where ${n.slug} = ${old.slug} and ${old.deleted_at} is null and (${old.category}, ${old.name}, ${old.sort}) is distinct from (${n.category}, ${n.name}, ${n.sort})`,
  );
  await execute(
    runner,
    sql`insert into ${k} (${names(k.category, k.slug, k.name, k.sort)})
     select ${n.category}, ${n.slug}, ${n.name}, ${n.sort} from ${given}
      where not exists (select 1 from ${old} where ${old.slug} = ${n.slug} and ${old.deleted_at} is null) order by ${n.sort}`,
  );
};

const seedProfile = (runner: Runner, slug: ProfileSlug): Promise<void> =>
  execute(
    runner,
    sql`with made as (insert into ${p} (${names(p.slug, p.name, p.is_system)}) values (${slug}, ${JSON.stringify(profileNames[slug])}::jsonb, true) returning ${p.profileid})
     insert into ${pr} (${names(pr.profileid, pr.roleid, pr.access)})
     select made.profileid, ${old.roleid}, n.access
       from made, json_to_recordset(${JSON.stringify(grantsOf(slug))}) as n (role text, access text) join ${old} on ${old.slug} = n.role and ${old.deleted_at} is null`,
  );

/** An existing profile keeps the changes of administrators. */
const seedProfiles = async (runner: Runner): Promise<void> => {
  const known: ReadonlySet<string> = new Set(
    await selectAll(runner, p.slug, sql`from ${p} where ${p.is_system} and ${p.organizationid} is null`),
  );
  for (const slug of profileSlugs.filter((each) => !known.has(each))) await seedProfile(runner, slug);
};

/**
 * Writes what every installation needs before anybody signs in: countries, states, roles and the system profiles. It may run at every
 * start.
 */
export const seedReference = (pool: pg.Pool): Promise<void> =>
  withOwner(pool, async (client) => {
    const runner = runnerOf(client);
    await execute(runner, sql`select pg_advisory_xact_lock(${referenceLock})`);
    await seedCountries(runner);
    await seedStates(runner);
    await seedRoles(runner);
    await seedProfiles(runner);
    await checkRoles(client);
  });
