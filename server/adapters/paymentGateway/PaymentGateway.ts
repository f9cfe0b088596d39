/** Money that an athlete pays at the gateway. `key` is the same for every attempt to open the charge. */
export interface NewCharge {
  readonly key: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly method: string;
  readonly expires_at: string | null;
}

/** The charge at the gateway: its id there, and the address or the reference with which the athlete pays. */
export interface OpenedCharge {
  readonly provider_ref: string;
  readonly reference: string | null;
  readonly url: string | null;
}

/** Opens charges. Two attempts with the same key open one charge. */
export interface PaymentGateway {
  /** The name of the gateway in the rows of payments. */
  readonly name: string;
  readonly open: (charge: NewCharge) => Promise<OpenedCharge>;
  /** The secret that signs the reports of the gateway. */
  readonly webhookSecret: string;
}
