/** Money that an athlete is to pay elsewhere. `key` is the same however often the charge is asked for. */
export interface NewCharge {
  readonly key: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly method: string;
  readonly expires_at: string | null;
}

/** What a gateway made of it: its own name for the charge, and where or with what the athlete pays. */
export interface OpenedCharge {
  readonly provider_ref: string;
  readonly reference: string | null;
  readonly url: string | null;
}

/** Where charges are opened; opening one twice under the same key opens it once. */
export interface PaymentGateway {
  /** How payments name it. */
  readonly name: string;
  readonly open: (charge: NewCharge) => Promise<OpenedCharge>;
  /** What its reports are signed with. */
  readonly webhookSecret: string;
}
