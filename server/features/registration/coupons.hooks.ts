import { coupons } from '@/resources/coupons/coupons';
import { defineHooks } from '../../kernel/defineHooks';
import { updateRow } from '../../api/write/columns';
import { settleCoupons } from './couponLimits';

/** What happens around a coupon that only the server knows. */
export const couponsHooks = defineHooks(coupons, {
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await settleCoupons(tx, [id]);
  },
  actions: {
    pause: async ({ tx, id }) => updateRow(tx, coupons, id, { status: 'paused' }),
    resume: async ({ tx, id }) => {
      await updateRow(tx, coupons, id, { status: 'active' });
      await settleCoupons(tx, [id]);
    },
  },
});
