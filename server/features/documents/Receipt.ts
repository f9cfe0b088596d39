import type { Head } from './Head';

/** Money that was received or returned, as a receipt or a bank needs it. */
export interface PaymentLine {
  readonly at: string;
  readonly type: string;
  readonly method: string;
  readonly status: string;
  readonly amount_cents: number;
  readonly currency: string;
  /** Its references at the bank, the gateway or the counter. */
  readonly references: readonly string[];
  /** Brand, bank and last four digits. */
  readonly card: string | null;
}

/** The parts of a price, in integer cents. */
export interface Price {
  readonly list_price_cents: number;
  readonly discount_cents: number;
  readonly promotion_discount_cents: number;
  readonly fee_cents: number;
  readonly extra_cents: number;
  readonly total_cents: number;
  readonly wallet_cents: number;
  readonly paid_cents: number;
  readonly refunded_cents: number;
}

/** The contents of a receipt. */
export interface Receipt {
  readonly head: Head;
  readonly price: Price;
  readonly payments: readonly PaymentLine[];
}
