/** The figures of a calendar month. Amounts are integer cents; `until` is the end of the month, or now. */
export interface MonthFigures {
  /** First day, such as `2026-11-01`. */
  readonly month: string;
  /** Subscriptions that began to be paid or to be tried in the month. */
  readonly started: number;
  /** Those that ended in it, by decision or because a charge was never paid. */
  readonly ended: number;
  /** Part of those that ran when the month began that ended in it; null when none ran. */
  readonly churn: number | null;
  /** Charges that were paid after a failure, and their amount. */
  readonly recovered: number;
  readonly recovered_cents: number;
  /** Everything that was charged. */
  readonly collected_cents: number;
}
/** How subscriptions do: what they bring in a month, what is late, and this month next to the last one. */
export interface SubscriptionFigures {
  /** Price of a month of all paying subscriptions, longer periods by their months. */
  readonly mrr_cents: number;
  readonly paying: number;
  readonly past_due: number;
  readonly past_due_cents: number;
  /** The present month, then the one before. */
  readonly months: readonly MonthFigures[];
}
