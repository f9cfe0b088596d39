import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { signatureHeaders } from '../../adapters/signature';
import { advance } from './advance';
import { settleCharge, type Settlement } from './settleCharge';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { DomainError, notFound } from '../../kernel/DomainError';
import { signedRoute } from '../../api/rest/signedRoute';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const report = z.object({
  type: z.enum(['paid', 'declined']),
  id: z.string().min(1).max(120),
  amount_cents: z.int().positive(),
  currency: z.string().length(3),
  reference: z.string().max(120).nullish(),
  decline_code: z.string().max(60).nullish(),
});
type Report = z.infer<typeof report>;
/** The outcome of a report; `known` is one that changes nothing any more. */
type Outcome = Settlement | 'declined';

const p = columnsOf(payments);
const isOpen = (tx: Transaction, paymentid: number): Promise<boolean> =>
  exists(tx, sql`from ${p} where ${p.paymentid} = ${paymentid} and ${p.status} in ('created', 'pending', 'authorized')`);

const decline = async (tx: Transaction, paymentid: number, inscriptionid: number | null, code: string | null): Promise<Outcome> => {
  const row = inscriptionid === null ? null : await readStored(tx, inscriptions, inscriptionid, { lock: true });
  if (!row || !(await isOpen(tx, paymentid)) || row.status !== 'pending_payment') return 'known'; // reported twice, or replaced by another payment
  await advance(tx, row, 'payment_declined', { actor: 'gateway', reason: code });
  return 'declined';
};

const settle = async (
  tx: Transaction,
  provider: string,
  { type, id, amount_cents, currency, reference, decline_code }: Report,
): Promise<Outcome> => {
  const charge = await selectOne(
    tx,
    pick(p, 'paymentid', 'inscriptionid', 'amount_cents', 'currency'),
    sql`from ${p} where ${p.provider} = ${provider} and ${p.provider_ref} = ${id} and ${p.type} = 'charge' and ${p.deleted_at} is null`,
  );
  if (!charge) throw notFound();
  const { paymentid, inscriptionid } = charge;
  if (charge.amount_cents !== amount_cents || charge.currency !== currency) throw new DomainError('AMOUNT_DIFFERS');
  return type === 'paid' ? settleCharge(tx, paymentid, reference ?? null) : decline(tx, paymentid, inscriptionid, decline_code ?? null);
};

/**
 * The route for reports of the payment gateway. A report without a valid signature is refused; a repeated report changes nothing and
 * gets the same answer.
 */
export const gatewayRoutes = (app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'registry'>, gateway: PaymentGateway | null): void => {
  if (!gateway) return;
  signedRoute(app, { path: '/api/payments/webhook', header: signatureHeaders.gateway, secret: gateway.webhookSecret }, report, (message) =>
    inSystemTransaction(deps, async (tx) => ({ outcome: await settle(tx, gateway.name, message) })),
  );
};
