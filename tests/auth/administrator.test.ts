import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAdministrator, type NewAdministrator } from '../../server/addAdministrator';
import type { AuthDeps } from '../../server/auth/auth';
import { loadMember } from '../../server/kernel/grants';
import type { Database } from '../../server/database/openDatabase';
import { openTestDatabase } from '../support/database';
import { openBrowser, openSite, signIn } from './support';
import { openPage, submitForm } from './support/forms';

const fresh = 'otra frase larga y secreta';
const ana: NewAdministrator = { email: 'Ana@Example.com', firstName: 'Ana', lastName: 'Ruiz', company: 'La Compañía' };
let database: Database, app: FastifyInstance, origin: string, deps: AuthDeps;
beforeAll(async () => {
  database = await openTestDatabase({ holding: 'reference' });
  ({ app, origin, deps } = await openSite(database.pool));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const count = async (table: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count;

test('an empty installation gets a company and somebody who administers everything, chooses a password by the link and signs in', async () => {
  const { link } = await addAdministrator(deps, ana);
  const browser = openBrowser(origin);
  await submitForm(browser, await openPage(browser, link), '/reset', { fresh, again: fresh });
  expect((await signIn(openBrowser(origin), origin, 'ana@example.com', fresh)).searchParams.get('error')).toBeNull();

  const {
    rows: [person],
  } = await database.pool.query<{ asdeporteid: string }>(`select asdeporteid from users where email = 'ana@example.com'`);
  const {
    rows: [company],
  } = await database.pool.query<{ organizationid: number; name: string }>('select organizationid, name from organizations');
  expect(company!.name).toBe('La Compañía');
  const client = await database.pool.connect();
  const member = await loadMember(client, person!.asdeporteid, company!.organizationid);
  client.release();
  expect(member?.grants.is_platform).toBe(true);
  expect(await count('membership_roles')).toBe(
    (await database.pool.query(`select 1 from profile_roles join profiles using (profileid) where slug = 'super-admin'`)).rows.length,
  );
  expect(await count(`audits where source = 'job' and resource in ('organizations', 'users', 'memberships')`)).toBe(3);
});

test('asked again for the same person it only makes another link; another person joins the same company', async () => {
  const before = [await count('users'), await count('memberships'), await count('membership_roles'), await count('organizations')];
  await addAdministrator(deps, ana);
  expect([await count('users'), await count('memberships'), await count('membership_roles'), await count('organizations')]).toEqual(before);
  await addAdministrator(deps, { ...ana, email: 'beto@example.com', firstName: 'Beto' });
  expect([await count('users'), await count('organizations')]).toEqual([2, 1]);
});

test('the link is good once', async () => {
  const { link } = await addAdministrator(deps, { ...ana, email: 'carla@example.com', firstName: 'Carla' });
  const browser = openBrowser(origin);
  await submitForm(browser, await openPage(browser, link), '/reset', { fresh, again: fresh });
  expect((await openPage(openBrowser(origin), link)).status).toBe(410);
});
