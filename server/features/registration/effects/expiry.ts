import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { Transaction } from '../../../kernel/transaction';
import { changeBeside } from '../../../api/write/beside';
import type { EffectBody } from '../Change';

const minute = 60_000,
  hour = 60 * minute;
const checkoutMs = 15 * minute,
  voucherMs = 72 * hour;
const vouchers: ReadonlySet<string> = new Set(['oxxo', 'spei']);
const online: ReadonlySet<string> = new Set(['web', 'app']);

const offerSql = `select waitlist_entryid, expires_at from waitlist_entries where inscriptionid = $1 and status = 'offered' and deleted_at is null`;
/** Whoever was promised a seat until a certain hour keeps it until then, however their payment goes; a voucher that lasts longer makes it longer. */
const keepOffer = async (tx: Transaction, id: number, ends: string): Promise<string> => {
  const [[entry, promised] = []] = await tx.run(offerSql, [id]);
  if (entry === undefined) return ends;
  if (Date.parse(String(promised)) >= Date.parse(ends)) return String(promised);
  await changeBeside(tx, waitlist_entries, 't.waitlist_entryid = $7', [entry], { expires_at: ends });
  return ends;
};

/** Until when a seat is held: the minutes of a checkout, the days in which a voucher can be paid, or what somebody who waited was told. */
export const setExpiry: EffectBody = async ({ tx, id, details: { method, expires_at }, now, write }) => {
  const isCheckout = method ? !vouchers.has(method) : online.has(now.channel);
  const ends = expires_at ?? new Date(Date.now() + (isCheckout ? checkoutMs : voucherMs)).toISOString();
  write({ expires_at: method ? await keepOffer(tx, id, ends) : ends });
};
/** Nothing is held any more. */
export const clearExpiry: EffectBody = async ({ write }) => write({ expires_at: null });
