import { isOneOf, partOf } from '@/schema/unknown';
import type { ScanAnswer, ScannedPerson } from '@/domain/registration/accessPoint';
import { directions, type Direction, type Pass, type Verdict } from '@/domain/registration/judgeScan';
import type { EntryRefusal, RefusedEntry, WaitingEntry } from '../scan/waitingQueue';
import type { Redeemed, ScanInput } from './pointApi';

/** What fills the screen after a scan. */
export interface Shown {
  readonly client_uuid: string;
  readonly input: ScanInput;
  /** Null when nothing can be said: no connection and nothing fetched, or the server refused the scan itself. */
  readonly verdict: Verdict | { readonly result: ScanAnswer['result']; readonly cause: null; readonly since: null } | null;
  readonly person: ScannedPerson | null;
  readonly elsewhere: ScanAnswer['elsewhere'];
  readonly benefits: ScanAnswer['benefits'];
  readonly isForced: boolean;
  /** The server has answered; otherwise the device judged alone and the scan waits to be sent. */
  readonly isConfirmed: boolean;
  /** Why the server did not accept the scan at all. */
  readonly refusal: string | null;
  /** Benefits that were redeemed on this answer, which it can take back. */
  readonly handed: readonly number[];
  /** Why the voucher that was read is not redeemed. */
  readonly unredeemed: EntryRefusal | null;
}
/** A scan of this device that waits to be sent. */
export interface Unsent {
  readonly client_uuid: string;
  readonly direction: Direction;
  readonly at: string;
  readonly result: ScanAnswer['result'] | null;
  readonly inscriptionid: number | null;
  readonly code: string;
}
/** A scan that was shown one way without a connection, and that the server judged otherwise. */
export interface Differing {
  readonly client_uuid: string;
  readonly shown: ScanAnswer['result'] | null;
  readonly answer: ScanAnswer;
}
/** A benefit that this device redeemed and has not sent. */
export interface Redeeming {
  readonly benefit_grantid: number;
  readonly at: string;
}
export interface DeskState {
  readonly shown: Shown | null;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  /** Those of this point. */
  readonly unsent: readonly Unsent[];
  readonly redeeming: readonly Redeeming[];
  /** How many wait of all points. */
  readonly waiting: number;
  readonly refused: readonly RefusedEntry[];
  readonly differing: readonly Differing[];
}

/** What the queue keeps of a scan: what is sent, and what was shown. */
export interface Payload {
  readonly asenterid: number;
  readonly input: ScanInput;
  readonly inscriptionid: number | null;
  readonly result: ScanAnswer['result'] | null;
}
export const isPayload = (some: unknown): some is Payload =>
  typeof partOf(some, 'asenterid') === 'number' && isOneOf(directions, partOf(partOf(some, 'input'), 'direction'));
/** What the queue keeps of a benefit that was handed over; `said` names it where it is refused. */
export interface RedeemPayload {
  readonly redeemed: Redeemed;
  readonly said: string;
}
export const isRedeemPayload = (some: unknown): some is RedeemPayload =>
  typeof partOf(partOf(some, 'redeemed'), 'benefit_grantid') === 'number' && typeof partOf(some, 'said') === 'string';
export const redeemingOf = ({ payload }: WaitingEntry): readonly Redeeming[] =>
  isRedeemPayload(payload) ? [{ benefit_grantid: payload.redeemed.benefit_grantid, at: payload.redeemed.redeemed_at }] : [];
/** A waiting entry as the screen counts it. */
export const unsentOf = ({ client_uuid, payload }: WaitingEntry): readonly Unsent[] => {
  if (!isPayload(payload)) return [];
  const { input, inscriptionid, result } = payload;
  return [{ client_uuid, direction: input.direction, at: input.scanned_at, code: input.code ?? '', inscriptionid, result }];
};
/** A scan that let somebody pass, though the server does not know it yet. */
export const passOf = ({ direction, at }: Unsent): Pass => ({ direction, at });
