import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { registry } from '@/resources';
import { quote } from '../server/kernel/sql';
import type { Passwords } from '../server/auth/passwords';
import { withOwner } from '../server/database/transaction';
import { createAthletes } from './athletes';
import { calendarOf, day } from './calendar';
import { makeCompany } from './company';
import { fillContent, makeContent } from './content';
import { makeCoupons } from './coupons';
import { insertCovers } from './covers';
import { demoAccounts, demoPassword, newcomer } from '../server/demoAccounts';
import { makeEvents } from './events';
import { fillInscriptions, insertAll, insertAthletes, stride, type Scene } from './fillInscriptions';
import { fillExternalSales } from './externalSales';
import { seedFmtri } from './fmtri';
import { insertRows } from './insertRows';
import { fillDocuments } from './documents';
import { giantOrganization, makeOrganizations, platformOrganization, secondOrganization } from './organizations';
import { races } from './races';
import { seedResults } from './results';
import { makeSavedViews } from './savedViews';
import { seedSettlements } from './settlements';
import { seedStandings } from './standings';
import { seedSponsors } from './sponsors';
import { fillPublicLinks } from './publicLinks';
import { makeStaff, type Catalogue } from './staff';
import { seedWaitlists } from './waitlists';
import { countPoints, seedWeb } from './web/seedWeb';
import { fillComments } from './comments';
import { fillInbox } from './inbox';
import { insertKits } from './kits';
import { fillStore } from './store';
import { fillLetters } from './letters';
import { fillMailings } from './mailings';
import { withBareTables } from './withBareTables';

export interface DemoOptions {
  /** Hashes the password of the demo accounts; without it nobody can sign in before `giveAccounts`. */
  readonly passwords?: Pick<Passwords, 'hash'>;
  readonly inscriptions?: number;
  readonly now?: Date;
  /** Stops before the next statement once aborted, and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number, what: 'athletes' | 'inscriptions' | 'indexes') => void;
}

const usual = 60_000,
  perAthlete = 0.58,
  spare = 200;
const heavy = [
  'web_users',
  'inscriptions',
  'inscription_log',
  'orders',
  'payments',
  'coupon_uses',
  'bibs',
  'tshirt_movements',
  'wallet_movements',
  'question_answers',
  'exoneration_signatures',
] as const;
const numbered = [
  'organizations',
  'stores',
  'users',
  'memberships',
  'events',
  'distances',
  'price_tiers',
  'age_categories',
  'coupon_batches',
  'coupons',
  'web_users',
  'inscriptions',
  'orders',
  'payments',
  'bib_pools',
  'bibs',
  'tshirt_models',
  'tshirt_stock',
  'wallets',
  'wallet_movements',
  'waves',
  'event_questions',
  'convocatories',
  'exonerations',
  'apolo_plans',
  'apolo_subscriptions',
  'report_templates',
  'report_schedules',
  'import_jobs',
  'fmtri_affiliation_types',
  'fmtri_affiliate_users',
  'fmtri_affiliations',
  'serial_rankings',
  'serial_standings',
  'store_sales',
];

/** Whether there is data that somebody created. */
export const hasData = async (pool: pg.Pool): Promise<boolean> => (await pool.query('select 1 from organizations limit 1')).rows.length > 0;

const numbersOf = async (client: pg.ClientBase, text: string): Promise<ReadonlyMap<string, number>> =>
  new Map((await client.query<{ name: string; number: number }>(text)).rows.map(({ name, number }) => [name, Number(number)]));

const catalogueOf = async (client: pg.ClientBase): Promise<Catalogue> => ({
  roleid: await numbersOf(client, 'select slug as name, roleid as number from roles where deleted_at is null'),
  profileid: await numbersOf(
    client,
    'select slug as name, profileid as number from profiles where is_system and organizationid is null and deleted_at is null',
  ),
});

const insertCredentials = async (client: pg.ClientBase, passwords: Pick<Passwords, 'hash'>): Promise<void> => {
  const accounts = [...demoAccounts, newcomer];
  await client.query(
    `insert into auth_credentials (userid, password_hash, demo) select u.userid, $3, true
       from unnest($1::bigint[], $2::text[]) as demo (userid, email) join users u on u.userid = demo.userid and u.email = demo.email`,
    [accounts.map(({ userid }) => userid), accounts.map(({ email }) => email), await passwords.hash(demoPassword)],
  );
};

/** Gives the demo accounts their password where nobody can sign in yet, as in a copy of an image. */
export const giveAccounts = (pool: pg.Pool, passwords: Pick<Passwords, 'hash'>): Promise<void> =>
  withOwner(pool, async (client) => {
    if ((await client.query('select 1 from auth_credentials limit 1')).rows.length === 0) await insertCredentials(client, passwords);
  });

/** Every record has a fixed number; the numbers of later records follow. */
const advanceKeys = async (client: pg.ClientBase): Promise<void> => {
  for (const name of numbered) {
    const { key } = registry.get(name);
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', '${key}'), (select max(${quote(key)}) from ${quote(name)})) where exists (select 1 from ${quote(name)})`,
    );
  }
};

