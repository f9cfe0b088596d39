import type { EffectBody } from '../Change';

const minute = 60_000, hour = 60 * minute;
const checkoutMs = 15 * minute, voucherMs = 72 * hour;
const vouchers: ReadonlySet<string> = new Set(['oxxo', 'spei']);
const online: ReadonlySet<string> = new Set(['web', 'app']);

/** Until when a seat is held: the minutes of a checkout, or the days in which a voucher can be paid. */
export const setExpiry: EffectBody = async ({ details: { method }, now, write }) => {
  const isCheckout = method ? !vouchers.has(method) : online.has(now.channel);
  write({ expires_at: new Date(Date.now() + (isCheckout ? checkoutMs : voucherMs)).toISOString() });
};
/** Nothing is held any more. */
export const clearExpiry: EffectBody = async ({ write }) => write({ expires_at: null });
