/** Money that an athlete pays at the gateway. `key` is the same for every attempt to open the charge. */
export interface NewCharge {
  readonly key: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly method: string;
  /** The first digits of the card that a promotion was given for. */
  readonly card_bin: string | null;
  readonly expires_at: string | null;
}

/** The charge at the gateway: its id there, and the address or the reference with which the athlete pays. */
export interface OpenedCharge {
  readonly provider_ref: string;
  readonly reference: string | null;
  readonly url: string | null;
}

/** Money of a charge that goes back to where it came from. `key` is the same for every attempt. */
export interface NewRefund {
  readonly key: string;
  /** The charge at the gateway. */
  readonly charge: string;
  readonly amount_cents: number;
  readonly currency: string;
}
/** What the gateway says of a refund: made, on its way, or refused for good with a reason. */
export interface MadeRefund {
  readonly provider_ref: string;
  readonly state: 'done' | 'sent' | 'failed';
  readonly reason: string | null;
}

/** Opens charges. Two attempts with the same key open one charge. */
export interface PaymentGateway {
  /** The name of the gateway in the rows of payments. */
  readonly name: string;
  readonly open: (charge: NewCharge) => Promise<OpenedCharge>;
  /** Returns money of a charge. Two attempts with the same key return it once. */
  readonly refund: (refund: NewRefund) => Promise<MadeRefund>;
  /**
   * What it settled for a day of the home time zone (YYYY-MM-DD), as CSV in the shape of docs/adapters.md; null while that day is not settled yet.
   */
  readonly settlement: (day: string) => Promise<string | null>;
  /** The secret that signs the reports of the gateway. */
  readonly webhookSecret: string;
}
