/** What a coupon may do to a price. */
export const couponTypes = ['percent', 'amount', 'fixed_price', 'free', 'access'] as const;
/** What its value counts, by its type: whole percent, or cents. */
export const couponUnit = { from: 'type', percent: ['percent'], cents: ['amount', 'fixed_price'] } as const;
