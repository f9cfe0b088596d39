import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import type { Transaction } from '../../../kernel/transaction';
import { updateEachAudited } from '../../../api/write/audited';
import type { RowChange } from '../../../api/write/columns';
import { eachChange, type EffectBody } from '../Change';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const minute = 60_000,
  hour = 60 * minute;
const checkoutMs = 15 * minute,
  voucherMs = 72 * hour;
const vouchers: ReadonlySet<string> = new Set(['oxxo', 'spei']);
const online: ReadonlySet<string> = new Set(['web', 'app']);

const w = columnsOf(waitlist_entries);
const offersOf = async (tx: Transaction, inscriptionids: readonly number[]) => {
  if (inscriptionids.length === 0) return new Map<number, never>();
  const found = await select(
    tx,
    { id: value<number>(sql`${w.inscriptionid}`), entry: w.waitlist_entryid, promised: w.expires_at },
    sql`from ${w} where ${w.inscriptionid} = any(${inscriptionids}::bigint[]) and ${w.status} = 'offered' and ${w.deleted_at} is null`,
  );
  return new Map(found.map((offer) => [offer.id, offer]));
};

/**
 * Until when a seat is held: the minutes of a checkout, the days in which a voucher can be paid, or what the offer from the waiting list says.
 *
 * A seat that was promised until a certain hour is kept until then, however the payment goes; a voucher that lasts longer extends it.
 */
export const setExpiry: EffectBody = async (tx, changes) => {
  const offers = await offersOf(
    tx,
    changes.filter(({ details }) => details.method).map(({ id }) => id),
  );
  const extended: RowChange<typeof waitlist_entries>[] = [];
  for (const { id, details, now, write } of changes) {
    const { method, expires_at } = details;
    const isCheckout = method ? !vouchers.has(method) : online.has(now.channel);
    const ends = expires_at ?? new Date(Date.now() + (isCheckout ? checkoutMs : voucherMs)).toISOString();
    const offer = offers.get(id);
    const isPromised = offer !== undefined && offer.promised !== null && Date.parse(offer.promised) >= Date.parse(ends);
    if (offer && !isPromised) extended.push({ id: offer.entry, values: { expires_at: ends } });
    write({ expires_at: isPromised ? offer.promised : ends });
  }
  await updateEachAudited(tx, waitlist_entries, extended);
};
/** Ends the hold. */
export const clearExpiry: EffectBody = eachChange((_tx, { write }) => write({ expires_at: null }));
