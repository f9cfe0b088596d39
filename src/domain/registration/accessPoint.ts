import type { BenefitTimes } from './benefitTimes';
import type { Cause, Direction, Pass, PointRules, Verdict } from './judgeScan';
import type { Lifecycle } from './lifecycle';

/** What a screen at a door shows of a registration; no contact data. */
export interface ScannedPerson {
  readonly inscriptionid: number;
  readonly folio: string;
  readonly prefix: string | null;
  readonly number: number | null;
  readonly name: string;
  readonly status: Lifecycle;
  readonly distanceid: number;
  readonly waveid: number | null;
  readonly attention: boolean;
}
/** A name in both languages; the English one may be missing. */
export interface NameText {
  readonly es: string;
  readonly en?: string | null | undefined;
}
/** A benefit that is handed over where the athlete is. */
export interface ScannedBenefit {
  readonly benefit_grantid: number;
  readonly name: NameText;
  readonly kind: string;
  readonly state: 'granted' | 'redeemed';
  readonly redeemed_at: string | null;
  /** The code on its voucher was what was read. */
  readonly isScanned: boolean;
}
/** The answer to one scan. */
export interface ScanAnswer extends Omit<Verdict, 'cause'> {
  /** Absent when the answer was given before and the device asks again. */
  readonly cause: Cause | null;
  readonly scanid: number;
  readonly direction: Direction;
  readonly scanned_at: string;
  readonly isForced: boolean;
  readonly person: ScannedPerson | null;
  /** The name of the event of a code from elsewhere. */
  readonly elsewhere: NameText | null;
  readonly benefits: readonly ScannedBenefit[];
}
/** A scan in the list of the last ones. */
export interface PastScan {
  readonly scanid: number;
  readonly result: Verdict['result'];
  readonly direction: Direction;
  readonly scanned_at: string;
  readonly raw_code: string;
  readonly name: string | null;
  readonly prefix: string | null;
  readonly number: number | null;
  readonly isForced: boolean;
  readonly device_id: string | null;
}
/** What a point counted until now. */
export interface PointCounts {
  readonly entries: number;
  readonly exits: number;
  readonly inside: number;
  readonly refused: number;
}
/** A point while people pass it. */
export interface WatchedPoint {
  readonly name: string;
  /** When its event ends, or starts where no end is known. */
  readonly endsAt: string;
  readonly status: string;
  readonly rules: PointRules;
  readonly counts: PointCounts;
  readonly last: readonly PastScan[];
}
/** A benefit of a registration as a device keeps it. */
export interface PreparedGrant {
  readonly benefit_grantid: number;
  readonly benefitid: number;
  readonly redeemed_at: string | null;
  /** A digest of the code of its voucher, in capitals. */
  readonly voucher: string | null;
}
/** What a device knows of a benefit that is handed over where the athlete is. */
export interface PreparedBenefit extends BenefitTimes {
  readonly id: number;
  readonly name: NameText;
  readonly kind: string;
}
/** A registration as a device keeps it, to judge scans without a connection. */
export interface PreparedPerson extends ScannedPerson {
  /** A digest of the code of the proof: a device recognises a proof, and nobody makes one from what it keeps. */
  readonly token: string | null;
  readonly chip: string | null;
  readonly grants: readonly PreparedGrant[];
  readonly isBlocked: boolean;
  readonly passes: readonly Pass[];
}
/** A page of them; `next` is where the following page begins. */
export interface PreparedPage {
  readonly as_of: string;
  readonly people: readonly PreparedPerson[];
  readonly next: number | null;
  readonly distances: readonly { readonly id: number; readonly name: string }[];
  readonly waves: readonly { readonly id: number; readonly name: string }[];
  /** Those that a door hands over, in their order. */
  readonly benefits: readonly PreparedBenefit[];
}
/** Letters of the digest of a code that are kept: enough that no two codes of an event share them. */
export const tokenLetters = 22;
