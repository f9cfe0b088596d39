/** Something that happened to a subscription, or will: a charge, a letter, or a date. Amounts are integer cents. */
export interface SubscriptionMoment {
  readonly at: string;
  readonly kind: 'charge' | 'letter' | 'next';
  /** The state of a charge, the kind of a letter, or what comes: `charge`, `retry`, `end`, `resume`, `plan`, `last_retry`. */
  readonly what: string;
  readonly amount_cents: number | null;
  readonly attempt: number | null;
  readonly decline_code: string | null;
  /** The record of a charge. */
  readonly id: number | null;
}
/** What comes next for a subscription, soonest first, and what happened, newest first. */
export interface SubscriptionOutlook {
  readonly next: readonly SubscriptionMoment[];
  readonly past: readonly SubscriptionMoment[];
  readonly next_plan: string | null;
  readonly has_open_charge: boolean;
}
