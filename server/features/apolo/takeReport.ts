import { z } from 'zod';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, notFound } from '../../kernel/DomainError';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { bookReturn } from './collectCharges';
import { settleSubscriptionCharge, type ChargeResult } from './settleSubscriptionCharge';
import { keepCard } from './storeCards';

const c = columnsOf(subscription_charges);
const shape = {
  subscription_chargeid: c.subscription_chargeid,
  subscriptionid: c.subscriptionid,
  amount_cents: c.amount_cents,
  refusals: c.refund_refusals,
};

/** A report that a card was stored on a page of the gateway: `id` is the page, `card` what is charged. */
export const cardReport = z.object({
  type: z.literal('card_stored'),
  id: z.string().min(1).max(120),
  card: z.object({
    id: z.string().min(1).max(120),
    last4: z
      .string()
      .regex(/^\d{4}$/)
      .nullish(),
    brand: z.string().max(20).nullish(),
  }),
});
/** Keeps a card that was stored. */
export const takeCard = async (tx: Transaction, { id, card }: z.infer<typeof cardReport>): Promise<'card_stored'> => {
  const { id: ref, last4 = null, brand = null } = card;
  if (!(await keepCard(tx, { session: id, card: ref, last4, brand }, new Date()))) throw notFound();
  return 'card_stored';
};

/** What a report about a subscription did. */
export type SubscriptionOutcome = ChargeResult | 'refunded' | 'refund_failed' | 'capture';
/** A report about money of a subscription. */
interface MoneyReport {
  readonly type: 'paid' | 'declined' | 'refunded' | 'refund_failed' | 'authorized';
  readonly id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly decline_code?: string | null | undefined;
}
/** Books a report about a charge of a subscription or its return; null when it is about none. */
export const takeSubscriptionReport = async (
  tx: Transaction,
  provider: string,
  report: MoneyReport,
): Promise<SubscriptionOutcome | null> => {
  const { type, id, amount_cents, decline_code = null } = report;
  const isReturn = type === 'refunded' || type === 'refund_failed';
  const charge = await selectOne(
    tx,
    shape,
    sql`from ${c} where ${c.provider} = ${provider} and ${isReturn ? c.refund_ref : c.provider_ref} = ${id} and ${c.deleted_at} is null`,
  );
  if (!charge) return null;
  if (charge.amount_cents !== amount_cents || report.currency !== 'MXN') throw new DomainError('AMOUNT_DIFFERS');
  if (isReturn)
    return (await bookReturn(tx, charge, { state: type === 'refunded' ? 'done' : 'failed', provider_ref: id })) ? type : 'known';
  if (type === 'authorized') return 'capture';
  return settleSubscriptionCharge(tx, charge, { state: type, provider, provider_ref: id, decline_code }, new Date());
};
