import type { Head } from './Head';

/** Money that came in or went back, as a receipt or a bank needs it told. */
export interface ToldPayment {
  readonly at: string;
  readonly type: string;
  readonly method: string;
  readonly status: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** The references under which the bank, the gateway or the counter knows it. */
  readonly references: readonly string[];
  /** Brand, bank and last four digits. */
  readonly card: string | null;
}

/** What a price is made of. Integer cents. */
export interface Price {
  readonly list_price_cents: number;
  readonly discount_cents: number;
  readonly fee_cents: number;
  readonly extra_cents: number;
  readonly total_cents: number;
  readonly wallet_cents: number;
  readonly paid_cents: number;
  readonly refunded_cents: number;
}

/** Everything that a receipt says. */
export interface Receipt {
  readonly head: Head;
  readonly price: Price;
  readonly payments: readonly ToldPayment[];
}