/** What follows from the sold seats, once the database has counted them. */
const settle = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    `insert into gateway_cards (card_key, session, last4) select card_ref, card_ref, card_last4 from apolo_subscriptions where card_ref is not null`,
  );
  await client.query(
    "update distances d set capacity = greatest(1, d.sold_count + d.held_count), status = 'sold_out' from events e where e.eventid = d.eventid and e.status = 'sold_out'",
  );
  await client.query(
    'update events e set capacity = s.seats from (select eventid, sum(capacity)::int as seats from distances group by eventid) s where s.eventid = e.eventid',
  );
  await client.query(
    "update coupons set status = 'exhausted' where status = 'active' and max_uses is not null and uses_count + reserved_count >= max_uses",
  );
};

const write = async (
  client: pg.ClientBase,
  { inscriptions = usual, now = new Date(), passwords, onProgress = () => {} }: DemoOptions,
): Promise<void> => {
  const calendar = calendarOf(now);
  const { plans, tables } = makeEvents(calendar, inscriptions);
  const coupons = makeCoupons(plans, calendar);
  const countries = await numbersOf(client, 'select code as name, countryid as number from countries');
  const most = Math.max(...plans.map(({ count }) => count));
  const wanted = Math.max(Math.ceil(inscriptions * perAthlete), Math.ceil(most * 1.1)) + spare;
  const athletes = wanted % stride === 0 ? wanted + 1 : wanted;
  const scene: Scene = {
    client,
    calendar,
    athletes,
    counts: new Uint16Array(athletes + 1),
    athleteOf: createAthletes(calendar, (code) => countries.get(code) ?? 1),
    report: onProgress,
  };
  const [staff, seats] = makeStaff(calendar, await catalogueOf(client));
  await insertAll(client, [...makeOrganizations(calendar), staff, ...tables, ...seats, ...coupons.tables, ...makeContent(plans)]);
  await insertCovers(client, races, calendar.today - 900 * day);
  if (passwords) await insertCredentials(client, passwords);
  await client.query("set local maintenance_work_mem = '256MB'");
  await withBareTables(
    client,
    heavy,
    async () => {
      const wallets = await fillInscriptions(scene, plans, coupons.byEvent);
      await insertAthletes(scene);
      await insertAll(client, wallets);
      await fillContent(client, plans);
    },
    () => onProgress(0, 1, 'indexes'),
  );
  await insertRows(client, 'saved_views', makeSavedViews());
  await settle(client);
  await seedWaitlists(client, calendar);
  await insertKits(client, calendar);
  await insertAll(client, makeCompany({ ...scene, plans }));
  await fillStore(client, calendar);
  await fillExternalSales(client, calendar);
  await seedSponsors(client, calendar, platformOrganization);
  await seedWeb(client, calendar, [platformOrganization, giantOrganization, secondOrganization]);
  await fillPublicLinks(client, calendar);
  await fillDocuments(client, calendar);
  await fillLetters(client, calendar);
  await fillMailings(client, calendar);
  await seedFmtri(client, calendar);
  await seedResults(client, calendar);
  await countPoints(client);
  await fillComments(client, calendar);
  await fillInbox(client, calendar);
  await seedStandings(client, calendar);
  await advanceKeys(client);
};

/**
 * A client that starts no statement after the signal. A turn of the event loop lets the signal arrive, because the embedded database
 * answers without one.
 */
const heeding = (client: pg.PoolClient, signal: AbortSignal): pg.PoolClient =>
  new Proxy(client, {
    get: (target, name) =>
      name !== 'query'
        ? Reflect.get(target, name)
        : async (...statement: Parameters<pg.PoolClient['query']>) => {
            await setImmediate();
            signal.throwIfAborted();
            return target.query(...statement);
          },
  });

/**
 * Fills an empty database with organizations, events, athletes and inscriptions that belong together. Does nothing when there are
 * organizations.
 */
export const seedDemo = async (pool: pg.Pool, options: DemoOptions): Promise<boolean> => {
  if (await hasData(pool)) return false;
  const { signal } = options;
  await withOwner(pool, (client) => write(signal ? heeding(client, signal) : client, options));
  await seedSettlements(pool, options.now ?? new Date());
  await pool.query('analyze');
  return true;
};
