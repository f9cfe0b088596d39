import { foldText } from '@/schema/foldText';

/** What a check of a set finds at a result. */
export const resultProblems = [
  'no_time',
  'time_without_finish',
  'splits_impossible',
  'double_registration',
  'double_chip',
  'double_name',
  'category_differs',
  'gender_differs',
  'gender_unlike_category',
  'place_differs',
] as const;
export type ResultProblem = (typeof resultProblems)[number];
/** How splits are written: the time of each leg, or the time since the start at each point. */
export const splitKinds = ['legs', 'elapsed'] as const;
export type SplitKind = (typeof splitKinds)[number];

export interface Split {
  readonly time_ms?: number | null | undefined;
}
/** What is checked of a result, with what its registration says. */
export interface Checkable {
  readonly status: string;
  readonly gun_time_ms: number | null;
  readonly chip_time_ms: number | null;
  readonly splits: readonly Split[] | null;
  readonly gender: string | null;
  readonly age_category: string | null;
  readonly registered_gender: string | null;
  readonly registered_category: string | null;
  readonly place_overall: number | null;
  readonly place_gender: number | null;
  readonly place_category: number | null;
  readonly file_place_overall: number | null;
  readonly file_place_gender: number | null;
  readonly file_place_category: number | null;
  /** Others of the set with the same registration, chip, or name in the same category. */
  readonly same_registration: number;
  readonly same_chip: number;
  readonly same_name: number;
  /** The gender of nearly everybody in the same category; null where categories have both, or nothing can be said. */
  readonly category_gender: string | null;
}

/** Legs are rounded one by one, so their sum may differ from the total by some seconds; transitions may be missing from the file. */
const roundingMs = 1000;
const timesOf = (splits: readonly Split[] | null): readonly number[] => (splits ?? []).flatMap(({ time_ms }) => time_ms ?? []);
const sum = (times: readonly number[]): number => times.reduce((all, each) => all + each, 0);
const totalOf = ({ gun_time_ms, chip_time_ms }: Pick<Checkable, 'gun_time_ms' | 'chip_time_ms'>): number | null => {
  const known = [gun_time_ms, chip_time_ms].filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
};

/** How most rows of a set write their splits; null where there are none. Times that never fall and end before the total were measured since the start. */
export const splitKindOf = (rows: readonly Pick<Checkable, 'gun_time_ms' | 'chip_time_ms' | 'splits'>[]): SplitKind | null => {
  let legs = 0,
    elapsed = 0;
  for (const row of rows) {
    const times = timesOf(row.splits),
      total = totalOf(row);
    if (times.length < 2 || total === null) continue;
    if (sum(times) <= total + roundingMs * times.length) legs += 1;
    else if (times.every((each, at) => at === 0 || each >= (times[at - 1] ?? 0))) elapsed += 1;
  }
  return legs + elapsed === 0 ? null : legs >= elapsed ? 'legs' : 'elapsed';
};

/** Whether splits cannot be: one of no time, times that fall, legs that take longer than the whole, a point behind the finish. */
export const areImpossible = (
  row: Pick<Checkable, 'gun_time_ms' | 'chip_time_ms' | 'splits' | 'status'>,
  kind: SplitKind | null,
): boolean => {
  const times = timesOf(row.splits);
  if (times.length === 0 || kind === null) return false;
  if (times.some((each) => each <= 0)) return true;
  const total = totalOf(row);
  const slack = roundingMs * (times.length + 1);
  if (kind === 'legs') return total !== null && sum(times) > total + slack;
  const falls = times.some((each, at) => at > 0 && each < (times[at - 1] ?? 0));
  return falls || (total !== null && Math.max(...times) > total + slack);
};

/** Categories of one gender each have at most so few others among them, in the whole set. */
const mostOdd = 0.05,
  fewestCounted = 20;
interface Counted {
  readonly age_category: string;
  readonly gender: string;
  readonly count: number;
}
/** The gender of each category, where the categories of a set are of one gender each; none where they have both. */
export const gendersOf = (counted: readonly Counted[]): ReadonlyMap<string, string> => {
  const largest = new Map<string, Counted>();
  for (const each of counted) if (each.count > (largest.get(each.age_category)?.count ?? 0)) largest.set(each.age_category, each);
  const whole = sum(counted.map(({ count }) => count)),
    usual = sum([...largest.values()].map(({ count }) => count));
  if (whole < fewestCounted || (whole - usual) / whole > mostOdd) return new Map();
  // Where as many say one thing as the other, nobody is odd.
  const isClear = ({ age_category, count }: Counted): boolean =>
    counted.filter((each) => each.age_category === age_category && each.count === count).length === 1;
  return new Map([...largest.values()].filter(isClear).map(({ age_category, gender }) => [age_category, gender]));
};

const differs = (ours: number | null, theirs: number | null): boolean => theirs !== null && ours !== theirs;
const names = (one: string, other: string): boolean => foldText(one) === foldText(other);

/** What is wrong with a result, as far as a rule can say; a person decides whether it is right as it is. */
export const problemsOf = (row: Checkable, kind: SplitKind | null): readonly ResultProblem[] => {
  const isFinished = row.status === 'finished',
    isTimed = row.gun_time_ms !== null || row.chip_time_ms !== null;
  const found: Readonly<Record<ResultProblem, boolean>> = {
    no_time: isFinished && !isTimed,
    time_without_finish: row.status === 'DNS' && (isTimed || timesOf(row.splits).length > 0),
    splits_impossible: areImpossible(row, kind),
    double_registration: row.same_registration > 0,
    double_chip: row.same_chip > 0,
    double_name: row.same_name > 0,
    category_differs: row.age_category !== null && row.registered_category !== null && !names(row.age_category, row.registered_category),
    gender_differs: row.gender !== null && row.registered_gender !== null && row.gender !== row.registered_gender,
    gender_unlike_category: row.category_gender !== null && row.gender !== row.category_gender,
    place_differs:
      isFinished &&
      (differs(row.place_overall, row.file_place_overall) ||
        differs(row.place_gender, row.file_place_gender) ||
        differs(row.place_category, row.file_place_category)),
  };
  return resultProblems.filter((name) => found[name]);
};
