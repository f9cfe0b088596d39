import { coupons } from '@/resources/coupons/coupons';
import { defineHooks } from '../api/defineHooks';
import { updateRow } from '../api/write/columns';

/** What happens around a coupon that only the server knows. */
export const couponsHooks = defineHooks(coupons, {
  actions: {
    pause: async ({ tx, id }) => updateRow(tx, coupons, id, { status: 'paused' }),
    resume: async ({ tx, id }) => updateRow(tx, coupons, id, { status: 'active' }),
  },
});
