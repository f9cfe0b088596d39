/** States in which a subscription is not over; an athlete has at most one of these. */
export const runningStates = ['pending', 'trialing', 'active', 'past_due', 'paused', 'cancel_at_period_end'] as const;
/** States in which the athlete has the prices and benefits of APOLO. A late charge leaves them until the last attempt. */
export const entitledStates = ['trialing', 'active', 'past_due', 'cancel_at_period_end'] as const;
/** States in which a period that begins is charged. */
export const chargedStates = ['pending', 'trialing', 'active', 'past_due'] as const;

/** Somebody else pays for these subscriptions. A gift covers one period; a partner pays for as long as it says. */
export const isUnbilled = (source: unknown): boolean => source === 'gift' || source === 'partner';

/** Months that one period of a plan takes. */
export const monthsOf = { month: 1, quarter: 3, year: 12 } as const;
