import type pg from 'pg';
import { nth } from '@/schema/must';
import { athleteRow, type Athlete } from './athletes';
import { createBibs } from './bibs';
import type { Calendar } from './calendar';
import { couponUseOf } from './coupons';
import { demoUserOf } from '../server/demoAccounts';
import { historyOf, type Actors } from './history';
import { makeInscription, mayEnter } from './inscriptions';
import { insertRows, type Row } from './insertRows';
import { isSeated } from './lifecycle';
import { createOrders } from './orders';
import { paymentsOf, type WalletMove } from './payments';
import type { CouponPlan, EventPlan, TableRows } from './plans';
import { createShirts } from './shirts';
import { makeWallets } from './wallets';

/** What everything is created from, and where it is written. */
export interface Scene {
  readonly client: pg.ClientBase;
  readonly calendar: Calendar;
  readonly athleteOf: (number: number) => Athlete;
  readonly athletes: number;
  /** Inscriptions of each athlete, by number. */
  readonly counts: Uint16Array;
  readonly report: (done: number, total: number, what: 'athletes' | 'inscriptions' | 'indexes') => void;
}

const chunk = 2000;
/** The step through all athletes; their number may not be a multiple of it. */
export const stride = 7919;

/** Writes tables in order. */
export const insertAll = async (client: pg.ClientBase, tables: readonly TableRows[]): Promise<void> => {
  for (const { table, rows } of tables)
    for (let from = 0; from < rows.length; from += chunk) await insertRows(client, table, rows.slice(from, from + chunk));
};

/**
 * Athletes are written after their inscriptions, with their counts, because otherwise the database would rewrite each of them for every
 * registration.
 */
export const insertAthletes = async ({ client, calendar, athleteOf, athletes, counts, report }: Scene): Promise<void> => {
  for (let from = 1; from <= athletes; from += chunk) {
    const until = Math.min(athletes, from + chunk - 1);
    await insertRows(
      client,
      'web_users',
      Array.from({ length: until - from + 1 }, (_, at) => ({
        ...athleteRow(athleteOf(from + at), calendar),
        inscriptions_count: counts[from + at],
      })),
    );
    report(until, athletes, 'athletes');
  }
};

/** Rows that are written together later. Orders are written after their inscriptions, with their counts, like athletes. */
const createBatch = (client: pg.ClientBase) => {
  const waiting: Record<'inscriptions' | 'inscription_log' | 'payments' | 'coupon_uses' | 'orders', Row[]> = {
    inscriptions: [],
    inscription_log: [],
    payments: [],
    coupon_uses: [],
    orders: [],
  };
  const flush = async (): Promise<number> => {
    const count = waiting.inscriptions.length;
    await insertAll(
      client,
      Object.entries(waiting).map(([table, rows]) => ({ table, rows: rows.splice(0) })),
    );
    return count;
  };
  return { waiting, flush };
};

const createNumbers = () => ({ bib: 0, pool: 0, model: 0, stock: 0, order: 0, payment: 0 });
interface Fill extends Scene {
  readonly actors: Actors;
  readonly numbers: ReturnType<typeof createNumbers>;
  readonly moves: Map<number, WalletMove[]>;
  readonly batch: ReturnType<typeof createBatch>;
  readonly flush: () => Promise<void>;
}

/**
 * Inscriptions of one event, one athlete each: a fixed step through all athletes never meets one twice. Then everything that the event
 * handed out.
 */
const fillEvent = async (event: EventPlan, first: number, coupons: readonly CouponPlan[], fill: Fill): Promise<void> => {
  const {
    client,
    calendar,
    athleteOf,
    athletes,
    counts,
    actors,
    numbers,
    moves,
    batch: { waiting },
    flush,
  } = fill;
  const bibs = createBibs(event, numbers, calendar),
    shirts = createShirts(event, numbers, calendar),
    orders = createOrders(numbers);
  for (let made = 0, step = 0; made < event.count; step += 1) {
    const athlete = athleteOf(((event.athletes.race * 104_729 + (event.athletes.passed + step) * stride) % athletes) + 1);
    if (!mayEnter(athlete, event)) continue;
    counts[athlete.web_userid] = nth(counts, athlete.web_userid) + 1;
    const inscription = makeInscription({
      event,
      athlete,
      number: first + made,
      coupons,
      calendar,
      bibOf: bibs.take,
      modelOf: shirts.modelFor,
      ...orders.next(),
    });
    const { row, log, gaveBack } = historyOf(inscription, actors, calendar.now);
    const money = paymentsOf(inscription, { actors, now: calendar.now, numbers });
    const seated = isSeated(row.status);
    bibs.wear(row, seated);
    if (seated) shirts.promise(row, gaveBack);
    orders.add(row, money.payments);
    if (money.moves.length > 0) moves.set(athlete.web_userid, [...(moves.get(athlete.web_userid) ?? []), ...money.moves]);
    made += 1;
    if (made === event.count) orders.close();
    waiting.inscriptions.push(row);
    waiting.inscription_log.push(...log);
    waiting.payments.push(...money.payments);
    waiting.coupon_uses.push(...couponUseOf(row));
    waiting.orders.push(...orders.take());
    if (waiting.inscriptions.length === chunk) await flush();
  }
  await insertAll(client, [...bibs.tables(), ...shirts.tables()]);
};

/** Writes every inscription with its order, money, bib and shirt; answers the wallets that result from them. */
export const fillInscriptions = async (
  scene: Scene,
  events: readonly EventPlan[],
  coupons: ReadonlyMap<number, readonly CouponPlan[]>,
): Promise<readonly TableRows[]> => {
  const actors: Actors = {
    support: demoUserOf('customer-support'),
    finance: demoUserOf('finance'),
    organizer: demoUserOf('organizer'),
    approver: demoUserOf('super-admin'),
  };
  const total = events.reduce((sum, { count }) => sum + count, 0);
  const batch = createBatch(scene.client),
    moves = new Map<number, WalletMove[]>();
  let done = 0,
    first = 1;
  const flush = async (): Promise<void> => {
    done += await batch.flush();
    scene.report(done, total, 'inscriptions');
  };
  const fill: Fill = { ...scene, actors, numbers: createNumbers(), moves, batch, flush };
  for (const event of events) {
    await fillEvent(event, first, coupons.get(event.eventid) ?? [], fill);
    first += event.count;
  }
  await flush();
  return makeWallets(moves, scene.athletes, scene.calendar);
};
