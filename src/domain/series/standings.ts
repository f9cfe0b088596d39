import { foldText } from '@/schema/foldText';

/** What is ranked: everybody, each gender, each age category, and clubs. */
export const boardKinds = ['overall', 'gender', 'category', 'team'] as const;
export type BoardKind = (typeof boardKinds)[number];

/** A finish in an event of a serial. */
export interface SeriesResult {
  readonly eventid: number;
  /** The distance by which events are compared. */
  readonly division: string;
  readonly web_userid: number;
  readonly name: string;
  readonly gender: string | null;
  /** Among whom `place_category` counts: a category of one gender and of the other are two. */
  readonly category: string | null;
  readonly club: string | null;
  readonly place_overall: number | null;
  readonly place_gender: number | null;
  readonly place_category: number | null;
}
export interface SeriesRules {
  readonly boards: readonly BoardKind[];
  /** Points of each place. */
  readonly points: ReadonlyMap<number, number>;
  /** Points of every later place. */
  readonly pointsAfter: number;
  /** The weight of each event, in its order. */
  readonly weights: ReadonlyMap<number, number>;
  /** So many of the best events count; all of them when null. */
  readonly bestOf: number | null;
  /** Nobody has a place with fewer events. */
  readonly fewest: number;
  /** So many members of a club count in an event. */
  readonly teamSize: number;
}
/** What one event brought; points are hundredths. */
export interface Score {
  readonly eventid: number;
  /** The place in the event; null for a team. */
  readonly place: number | null;
  readonly points: number;
  readonly weight: number;
  readonly isCounted: boolean;
}
/** A line of a board; points are hundredths. */
export interface Standing {
  readonly division: string;
  readonly kind: BoardKind;
  /** The gender or the category; empty for the others. */
  readonly board: string;
  /** Null without enough events. */
  readonly place: number | null;
  readonly web_userid: number | null;
  readonly name: string;
  readonly club: string | null;
  readonly points: number;
  readonly counted: number;
  readonly scores: readonly Score[];
}

type Entry = Omit<Standing, 'place' | 'points' | 'counted' | 'scores'> & { readonly scores: Map<number, Omit<Score, 'isCounted'>> };
/** Points are added as whole numbers of this many parts. */
export const hundredths = 100;

const boardOf = (kind: BoardKind, { gender, category }: SeriesResult): string | null =>
  kind === 'gender' ? gender : kind === 'category' ? category : '';
const placeOf = (kind: BoardKind, { place_overall, place_gender, place_category }: SeriesResult): number | null =>
  kind === 'gender' ? place_gender : kind === 'category' ? place_category : place_overall;

/** More points first; among equals the better single results, and then more events. Zero is a shared place. */
const compare = (one: Standing, other: Standing): number => {
  if (one.points !== other.points) return other.points - one.points;
  for (let at = 0; at < Math.max(one.counted, other.counted); at += 1) {
    const gap = (other.scores[at]?.points ?? 0) - (one.scores[at]?.points ?? 0);
    if (gap !== 0) return gap;
  }
  return other.scores.length - one.scores.length;
};

const ranked = (entries: readonly Entry[], { bestOf, fewest, weights }: SeriesRules): readonly Standing[] => {
  const order = new Map([...weights.keys()].map((eventid, at) => [eventid, at]));
  const at = ({ eventid }: Pick<Score, 'eventid'>): number => order.get(eventid) ?? 0;
  const lines = entries.map(({ scores, ...entry }): Standing => {
    // The best events first; of equal ones the earlier.
    const sorted = [...scores.values()]
      .sort((one, other) => other.points - one.points || at(one) - at(other))
      .map((score, index) => ({ ...score, isCounted: bestOf === null || index < bestOf }));
    const counted = sorted.filter(({ isCounted }) => isCounted);
    return { ...entry, place: null, points: counted.reduce((sum, { points }) => sum + points, 0), counted: counted.length, scores: sorted };
  });
  const names = new Map(lines.map((line) => [line, foldText(line.name)]));
  const byName = (one: Standing, other: Standing): number => {
    const [left = '', right = ''] = [names.get(one), names.get(other)];
    return left < right ? -1 : left > right ? 1 : (one.web_userid ?? 0) - (other.web_userid ?? 0);
  };
  const qualified = lines.filter(({ scores }) => scores.length >= fewest).sort((one, other) => compare(one, other) || byName(one, other));
  const others = lines.filter(({ scores }) => scores.length < fewest).sort((one, other) => compare(one, other) || byName(one, other));
  let place = 0;
  const placed = qualified.map((line, at) => {
    const before = qualified[at - 1];
    if (!before || compare(before, line) !== 0) place = at + 1;
    return { ...line, place };
  });
  return [...placed, ...others];
};

