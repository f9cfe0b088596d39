import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { Transaction } from '../../../kernel/transaction';
import { updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const minute = 60_000,
  hour = 60 * minute;
const checkoutMs = 15 * minute,
  voucherMs = 72 * hour;
const vouchers: ReadonlySet<string> = new Set(['oxxo', 'spei']);
const online: ReadonlySet<string> = new Set(['web', 'app']);

const w = columnsOf(waitlist_entries);
const offerOf = (tx: Transaction, inscriptionid: number) =>
  selectOne(
    tx,
    { entry: w.waitlist_entryid, promised: w.expires_at },
    sql`from ${w} where ${w.inscriptionid} = ${inscriptionid} and ${w.status} = 'offered' and ${w.deleted_at} is null`,
  );
/** Whoever was promised a seat until a certain hour keeps it until then, however their payment goes; a voucher that lasts longer makes it longer. */
const keepOffer = async (tx: Transaction, id: number, ends: string): Promise<string> => {
  const offer = await offerOf(tx, id);
  if (!offer) return ends;
  const { entry, promised } = offer;
  if (promised !== null && Date.parse(promised) >= Date.parse(ends)) return promised;
  await updateAudited(tx, waitlist_entries, (row) => sql`${row.waitlist_entryid} = ${entry}`, { expires_at: ends });
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
