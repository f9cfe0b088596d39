/** By which clock a set is ranked: from the shot of the start, or from the start line on. */
export const rankingClocks = ['gun', 'chip'] as const;
/** What equal times get: the order of the timing company, which measured finer than its file says, or one place. */
export const tieRules = ['file', 'shared'] as const;

/** What a place depends on. */
export interface Rankable {
  readonly status: string;
  readonly gun_time_ms: number | null;
  readonly chip_time_ms: number | null;
  readonly penalty_ms: number | null;
  readonly gender: string | null;
  /** The division, which is one for each gender unless it is mixed. */
  readonly category: string | null;
  readonly file_place_overall: number | null;
}
export interface Ranking {
  readonly ranked_by: (typeof rankingClocks)[number];
  readonly ties: (typeof tieRules)[number];
}
export interface Places {
  readonly overall: number | null;
  readonly gender: number | null;
  readonly category: number | null;
}
const none: Places = { overall: null, gender: null, category: null };

/** The time that counts for a place: the chosen clock, or the other one where it is missing, and the penalty. Null where there is none. */
export const rankedTime = (
  { status, gun_time_ms, chip_time_ms, penalty_ms }: Pick<Rankable, 'status' | 'gun_time_ms' | 'chip_time_ms' | 'penalty_ms'>,
  { ranked_by }: Pick<Ranking, 'ranked_by'>,
): number | null => {
  const time = ranked_by === 'gun' ? (gun_time_ms ?? chip_time_ms) : (chip_time_ms ?? gun_time_ms);
  return status !== 'finished' || time === null ? null : time + (penalty_ms ?? 0);
};

const remember = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};
/** Numbers rows that are in order: equals share a place, and those behind them count all of them. */
const numbered = <T>(ordered: readonly T[], isEqual: (one: T, other: T) => boolean): ReadonlyMap<T, number> => {
  const places = new Map<T, number>();
  let place = 0,
    former: T | undefined;
  for (const [at, row] of ordered.entries()) {
    if (former === undefined || !isEqual(former, row)) place = at + 1;
    places.set(row, place);
    former = row;
  }
  return places;
};

/**
 * The places of a set, in the order of its rows: among all finishers, among those of the gender and among those of the category. Who has
 * no time, or did not finish, has none; penalties count, and so do gender and category as they are now.
 */
export const rank = (rows: readonly Rankable[], rules: Ranking): readonly Places[] => {
  const timed = rows.flatMap((row, at) => {
    const ms = rankedTime(row, rules);
    const order = rules.ties === 'file' ? (row.file_place_overall ?? Infinity) : 0;
    return ms === null ? [] : [{ row, at, ms, order }];
  });
  timed.sort((one, other) => one.ms - other.ms || (one.order === other.order ? 0 : one.order - other.order));
  const isEqual = (one: (typeof timed)[number], other: (typeof timed)[number]): boolean => one.ms === other.ms && one.order === other.order;
  const within = (groupOf: (row: Rankable) => string | null): ReadonlyMap<(typeof timed)[number], number> => {
    const groups = new Map<string, (typeof timed)[number][]>();
    for (const each of timed) {
      const group = groupOf(each.row);
      if (group !== null) remember(groups, group, () => []).push(each);
    }
    return new Map([...groups.values()].flatMap((members) => [...numbered(members, isEqual)]));
  };
  const [overall, gender, category] = [numbered(timed, isEqual), within((row) => row.gender), within((row) => row.category)];
  const places: Places[] = rows.map(() => none);
  for (const each of timed)
    places[each.at] = { overall: overall.get(each) ?? null, gender: gender.get(each) ?? null, category: category.get(each) ?? null };
  return places;
};
