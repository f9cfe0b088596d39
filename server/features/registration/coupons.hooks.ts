import { coupons } from '@/resources/coupons/coupons';
import { defineHooks } from '../../kernel/defineHooks';
import { settleCoupons } from './couponLimits';

/** The server's rules for a coupon. */
export const couponsHooks = defineHooks(coupons, {
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await settleCoupons(tx, [id]);
  },
  actions: {
    resume: ({ tx, id }) => settleCoupons(tx, [id]),
  },
});
