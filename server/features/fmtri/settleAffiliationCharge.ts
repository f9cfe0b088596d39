import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { InferWrite } from '@/schema';
import type { MadeRefund } from '../../adapters/paymentGateway/PaymentGateway';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { letterFor } from './letterFor';
import { hasTwin, settlePaid } from './takePayment';
import { todayOf } from './todayOf';

const a = columnsOf(fmtri_affiliations);
/** The currency of all prices of the federation. */
export const currency = 'MXN';

const write = (tx: Transaction, id: number, values: InferWrite<typeof fmtri_affiliations>): Promise<unknown> =>
  updateAudited(tx, fmtri_affiliations, (row) => sql`${row.affiliationid} = ${id}`, values);

/** Whether a person may still pay for an affiliation: it is not paid yet, runs at least today, and they may compete. */
export const isPayable = async (tx: Transaction, row: FmtriAffiliation): Promise<boolean> => {
  if (row.status !== 'draft' && row.status !== 'pending_payment') return false;
  const affiliate = await readStored(tx, fmtri_affiliate_users, row.affiliate_userid, { lock: true });
  return affiliate?.status === 'active' && row.ends_on >= (await todayOf(tx)) && !(await hasTwin(tx, row, row.affiliationid));
};

/** What a report about money of an affiliation did: `returned` is money that nothing waits for any more, `known` changed nothing. */
export type AffiliationOutcome = 'paid' | 'declined' | 'returned' | 'capture' | 'known' | 'refunded' | 'refund_failed';

/** Books money that came, once. Money for what was paid at a counter meanwhile, or has ended, goes back by itself. */
const settlePayment = async (tx: Transaction, id: number): Promise<AffiliationOutcome> => {
  const row = await readStored(tx, fmtri_affiliations, id, { lock: true });
  if (!row || (row.charge_state !== 'open' && row.charge_state !== 'declined')) return 'known';
  const charged_at = new Date().toISOString();
  if (!(await isPayable(tx, row))) {
    await write(tx, id, { charge_state: 'refunding', charged_at, refund_reason: 'paid_twice', refund_asks: 0, refund_next_at: null });
    return 'returned';
  }
  await write(tx, id, { charge_state: 'paid', charged_at, decline_code: null });
  await settlePaid(tx, id, row, { paid_at: charged_at, payment_method: 'online' });
  return 'paid';
};

const settleDecline = async (tx: Transaction, id: number, code: string | null): Promise<AffiliationOutcome> => {
  const changed = await updateAudited(
    tx,
    fmtri_affiliations,
    (row) => sql`${row.affiliationid} = ${id} and ${row.charge_state} in ('open', 'declined')`,
    { charge_state: 'declined', decline_code: code },
  );
  return changed.length > 0 ? 'declined' : 'known';
};

/** Books what the gateway says of money that goes back; `sent` is asked about again. */
export const bookAffiliationReturn = async (
  tx: Transaction,
  id: number,
  { state, provider_ref }: Pick<MadeRefund, 'state' | 'provider_ref'>,
): Promise<boolean> => {
  const row = await readStored(tx, fmtri_affiliations, id, { lock: true });
  if (row?.charge_state !== 'refunding') return false;
  const made = { done: 'refunded', failed: 'refund_failed', sent: 'refunding' } as const;
  await write(tx, id, {
    charge_state: made[state],
    refund_ref: provider_ref,
    ...(state === 'failed' && { refund_refusals: (row.refund_refusals ?? 0) + 1 }),
    ...(state === 'done' && { letter: await letterFor(tx, row) }),
  });
  return true;
};

interface Report {
  readonly type: 'paid' | 'declined' | 'refunded' | 'refund_failed' | 'authorized';
  readonly id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly decline_code?: string | null | undefined;
}
/** Books a report about the charge of an affiliation or its return; null when it is about none. */
export const takeAffiliationReport = async (tx: Transaction, provider: string, report: Report): Promise<AffiliationOutcome | null> => {
  const { type, id, amount_cents, decline_code = null } = report;
  const isReturn = type === 'refunded' || type === 'refund_failed';
  const found = await selectOne(
    tx,
    { affiliationid: a.affiliationid, price_cents: a.price_cents },
    sql`from ${a} where ${a.provider} = ${provider} and ${isReturn ? a.refund_ref : a.provider_ref} = ${id} and ${a.deleted_at} is null`,
  );
  if (!found) return null;
  const { affiliationid, price_cents } = found;
  if (price_cents !== amount_cents || report.currency !== currency) throw new DomainError('AMOUNT_DIFFERS');
  if (isReturn)
    return (await bookAffiliationReturn(tx, affiliationid, { state: type === 'refunded' ? 'done' : 'failed', provider_ref: id }))
      ? type
      : 'known';
  if (type === 'authorized') return 'capture';
  return type === 'paid' ? settlePayment(tx, affiliationid) : settleDecline(tx, affiliationid, decline_code);
};
