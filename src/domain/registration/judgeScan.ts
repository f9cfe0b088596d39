import type { Lifecycle } from './lifecycle';

/** What an access point can answer to a code; the values of `access_scans.result`. */
export const scanResults = [
  'ok',
  'already_in',
  'not_paid',
  'wrong_distance',
  'wrong_wave',
  'too_early',
  'too_late',
  'cancelled',
  'merged',
  'blocked',
  'unknown',
] as const;
export type ScanResult = (typeof scanResults)[number];
export const directions = ['entry', 'exit'] as const;
export type Direction = (typeof directions)[number];

/** The sentence of an answer: one result can have several causes. */
export const causes = [
  'entered',
  'again',
  'left',
  'inside',
  'entered_before',
  'not_paid',
  'wrong_distance',
  'wrong_wave',
  'too_early',
  'too_late',
  'cancelled',
  'refunded',
  'moved',
  'merged',
  'disputed',
  'athlete',
  'status',
  'not_found',
  'several',
  'other_event',
] as const;
export type Cause = (typeof causes)[number];

/** The rules of a point, as its record has them; empty lists admit everybody. */
export interface PointRules {
  readonly mode: 'entry' | 'exit' | 'both';
  readonly allow_reentry: boolean;
  readonly distanceids: readonly number[] | null;
  readonly waveids: readonly number[] | null;
  readonly statuses: readonly string[] | null;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
}
/** Somebody who passed the point: the scans that were answered with `ok`. */
export interface Pass {
  readonly direction: Direction;
  readonly at: string;
}
/** What is known of a registration at a point. */
export interface ScannedFacts {
  readonly status: Lifecycle;
  readonly distanceid: number;
  readonly waveid: number | null;
  /** The account of the athlete is blocked. */
  readonly isBlocked: boolean;
  readonly passes: readonly Pass[];
}
/** Why no registration of the event was found. */
export type NotFound = Extract<Cause, 'not_found' | 'several' | 'other_event'>;

/** The answer to one scan. */
export interface Verdict {
  readonly result: ScanResult;
  readonly cause: Cause;
  /** When the person came in; of `already_in` and of an exit. */
  readonly since: string | null;
}

const answer = (result: ScanResult, cause: Cause, since: string | null = null): Verdict => ({ result, cause, since });

const byStatus: Readonly<Partial<Record<Lifecycle, Verdict>>> = {
  started: answer('not_paid', 'not_paid'),
  pending_payment: answer('not_paid', 'not_paid'),
  payment_declined: answer('not_paid', 'not_paid'),
  chargeback: answer('blocked', 'disputed'),
  cancelled: answer('cancelled', 'cancelled'),
  wallet_refund: answer('cancelled', 'refunded'),
  change_event: answer('cancelled', 'moved'),
  merged: answer('merged', 'merged'),
};

const excludes = <V>(list: readonly V[] | null, value: V | null): boolean =>
  list !== null && list.length > 0 && (value === null || !list.includes(value));

const judgeRules = (rules: PointRules, facts: ScannedFacts, at: number): Verdict | undefined => {
  if (excludes<string>(rules.statuses, facts.status)) return answer('blocked', 'status');
  if (excludes(rules.distanceids, facts.distanceid)) return answer('wrong_distance', 'wrong_distance');
  if (excludes(rules.waveids, facts.waveid)) return answer('wrong_wave', 'wrong_wave');
  if (rules.opens_at !== null && at < Date.parse(rules.opens_at)) return answer('too_early', 'too_early');
  if (rules.closes_at !== null && at > Date.parse(rules.closes_at)) return answer('too_late', 'too_late');
  return undefined;
};

/**
 * Whether somebody may come in once more.
 *
 * A scan that arrives late is put between the passes that it belongs to: it may not make two entries without an exit between them.
 */
const judgeEntry = ({ mode, allow_reentry }: PointRules, passes: readonly Pass[], at: number): Verdict => {
  const before = passes.filter((pass) => Date.parse(pass.at) <= at),
    next = passes.find((pass) => Date.parse(pass.at) > at);
  const entry = passes.findLast(({ direction }) => direction === 'entry');
  if (!entry) return answer('ok', 'entered');
  // Where nobody scans the way out, coming again is all that can be seen of having left.
  if (mode === 'entry') return allow_reentry ? answer('ok', 'again', entry.at) : answer('already_in', 'entered_before', entry.at);
  const last = before.at(-1);
  if (last?.direction === 'entry') return answer('already_in', 'inside', last.at);
  if (next?.direction === 'entry') return answer('already_in', 'inside', next.at);
  return allow_reentry ? answer('ok', 'again', entry.at) : answer('already_in', 'entered_before', entry.at);
};

/**
 * What a point answers to a scan, with the same rules on the server and on a device without a connection.
 *
 * Going out is never refused to somebody of the event: a gate that keeps people in is a danger.
 */
export const judgeScan = (rules: PointRules, found: ScannedFacts | NotFound, direction: Direction, scannedAt: string): Verdict => {
  if (typeof found === 'string') return answer('unknown', found);
  const at = Date.parse(scannedAt);
  const passes = [...found.passes].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (direction === 'exit') return answer('ok', 'left', passes.findLast(({ direction: way }) => way === 'entry')?.at ?? null);
  const byStanding = byStatus[found.status] ?? (found.isBlocked ? answer('blocked', 'athlete') : undefined);
  return byStanding ?? judgeRules(rules, found, at) ?? judgeEntry(rules, passes, at);
};

/** The directions in which a point is passed. */
export const directionsOf = ({ mode }: Pick<PointRules, 'mode'>): readonly Direction[] => (mode === 'both' ? directions : [mode]);

/** A point that lets nobody pass now, and why. */
export const closedBy = (status: string | null): 'ACCESS_PAUSED' | 'ACCESS_CLOSED' | null =>
  status === 'paused' ? 'ACCESS_PAUSED' : status === 'closed' ? 'ACCESS_CLOSED' : null;
