/** What was paid for a period, and when it runs; amounts are integer cents. */
export interface PaidPeriod {
  readonly paid_cents: number;
  readonly start: Date;
  readonly end: Date;
}

/**
 * The cents of a period that are not used yet, between nothing and all of it. A part of a cent counts as used, so that no number of changes
 * returns more than was paid.
 */
export const unusedOf = ({ paid_cents, start, end }: PaidPeriod, at: Date): number => {
  const [from, to, now] = [start.getTime(), end.getTime(), at.getTime()];
  if (to <= from || now >= to) return 0;
  const left = BigInt(to - Math.max(now, from));
  return Number((BigInt(paid_cents) * left) / BigInt(to - from));
};

/** How a price is covered: what the credit of the subscription takes over, and the money that is charged. Both add up to the price. */
export const coverOf = (price_cents: number, credit_cents: number): { readonly credit: number; readonly charge: number } => {
  const credit = Math.min(price_cents, Math.max(0, credit_cents));
  return { credit, charge: price_cents - credit };
};
