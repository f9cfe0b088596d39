import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionKeys, regionalKeys } from '@/schema';
import type { Database } from '../../server/database/openDatabase';
import { checkRoles } from '../../server/reference/checkRoles';
import { grantsOf, profileSlugs } from '../../server/reference/profiles';
import { seedReference } from '../../server/reference/seedReference';
import { openTestDatabase } from '../support/database';

let database: Database;
const rows = async <T extends object>(text: string): Promise<readonly T[]> => (await database.pool.query<T>(text)).rows;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedReference(database.pool);
});
afterAll(() => database.close());

test('numbers Mexico 1 and its states from 1 to 32, each with its region', async () => {
  expect(await rows("select countryid, code, name, phone_code from countries where code in ('MX', 'FR') order by 1")).toEqual([
    { countryid: 1, code: 'MX', name: { es: 'México', en: 'Mexico' }, phone_code: '+52' },
    { countryid: 76, code: 'FR', name: { es: 'Francia', en: 'France' }, phone_code: '+33' },
  ]);
  const regions = await rows<{ region: string; states: string }>(
    "select region, string_agg(code, ' ' order by stateid) as states from states group by region order by region",
  );
  expect(Object.fromEntries(regions.map(({ region, states }) => [region, states]))).toEqual({
    bajio: 'AGU COL GUA JAL MIC NAY QUE SLP',
    centro: 'CMX HID MEX MOR PUE TLA',
    noreste: 'COA NLE TAM',
    norte: 'BCN BCS CHH DUR SIN SON ZAC',
    sur: 'CHP GRO OAX',
    sureste: 'CAM ROO TAB VER YUC',
  });
  expect(await rows("select stateid from states where code in ('CMX', 'NLE', 'YUC') order by 1")).toEqual([
    { stateid: 9 },
    { stateid: 19 },
    { stateid: 31 },
  ]);
});

test('makes one role of every key, named in both languages', async () => {
  const roles = await rows<{ slug: string; category: string; name: { es: string; en: string } }>(
    'select slug, category, name from roles order by sort',
  );
  expect(roles.map(({ slug }) => slug)).toEqual([...permissionKeys, ...regionalKeys]);
  expect(roles.filter(({ name }) => !name.es || !name.en)).toEqual([]);
  expect(roles.filter(({ category }) => category === 'REGIONAL').map(({ slug }) => slug)).toEqual([...regionalKeys]);
  expect(roles.find(({ slug }) => slug === 'create-suscriptions')?.category).toBe('APOLO-SUSCRIPTIONS');
});

test('stores the profiles with the keys of the table', async () => {
  const stored = await rows<{ profile: string; role: string; access: string }>(
    'select p.slug as profile, r.slug as role, pr.access from profile_roles pr join profiles p on p.profileid = pr.profileid join roles r on r.roleid = pr.roleid where p.is_system',
  );
  for (const profile of profileSlugs) {
    const keys = stored
      .filter((each) => each.profile === profile)
      .map(({ role, access }) => `${role} ${access}`)
      .sort();
    expect(keys).toEqual(
      grantsOf(profile)
        .map(({ role, access }) => `${role} ${access}`)
        .sort(),
    );
  }
});

test('never gives the restricting key to those who need contact data, and all others to the super administrator', () => {
  const holders = profileSlugs.filter((profile) => grantsOf(profile).some(({ role }) => role === 'reports-wo-contact-info'));
  expect(holders).toEqual(['organizer', 'kit-delivery', 'timing', 'sponsor-viewer']);
  const keys = new Set<string>(grantsOf('super-admin').map(({ role }) => role));
  expect(permissionKeys.filter((key) => !keys.has(key))).toEqual(['reports-wo-contact-info']);
  expect(grantsOf('fmtri-admin').map(({ role, access }) => `${role} ${access}`)).toEqual([
    'web-users view',
    'fmtri-affiliations edit',
    'fmtri-affiliation-types edit',
    'fmtri-affiliate-users edit',
    'national edit',
  ]);
});

test('changes nothing the second time, and keeps what administrators made of a profile', async () => {
  const count =
    'select (select count(*) from countries) + (select count(*) from states) + (select count(*) from roles) + (select count(*) from profiles) + (select count(*) from profile_roles) as rows';
  await database.pool.query('update profiles set name = \'{"es": "Carreras"}\' where slug = \'organizer\'');
  const before = await rows(count);
  await seedReference(database.pool);
  expect(await rows(count)).toEqual(before);
  expect(await rows("select name from profiles where slug = 'organizer'")).toEqual([{ name: { es: 'Carreras' } }]);
});

test('refuses a database with a role that no version of the product checks', async () => {
  await database.pool.query(`insert into roles (category, slug, name) values ('EVENT', 'event-teleport', '{"es": "Teletransporte"}')`);
  await expect(seedReference(database.pool)).rejects.toThrow(
    'S001 the roles of the database are not the keys of this version: unknown event-teleport',
  );
  await database.pool.query("update roles set slug = 'inbody-old' where slug = 'inbody'");
  await expect(checkRoles(database.pool)).rejects.toThrow('missing inbody; unknown event-teleport, inbody-old');
});
