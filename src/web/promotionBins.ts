/** What a promotion does to a price. */
export const promotionTypes = ['percent', 'amount', 'fixed_price', 'installments'] as const;
/** What its value counts, by its type: whole percent, or cents. */
export const promotionUnit = { from: 'discount_type', percent: ['percent'], cents: ['amount', 'fixed_price'] } as const;

const bank = 6, precise = 8;
/** The first digits of a card: 6, or 8 where the bank tells its products apart. */
export const binPattern = /^(\d{6}|\d{8})$/;
/** How many digits of a card a BIN needs to be tested. */
export const typedBin = new RegExp(`^\\d{${bank},${precise}}$`);

/** What decides between promotions. */
export interface Contender { readonly bins: readonly string[]; readonly priority: number; readonly promotion_binid: number }

/** How many digits of a BIN a promotion names: 8, 6, or 0 where it does not name it. */
export const digitsOf = ({ bins }: Pick<Contender, 'bins'>, bin: string): number =>
  bins.includes(bin.slice(0, precise)) && bin.length >= precise ? precise : bins.includes(bin.slice(0, bank)) ? bank : 0;

/** The promotions that take a BIN, the winner first: 8 digits beat 6, then the higher priority, then the older one. */
export const ranked = <T extends Contender>(promotions: readonly T[], bin: string): readonly T[] =>
  promotions.filter((each) => digitsOf(each, bin) > 0)
    .sort((one, other) => digitsOf(other, bin) - digitsOf(one, bin) || other.priority - one.priority || one.promotion_binid - other.promotion_binid);
