import { defineChoices } from '@/schema/choiceList';
/** What a coupon may do to a price. */
export const couponTypes = defineChoices('coupon_types', ['percent', 'amount', 'fixed_price', 'free', 'access']);
/** What its value counts, by its type: whole percent, or cents. */
export const couponUnit = { from: 'type', percent: ['percent'], cents: ['amount', 'fixed_price'] } as const;
