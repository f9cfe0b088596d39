import type pg from 'pg';
import { withOwner } from '../database/transaction';
import { checkRoles } from './checkRoles';
import { countries } from './countries';
import { grantsOf, profileNames, profileSlugs, type ProfileSlug } from './profiles';
import { roles } from './roles';
import { states } from './states';

/** Any number, the same in every process: whoever holds it writes the catalogues. */
const referenceLock = 7_321_506;

const nextKey = (table: string, key: string): string =>
  `select setval(pg_get_serial_sequence('${table}', '${key}'), (select max("${key}") from ${table}))`;

const seedCountries = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    `insert into countries (countryid, code, name, phone_code)
     select countryid, code, name, phone_code from json_populate_recordset(null::countries, $1)
     on conflict (countryid) do update set code = excluded.code, name = excluded.name, phone_code = excluded.phone_code, updated = now()
      where (countries.code, countries.name, countries.phone_code) is distinct from (excluded.code, excluded.name, excluded.phone_code)`,
    [JSON.stringify(countries)],
  );
  await client.query(nextKey('countries', 'countryid'));
};

const seedStates = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    `insert into states (stateid, countryid, code, name, region)
     select stateid, 1, code, name, region from json_populate_recordset(null::states, $1) on conflict (stateid) do nothing`,
    [JSON.stringify(states)],
  );
  await client.query(nextKey('states', 'stateid'));
};

const seedRoles = async (client: pg.ClientBase): Promise<void> => {
  const rows = JSON.stringify(roles);
  await client.query(
    `update roles r set category = n.category, name = n.name, sort = n.sort, updated = now()
       from json_populate_recordset(null::roles, $1) n
      where n.slug = r.slug and r.deleted_at is null and (r.category, r.name, r.sort) is distinct from (n.category, n.name, n.sort)`,
    [rows],
  );
  await client.query(
    `insert into roles (category, slug, name, sort)
     select n.category, n.slug, n.name, n.sort from json_populate_recordset(null::roles, $1) n
      where not exists (select 1 from roles r where r.slug = n.slug and r.deleted_at is null) order by n.sort`,
    [rows],
  );
};

const seedProfile = (client: pg.ClientBase, slug: ProfileSlug): Promise<pg.QueryResult> =>
  client.query(
    `with made as (insert into profiles (slug, name, is_system) values ($1, $2, true) returning profileid)
     insert into profile_roles (profileid, roleid, access)
     select made.profileid, r.roleid, n.access
       from made, json_to_recordset($3) as n (role text, access text) join roles r on r.slug = n.role and r.deleted_at is null`,
    [slug, JSON.stringify(profileNames[slug]), JSON.stringify(grantsOf(slug))],
  );

/** A profile that exists keeps what administrators made of it. */
const seedProfiles = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ slug: string }>('select slug from profiles where is_system and organizationid is null');
  const known = new Set(rows.map(({ slug }) => slug));
  for (const slug of profileSlugs.filter((each) => !known.has(each))) await seedProfile(client, slug);
};

/** Writes what every installation needs before anybody signs in: countries, states, roles and the system profiles. Safe to run at every start. */
export const seedReference = (pool: pg.Pool): Promise<void> =>
  withOwner(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [referenceLock]);
    await seedCountries(client);
    await seedStates(client);
    await seedRoles(client);
    await seedProfiles(client);
    await checkRoles(client);
  });
