import { coupons } from '@/resources/coupons/coupons';
import { events } from '@/resources/events/events';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, problemAt } from '../../kernel/DomainError';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const c = columnsOf(coupons);
const e = columnsOf(events);

/** The coupon that somebody typed at an event: one of the event before one of its organization; `null` when nothing was typed. */
export const couponByCode = async (
  tx: Transaction,
  { eventid, coupon }: { readonly eventid: number; readonly coupon?: string | null | undefined },
): Promise<number | null> => {
  const code = coupon?.trim();
  if (!code) return null;
  const [couponid] = await selectAll(
    tx,
    c.couponid,
    sql`from ${c} where upper(${c.code}) = upper(${code}) and (${c.eventid} = ${eventid} or (${c.eventid} is null and ${c.organizationid} = (select ${e.organizationid} from ${e} where ${e.eventid} = ${eventid}))) and ${c.deleted_at} is null order by ${c.eventid} nulls last limit 1`,
  );
  if (!couponid) throw conflict('COUPON_UNKNOWN', [problemAt('input.coupon', 'COUPON_UNKNOWN')]);
  return couponid;
};
