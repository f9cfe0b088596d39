import type { ResultProblem } from './check';
import type { SetStep } from './steps';

/** A registration whose name is like that of a result. */
export interface Candidate {
  readonly inscriptionid: number;
  readonly folio: string | null;
  readonly number: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly second_last_name: string | null;
  readonly birth_date: string | null;
  readonly has_result: boolean;
  readonly fit: number;
}
/** A result that nobody was found for. */
export interface Unmatched {
  readonly resultid: number;
  readonly number: number | null;
  readonly chip_code: string | null;
  readonly name: string;
  readonly age_category: string | null;
  readonly birth_date: string | null;
  readonly chip_time_ms: number | null;
  readonly gun_time_ms: number | null;
  readonly status: string;
  readonly candidates: readonly Candidate[];
}
/** A registration without a result. */
export interface Missing {
  readonly inscriptionid: number;
  readonly number: number | null;
  readonly folio: string | null;
  readonly name: string | null;
  /** The kit was picked up. */
  readonly has_kit: boolean;
  /** They were let in at a point of access. */
  readonly is_in: boolean;
}
/** What is left to do with a set, and how much of it. */
export interface SetWork {
  readonly next: SetStep | null;
  readonly stage: 'match' | 'rank' | 'check' | null;
  /** The places are from before the last change, and nothing is computing them. */
  readonly is_late: boolean;
  readonly statuses: readonly { readonly status: string; readonly count: number }[];
  readonly problems: readonly { readonly problem: ResultProblem; readonly count: number }[];
  readonly missing: { readonly count: number; readonly first: readonly Missing[] };
  readonly unmatched: readonly Unmatched[];
  /** Where athletes claim; null where the event has no address. */
  readonly claim_path: string | null;
}