/** Points of a place, weighted, in hundredths. */
const pointsOf = ({ points, pointsAfter }: SeriesRules, place: number, weight: number): number =>
  Math.round((points.get(place) ?? pointsAfter) * weight * hundredths);

const athletesOf = (kind: BoardKind, results: readonly SeriesResult[], rules: SeriesRules): readonly Entry[] => {
  const entries = new Map<string, Entry>();
  for (const result of results) {
    const board = boardOf(kind, result),
      place = placeOf(kind, result),
      weight = rules.weights.get(result.eventid);
    if (board === null || place === null || weight === undefined) continue;
    const { division, web_userid, name, club, eventid } = result;
    const key = JSON.stringify([division, board, web_userid]);
    const entry = entries.get(key) ?? { division, kind, board, web_userid, name, club, scores: new Map() };
    const points = pointsOf(rules, place, weight);
    // Somebody with two results in one event is counted once, with the better one.
    if (points >= (entry.scores.get(eventid)?.points ?? 0)) entry.scores.set(eventid, { eventid, place, points, weight });
    entries.set(key, { ...entry, name, club: club ?? entry.club });
  }
  return [...entries.values()];
};

/** The best members of a club in each event, by their points overall. */
const teamsOf = (results: readonly SeriesResult[], rules: SeriesRules): readonly Entry[] => {
  const teams = new Map<string, { readonly entry: Entry; readonly members: Map<number, number[]> }>();
  for (const { division, club, eventid, place_overall } of results) {
    const weight = rules.weights.get(eventid);
    if (!club?.trim() || place_overall === null || weight === undefined) continue;
    const key = JSON.stringify([division, foldText(club).replaceAll(/\s+/g, ' ')]);
    const team = teams.get(key) ?? {
      entry: { division, kind: 'team' as const, board: '', web_userid: null, name: club.trim(), club: club.trim(), scores: new Map() },
      members: new Map<number, number[]>(),
    };
    const members = team.members.get(eventid) ?? [];
    members.push(pointsOf(rules, place_overall, weight));
    team.members.set(eventid, members);
    teams.set(key, team);
  }
  return [...teams.values()].map(({ entry, members }) => {
    for (const [eventid, points] of members) {
      const best = points.sort((one, other) => other - one).slice(0, rules.teamSize);
      entry.scores.set(eventid, {
        eventid,
        place: null,
        points: best.reduce((sum, each) => sum + each, 0),
        weight: rules.weights.get(eventid) ?? 1,
      });
    }
    return entry;
  });
};

/**
 * The boards of a serial one after the other: each kind, each division, places with ties shared, people with too few events last and
 * without a place. Computing one takes a while, so a server may answer others in between.
 */
export function* boardsOf(results: readonly SeriesResult[], rules: SeriesRules): Generator<readonly Standing[]> {
  for (const kind of rules.boards) {
    const entries = kind === 'team' ? teamsOf(results, rules) : athletesOf(kind, results, rules);
    const boards = new Map<string, Entry[]>();
    for (const entry of entries) {
      const key = JSON.stringify([entry.division, entry.board]);
      const board = boards.get(key) ?? [];
      board.push(entry);
      boards.set(key, board);
    }
    for (const key of [...boards.keys()].sort()) yield ranked(boards.get(key) ?? [], rules);
  }
}
/** All boards of a serial. */
export const standings = (results: readonly SeriesResult[], rules: SeriesRules): readonly Standing[] =>
  [...boardsOf(results, rules)].flat();
