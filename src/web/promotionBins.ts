/** What a promotion does to a price. */
export const promotionTypes = ['percent', 'amount', 'fixed_price', 'installments'] as const;
/** What its value counts, by its type: whole percent, or cents. */
export const promotionUnit = { from: 'discount_type', percent: ['percent'], cents: ['amount', 'fixed_price'] } as const;

/** The first digits of a card: 6, or 8 where the bank tells its products apart. */
export const binPattern = /^(\d{6}|\d{8})$/;
