import type { Row } from './insertRows';

/** The phase of an event, which decides about its inscriptions. */
export type Phase = 'past' | 'today' | 'eve' | 'open' | 'cancelled' | 'unpublished';

export interface TierPlan {
  readonly price_tierid: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly priceCents: number;
  readonly feeCents: number;
}
export interface CategoryPlan {
  readonly age_categoryid: number;
  readonly branch: 'F' | 'M';
  readonly from: number;
  readonly to: number;
}

/** A distance with what its inscriptions need to know. */
export interface DistancePlan {
  readonly distanceid: number;
  readonly name: string;
  readonly adultsOnly: boolean;
  readonly share: number;
  readonly firstNumber: number;
  readonly tiers: readonly TierPlan[];
  readonly categories: readonly CategoryPlan[];
}

/** A discount for inscriptions of an event; `left` decreases with each. */
export interface CouponPlan {
  readonly couponid: number;
  readonly type: 'percent' | 'amount' | 'fixed_price' | 'free';
  readonly value: number | null;
  readonly from: number;
  readonly to: number;
  left: number;
}

/** An event with what its inscriptions need to know. */
export interface EventPlan {
  readonly eventid: number;
  readonly organizationid: number;
  readonly stateid: number;
  readonly place: { readonly name: { readonly es: string; readonly en: string }; readonly city: string; readonly venue: string };
  readonly phase: Phase;
  readonly startAt: number;
  readonly openAt: number;
  readonly closeAt: number;
  readonly count: number;
  /** Where the athletes of this edition start: after those of the race, minus the number that come back from one edition to the next. */
  readonly athletes: { readonly race: number; readonly passed: number };
  readonly atDelivery: boolean;
  readonly exonerates: boolean;
  readonly givesShirts: boolean;
  /** The large races, which have more of everything. */
  readonly isStar: boolean;
  readonly distances: readonly DistancePlan[];
}

/** Rows of one table, in the order in which they are to be written. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly Row[];
}
