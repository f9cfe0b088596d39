import { defineChoices } from '@/schema/choiceList';
/** The effects of a coupon on a price. */
export const couponTypes = defineChoices('coupon_types', ['percent', 'amount', 'fixed_price', 'free', 'access']);
/** The unit of its value, by type: whole percent, or cents. */
export const couponUnit = { from: 'type', percent: ['percent'], cents: ['amount', 'fixed_price'] } as const;
