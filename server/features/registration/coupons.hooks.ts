import { coupons } from '@/resources/coupons/coupons';
import { defineHooks } from '../../kernel/defineHooks';
import { settleCoupons } from './couponLimits';

/** What happens around a coupon that only the server knows. */
export const couponsHooks = defineHooks(coupons, {
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await settleCoupons(tx, [id]);
  },
  actions: {
    resume: ({ tx, id }) => settleCoupons(tx, [id]),
  },
});
