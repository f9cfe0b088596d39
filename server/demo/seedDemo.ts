import type pg from 'pg';
import { registry } from '@/resources';
import { quote } from '../api/sql';
import type { Passwords } from '../auth/passwords';
import { withOwner } from '../database/transaction';
import { athleteRow, createAthletes, type Athlete } from './athletes';
import { calendarOf, type Calendar } from './calendar';
import { makeCoupons } from './coupons';
import { demoAccounts, demoPassword, demoUserOf } from './demoAccounts';
import { makeEvents } from './events';
import { historyOf, type Actors } from './history';
import { makeInscription, mayEnter } from './inscriptions';
import { insertRows, type Row } from './insertRows';
import { makeOrganizations } from './organizations';
import type { CouponPlan, DistancePlan, EventPlan, TableRows } from './plans';
import { makeStaff, type Catalogue } from './staff';
import { withBareTables } from './withBareTables';

export interface DemoOptions {
  /** Hashes the password of the demo accounts. */
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly inscriptions?: number;
  readonly now?: Date;
  readonly onProgress?: (done: number, total: number, what: 'athletes' | 'inscriptions' | 'indexes') => void;
}

const usual = 60_000, chunk = 2000, stride = 7919, perAthlete = 0.58, spare = 200;
const heavy = ['web_users', 'inscriptions', 'inscription_log'] as const;
const numbered = ['organizations', 'stores', 'users', 'memberships', 'events', 'distances', 'price_tiers', 'age_categories', 'coupon_batches', 'coupons', 'web_users', 'inscriptions'];

/** Whether demo data would meet data that somebody made. */
export const hasData = async (pool: pg.Pool): Promise<boolean> => (await pool.query('select 1 from organizations limit 1')).rows.length > 0;

const numbersOf = async (client: pg.ClientBase, text: string): Promise<ReadonlyMap<string, number>> =>
  new Map((await client.query<{ name: string; number: number }>(text)).rows.map(({ name, number }) => [name, Number(number)]));

const catalogueOf = async (client: pg.ClientBase): Promise<Catalogue> => ({
  roleid: await numbersOf(client, 'select slug as name, roleid as number from roles where deleted_at is null'),
  profileid: await numbersOf(client, 'select slug as name, profileid as number from profiles where is_system and organizationid is null and deleted_at is null'),
});

const insertAll = async (client: pg.ClientBase, tables: readonly TableRows[]): Promise<void> => {
  for (const { table, rows } of tables) await insertRows(client, table, rows);
};

const insertCredentials = async (client: pg.ClientBase, passwords: DemoOptions['passwords']): Promise<void> => {
  const hash = await passwords.hash(demoPassword);
  await client.query('insert into auth_credentials (userid, password_hash, demo) select userid, $2, true from unnest($1::bigint[]) as userid', [demoAccounts.map(({ userid }) => userid), hash]);
};

/** Every record has its number already; what people add follows. */
const advanceKeys = async (client: pg.ClientBase): Promise<void> => {
  for (const name of numbered) {
    const { key } = registry.get(name);
    await client.query(`select setval(pg_get_serial_sequence('${name}', '${key}'), (select max(${quote(key)}) from ${quote(name)})) where exists (select 1 from ${quote(name)})`);
  }
};

interface Scene { readonly client: pg.ClientBase; readonly calendar: Calendar; readonly athleteOf: (number: number) => Athlete; readonly athletes: number; readonly counts: Uint16Array; readonly report: NonNullable<DemoOptions['onProgress']> }

/** Athletes come after their inscriptions, already counted: the database would else rewrite each of them as often as they register. */
const insertAthletes = async ({ client, calendar, athleteOf, athletes, counts, report }: Scene): Promise<void> => {
  for (let from = 1; from <= athletes; from += chunk) {
    const until = Math.min(athletes, from + chunk - 1);
    await insertRows(client, 'web_users', Array.from({ length: until - from + 1 }, (_, at) => ({ ...athleteRow(athleteOf(from + at), calendar), inscriptions_count: counts[from + at] })));
    report(until, athletes, 'athletes');
  }
};

/** Bibs of a distance in the order of registration. */
const createBibs = (): ((distance: DistancePlan) => number) => {
  const given = new Map<number, number>();
  return ({ distanceid, firstNumber }) => {
    const number = given.get(distanceid) ?? firstNumber;
    given.set(distanceid, number + 1);
    return number;
  };
};

