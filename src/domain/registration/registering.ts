import type { ErrorCode } from '@/schema/errorCodes';

/** What a registration would cost now, and what the counter should know before it takes one. Amounts are cents of MXN. */
export interface Quote {
  readonly list_price_cents: number;
  readonly discount_cents: number;
  readonly fee_cents: number;
  readonly total_cents: number;
  /** The name of the price that is in force, and until when. */
  readonly tier: string | null;
  readonly until: string | null;
  /** Why there is no price, and why the coupon does not count. */
  readonly price_problem: ErrorCode | null;
  readonly coupon_problem: ErrorCode | null;
  /** The promotion of the card, what it takes off, and why there is none. */
  readonly promotion: string | null;
  readonly promotion_discount_cents: number;
  readonly promotion_problem: ErrorCode | null;
  /** What the wallet of the athlete has, for people who may see it. */
  readonly wallet_cents: number | null;
  /** Registrations of the athlete for the same event that have a place, as far as the person may see them. */
  readonly registered: readonly { readonly inscriptionid: number; readonly distance: string; readonly status: string }[];
}
/** What the counter hears of a new registration. */
export interface Registered {
  readonly inscriptionid: number;
  readonly folio: string;
  readonly name: string;
  readonly status: string;
  readonly number: number | null;
  readonly prefix: string | null;
  readonly total_cents: number;
  readonly balance_cents: number;
  readonly expires_at: string | null;
  readonly exoneration_status: string | null;
  /** Whether the athlete was known before. */
  readonly is_known: boolean;
  /** Whether a letter was queued. */
  readonly is_written: boolean;
}
