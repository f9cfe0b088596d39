import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hooks } from '../../server/hooks';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import { readConfig } from '../../server/config';
import { loadPlugins } from '../../server/plugins/loadPlugins';
import { startJobs } from '../../server/startJobs';
import type { Worker } from '../../server/jobs/worker';
import { registry } from '@/resources';
import { eventually, sleepers } from '../support/eventually';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, root: Person, worker: Worker | null;
/** The work of a server by itself, as an installation with these variables does it. */
const serve = async (variables: Readonly<Record<string, string>> = {}): Promise<void> => {
  const config = readConfig({ AUTH_SECRET: 'a secret of tests that is long enough', NODE_ENV: 'test', ...variables });
  worker = startJobs({
    config,
    database: world.database,
    waysOut: { mail: null, gateway: null, push: null, invoicing: null, storages: createObjectStorages(config, world.pool) },
    mirrored: [],
    assembled: await loadPlugins([], { registry, hooks }),
    attention: { isWanted: () => false },
  });
  if (worker) sleepers.add(worker);
};
beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Compañía', { is_platform: true });
  await addPerson(world.pool, 'root', [{ org, profile: 'super-admin', regions: ['national'] }]);
  root = world.as('root', org);
});
beforeEach(() => world.pool.query('delete from jobs'));
afterEach(async () => {
  if (worker) sleepers.delete(worker);
  await worker?.stop();
  worker = null;
});
afterAll(() => world.close());

const jobOf = async (queue: string) => {
  const only = encodeURIComponent(JSON.stringify({ field: 'queue', op: 'eq', value: queue }));
  const [listed] = (await root.get(`/v2/general/jobs?filter=${only}`)).body;
  return listed && (await root.get(`/v2/general/jobs/${listed.jobid}`)).body;
};
const account = async (first_name: string, email: string): Promise<number> =>
  (
    await root.post('/v2/user/web_users', {
      first_name,
      last_name: 'Mendoza',
      second_last_name: 'Ríos',
      gender: 'F',
      birth_date: '1988-04-12',
      email,
    })
  ).body.web_userid;
const suggested = async (): Promise<readonly (readonly number[])[]> =>
  (
    await world.pool.query(
      "select least(survivor_userid, loser_userid)::int as one, greatest(survivor_userid, loser_userid)::int as other from user_merges where status = 'suggested' order by 1, 2",
    )
  ).rows.map(({ one, other }) => [one, other]);
/** The hour of the clock on a wall in Mexico City. */
const hourOf = (instant: string): string =>
  new Date(instant).toLocaleTimeString('es-MX', { timeZone: 'America/Mexico_City', hour12: false, hour: '2-digit', minute: '2-digit' });
const dayMs = 24 * 3600 * 1000;
/** As if the night had come. */
const nightComes = async (queue: string): Promise<void> => {
  await world.pool.query("update jobs set next_at = now() - interval '1 second' where queue = $1", [queue]);
};

describe('accounts that may be one person', () => {
  test('are looked for every minute, which the screen of jobs says, and found without anybody asking', async () => {
    await serve();
    await eventually(async () =>
      expect(await jobOf('twins')).toMatchObject({ status: 'waiting', every_seconds: 60, error: null, portions: expect.any(Number) }),
    );
    const one = await account('Laura', 'laura@example.com'),
      other = await account('Lauraa', 'lauraa@example.com');
    expect(await suggested()).toEqual([]);
    await nightComes('twins');
    await eventually(async () => expect(await suggested()).toEqual([[one, other]]));
  });

  test('are looked for every night where holds never expire', async () => {
    await serve({ EXPIRE_SECONDS: '0' });
    await eventually(async () =>
      expect(await jobOf('twins')).toMatchObject({ every_seconds: null, cron: '15 3 * * *', timezone: 'America/Mexico_City' }),
    );
    const { next_at } = await jobOf('twins');
    expect(hourOf(next_at)).toBe('03:15');
    expect(Date.parse(next_at) - Date.now()).toBeLessThanOrEqual(dayMs);
    const before = await suggested();
    const one = await account('Beatriz', 'beatriz@example.com'),
      other = await account('Beatris', 'beatris@example.com');
    await nightComes('twins');
    await eventually(async () => expect(await suggested()).toEqual([...before, [one, other]]));
    await eventually(async () => {
      const after = await jobOf('twins');
      expect(after).toMatchObject({ status: 'waiting', error: null });
      expect(hourOf(after.next_at)).toBe('03:15');
    });
  });
});

test('the night removes looks that are kept no longer, by the setting of their organization', async () => {
  await serve();
  await eventually(async () => expect(await jobOf('cleaning')).toMatchObject({ cron: '15 3 * * *', timezone: 'America/Mexico_City' }));
  await world.pool.query('update organizations set looks_months = 12');
  for (const months of [11, 13])
    await world.pool.query(
      `insert into audits (resource, recordid, verb, action, organizationid, created) select 'web_users', $1::int, 'read', 'contact', min(organizationid), now() - make_interval(months => $1::int) from organizations`,
      [months],
    );
  await nightComes('cleaning');
  await eventually(async () =>
    expect(
      (
        await world.pool.query(
          "select recordid::int as id from audits where verb = 'read' and action = 'contact' and created < now() - interval '1 month'",
        )
      ).rows,
    ).toEqual([{ id: 11 }]),
  );
});