/** Inscriptions of one event, one athlete each: a stride through all athletes never meets one twice. */
function* inscriptionsOf(event: EventPlan, first: number, coupons: readonly CouponPlan[], { calendar, athleteOf, athletes, counts }: Scene, actors: Actors): Generator<ReturnType<typeof historyOf>> {
  const bibOf = createBibs();
  for (let made = 0, step = 0; made < event.count; step += 1) {
    const athlete = athleteOf(((event.eventid * 104_729 + step * stride) % athletes) + 1);
    if (!mayEnter(athlete, event)) continue;
    counts[athlete.web_userid]! += 1;
    yield historyOf(makeInscription({ event, athlete, number: first + made, coupons, calendar, bibOf }), actors, calendar.now);
    made += 1;
  }
}

const insertInscriptions = async (scene: Scene, events: readonly EventPlan[], coupons: ReadonlyMap<number, readonly CouponPlan[]>): Promise<void> => {
  const actors: Actors = { support: demoUserOf('customer-support'), finance: demoUserOf('finance'), organizer: demoUserOf('organizer') };
  const total = events.reduce((sum, { count }) => sum + count, 0);
  let rows: Row[] = [], log: Row[] = [], done = 0;
  const flush = async (): Promise<void> => {
    await insertRows(scene.client, 'inscriptions', rows);
    for (let from = 0; from < log.length; from += chunk) await insertRows(scene.client, 'inscription_log', log.slice(from, from + chunk));
    done += rows.length;
    [rows, log] = [[], []];
    scene.report(done, total, 'inscriptions');
  };
  let first = 1;
  for (const event of events) {
    for (const made of inscriptionsOf(event, first, coupons.get(event.eventid) ?? [], scene, actors)) {
      rows.push(made.row);
      log.push(...made.log);
      if (rows.length === chunk) await flush();
    }
    first += event.count;
  }
  await flush();
};

/** What follows from the seats that were sold, once the database has counted them. */
const settle = async (client: pg.ClientBase): Promise<void> => {
  await client.query("update distances d set capacity = greatest(1, d.sold_count + d.held_count), status = 'sold_out' from events e where e.eventid = d.eventid and e.status = 'sold_out'");
  await client.query('update events e set capacity = s.seats from (select eventid, sum(capacity)::int as seats from distances group by eventid) s where s.eventid = e.eventid');
  await client.query("update coupons set status = 'exhausted' where status = 'active' and max_uses is not null and uses_count + reserved_count >= max_uses");
};

const write = async (client: pg.ClientBase, { inscriptions = usual, now = new Date(), passwords, onProgress = () => {} }: DemoOptions): Promise<void> => {
  const calendar = calendarOf(now);
  const { plans, tables } = makeEvents(calendar, inscriptions);
  const coupons = makeCoupons(plans, calendar);
  const countries = await numbersOf(client, 'select code as name, countryid as number from countries');
  const most = Math.max(...plans.map(({ count }) => count));
  const wanted = Math.max(Math.ceil(inscriptions * perAthlete), Math.ceil(most * 1.1)) + spare;
  const athletes = wanted % stride === 0 ? wanted + 1 : wanted;
  const scene: Scene = { client, calendar, athletes, counts: new Uint16Array(athletes + 1), athleteOf: createAthletes(calendar, (code) => countries.get(code) ?? 1), report: onProgress };
  const [staff, ...seats] = makeStaff(calendar, await catalogueOf(client));
  await insertAll(client, [...makeOrganizations(calendar), staff!, ...tables, ...seats, ...coupons.tables]);
  await insertCredentials(client, passwords);
  await client.query("set local maintenance_work_mem = '256MB'");
  await withBareTables(client, heavy, async () => {
    await insertInscriptions(scene, plans, coupons.byEvent);
    await insertAthletes(scene);
  }, () => onProgress(0, 1, 'indexes'));
  await settle(client);
  await advanceKeys(client);
};

/** Fills an empty database with organisations, events, athletes and inscriptions that hang together. Does nothing where there are organisations. */
export const seedDemo = async (pool: pg.Pool, options: DemoOptions): Promise<boolean> => {
  if (await hasData(pool)) return false;
  await withOwner(pool, (client) => write(client, options));
  await pool.query('analyze');
  return true;
};
