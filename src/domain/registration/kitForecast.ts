import { soldBy, type Pace } from './pace';

/** How many registrations an event is expected to have, and what that is read from. */
export interface Expected {
  readonly today: number;
  readonly expected: number;
  /** The last edition, the last two weeks, or nothing: registration is over, or there is no pace yet. */
  readonly by: 'previous' | 'recent' | 'none';
}
interface Limits {
  /** Days until registration closes. */
  readonly closesIn: number;
  readonly capacity: number | null;
}

/** Fewer registrations say nothing about a pace. */
const fewest = 20,
  recentDays = 14,
  /** An edition that began later than the last one would be expected to grow without end. */
  mostGrowth = 5;

/** The registrations that an event will have on its day, by the pace of its last edition or of the last two weeks. */
export const expectedOf = ({ current, previous }: Pace, { closesIn, capacity }: Limits): Expected => {
  const today = current.points.at(-1)?.[1] ?? 0;
  const within = (expected: number): number => Math.max(today, Math.round(capacity === null ? expected : Math.min(expected, capacity)));
  if (closesIn <= 0 || current.days_to_go <= 0) return { today, expected: today, by: 'none' };
  const before = previous ? soldBy(previous, current.days_to_go) : 0;
  if (previous && before >= fewest)
    return { today, expected: within(today * Math.min(mostGrowth, soldBy(previous, 0) / before)), by: 'previous' };
  if (today < fewest) return { today, expected: today, by: 'none' };
  const daily = (today - soldBy(current, current.days_to_go + recentDays)) / recentDays;
  return { today, expected: within(today + daily * closesIn), by: 'recent' };
};

/** What is needed of a piece or of a size. */
export interface Need {
  /** For everybody who is registered, and for everybody who is expected; with what was handed out already. */
  readonly today: number;
  readonly expected: number;
  readonly handed: number;
  /** What is here, and what is on its way; null where nobody counts it. */
  readonly stock: number | null;
  readonly coming: number;
}
/** How many are missing now and on the day of the event; null where nobody counts. */
export const missingOf = ({
  today,
  expected,
  handed,
  stock,
  coming,
}: Need): { readonly now: number | null; readonly later: number | null } =>
  stock === null
    ? { now: null, later: null }
    : { now: Math.max(0, today - handed - stock), later: Math.max(0, expected - handed - stock - coming) };

/** A piece of a kit with its need. */
export interface PieceForecast extends Need {
  readonly kit: string;
  readonly name: Readonly<Record<string, string | undefined>>;
}
/** A size of a shirt with its need. */
export interface SizeForecast extends Need {
  readonly tshirt_stockid: number;
  readonly model: string;
  readonly size: string;
}
/** What the kits of an event need today and on its day. */
export interface KitForecast extends Expected {
  readonly event: Readonly<Record<string, string | undefined>>;
  readonly pieces: readonly PieceForecast[];
  readonly sizes: readonly SizeForecast[];
}
