import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { signatureHeaders } from '../../adapters/signature';
import { isAmong } from '@/domain/registration/lifecycle';
import { advance } from './advance';
import { cardReport, takeCard, takeSubscriptionReport, type SubscriptionOutcome } from '../apolo/takeReport';
import { takeAffiliationReport, type AffiliationOutcome } from '../fmtri/settleAffiliationCharge';
import { isEntitled } from '../promotions/bearPromotion';
import { credit, losePromotion, settleCharge, type Settlement } from './settleCharge';
import { captureSale, declineSale, settleSale } from './store/settleSale';
import { settleRefund, type RefundOutcome } from './settleRefund';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { DomainError, notFound } from '../../kernel/DomainError';
import { signedRoute } from '../../api/rest/signedRoute';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, pick, selectOne, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const report = z.object({
  type: z.enum(['authorized', 'paid', 'declined', 'refunded', 'refund_failed']),
  id: z.string().min(1).max(120),
  amount_cents: z.int().positive(),
  currency: z.string().length(3),
  reference: z.string().max(120).nullish(),
  decline_code: z.string().max(60).nullish(),
  fee_cents: z.int().min(0).nullish(),
  card: z
    .object({
      bin: z.string().regex(/^\d{6}(\d{2})?$/),
      last4: z
        .string()
        .regex(/^\d{4}$/)
        .nullish(),
      brand: z.string().max(20).nullish(),
      bank: z.string().max(60).nullish(),
    })
    .nullish(),
});
type Report = z.infer<typeof report>;
/** The outcome of a report; `known` is one that changes nothing any more. */
export type Outcome = Settlement | 'capture' | 'declined' | 'promotion_lost' | RefundOutcome;

const p = columnsOf(payments);
const chargeShape = pick(p, 'paymentid', 'inscriptionid', 'saleid', 'amount_cents', 'currency', 'status', 'promotion_binid');
const settled: ReadonlySet<string> = new Set(['paid', 'refunded', 'partially_refunded', 'chargeback']);
type ChargeOf = Selected<typeof chargeShape>;
const isOpen = (tx: Transaction, paymentid: number): Promise<boolean> =>
  exists(tx, sql`from ${p} where ${p.paymentid} = ${paymentid} and ${p.status} in ('created', 'pending', 'authorized')`);

const decline = async (tx: Transaction, paymentid: number, inscriptionid: number | null, code: string | null): Promise<Outcome> => {
  const row = inscriptionid === null ? null : await readStored(tx, inscriptions, inscriptionid, { lock: true });
  if (!row || !(await isOpen(tx, paymentid)) || row.status !== 'pending_payment') return 'known'; // reported twice, or replaced by another payment
  await advance(tx, row, 'payment_declined', { actor: 'gateway', reason: code });
  return 'declined';
};

/** Stores which card pays; never more of its number than the first and last digits. */
const keepCard = async (tx: Transaction, paymentid: number, card: Report['card']): Promise<void> => {
  if (!card) return;
  const { bin, last4 = null, brand = null, bank = null } = card;
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid}`, {
    card_bin: bin,
    card_last4: last4,
    card_brand: brand,
    card_bank: bank,
  });
};

/** What the gateway says that it keeps of a charge, until its settlement says the same or something else. */
const keepFee = async (tx: Transaction, paymentid: number, fee_cents: number | null | undefined): Promise<void> => {
  if (fee_cents != null)
    await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid} and ${row.settled_at} is null`, {
      provider_fee_cents: fee_cents,
    });
};

/** Money that is authorized or captured for a charge. A card without the promotion that lowered it is asked for the full price. */
const charged = async (tx: Transaction, charge: ChargeOf, { type, reference = null, card, fee_cents }: Report): Promise<Outcome> => {
  const { paymentid, inscriptionid, promotion_binid } = charge;
  const row = inscriptionid === null ? null : await readStored(tx, inscriptions, inscriptionid, { lock: true });
  if (!row || settled.has(charge.status)) return type === 'paid' ? settleCharge(tx, paymentid, reference) : 'known';
  await keepCard(tx, paymentid, card);
  if (type === 'paid') await keepFee(tx, paymentid, fee_cents);
  if (
    promotion_binid !== null &&
    row.promotion_binid === promotion_binid &&
    !(await isEntitled(tx, promotion_binid, card?.bin ?? null, row))
  ) {
    const captured = type === 'paid' ? { paymentid, amount_cents: charge.amount_cents, reference } : null;
    if (row.status === 'pending_payment') await losePromotion(tx, row, captured);
    else if (captured) await credit(tx, row, captured, 'promotion_lost');
    return 'promotion_lost';
  }
  if (type === 'paid') return settleCharge(tx, paymentid, reference);
  if (promotion_binid !== row.promotion_binid) return 'promotion_lost';
  return isAmong('hold', row.status) ? 'capture' : 'declined';
};

/** A report about a charge of the store. */
const settleForSale = async (
  tx: Transaction,
  { paymentid, status }: ChargeOf,
  saleid: number,
  { type, reference = null, card, fee_cents, decline_code = null }: Report,
): Promise<Outcome> => {
  if (type === 'declined') return declineSale(tx, saleid, paymentid, decline_code);
  if (settled.has(status)) return 'known';
  await keepCard(tx, paymentid, card);
  if (type !== 'paid') return captureSale(tx, saleid, status);
  await keepFee(tx, paymentid, fee_cents);
  return settleSale(tx, saleid, paymentid, reference);
};

/** Handles one report of a gateway, as the system. */
export const settle = async (
  tx: Transaction,
  provider: string,
  message: Report,
): Promise<Outcome | SubscriptionOutcome | AffiliationOutcome> => {
  const { type, id, amount_cents, currency, decline_code } = message;
  const ofSubscription = await takeSubscriptionReport(tx, provider, message);
  if (ofSubscription !== null) return ofSubscription;
  const ofAffiliation = await takeAffiliationReport(tx, provider, message);
  if (ofAffiliation !== null) return ofAffiliation;
  if (type === 'refunded' || type === 'refund_failed') return settleRefund(tx, provider, { ...message, type });
  const charge = await selectOne(
    tx,
    chargeShape,
    sql`from ${p} where ${p.provider} = ${provider} and ${p.provider_ref} = ${id} and ${p.type} = 'charge' and ${p.deleted_at} is null`,
  );
  if (!charge) throw notFound();
  const { paymentid, inscriptionid } = charge;
  if (charge.amount_cents !== amount_cents || charge.currency !== currency) throw new DomainError('AMOUNT_DIFFERS');
  if (charge.saleid) return settleForSale(tx, charge, charge.saleid, message);
  return type === 'declined' ? decline(tx, paymentid, inscriptionid, decline_code ?? null) : charged(tx, charge, message);
};

/**
 * The route for reports of the payment gateway. A report without a valid signature is refused; a repeated report changes nothing and
 * gets the same answer.
 */
export const gatewayRoutes = (app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'registry'>, gateway: PaymentGateway | null): void => {
  if (!gateway) return;
  signedRoute(
    app,
    { path: '/api/payments/webhook', header: signatureHeaders.gateway, secret: gateway.webhookSecret },
    z.union([report, cardReport]),
    (message) =>
      inSystemTransaction(deps, async (tx) => ({
        outcome: await (message.type === 'card_stored' ? takeCard(tx, message) : settle(tx, gateway.name, message)),
      })),
  );
};
