import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { signatureHeaders } from '../../adapters/signature';
import { advance } from './advance';
import { settleCharge, type Settlement } from './settleCharge';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { DomainError, notFound } from '../../kernel/DomainError';
import { signedRoute } from '../../api/rest/signedRoute';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';

const report = z.object({
  type: z.enum(['paid', 'declined']),
  id: z.string().min(1).max(120),
  amount_cents: z.int().positive(),
  currency: z.string().length(3),
  reference: z.string().max(120).nullish(),
  decline_code: z.string().max(60).nullish(),
});
type Report = z.infer<typeof report>;
/** What became of a report; `known` is one that changes nothing any more. */
type Outcome = Settlement | 'declined';

const chargeSql = `select paymentid, inscriptionid, amount_cents, currency from payments where provider = $1 and provider_ref = $2 and type = 'charge' and deleted_at is null`;
const openSql = `select 1 from payments where paymentid = $1 and status in ('created', 'pending', 'authorized')`;

const decline = async (tx: Transaction, paymentid: number, inscriptionid: number, code: string | null): Promise<Outcome> => {
  const row = (await readStored(tx, inscriptions, inscriptionid, { lock: true })) as unknown as Inscription | null;
  const isOpen = (await tx.run(openSql, [paymentid])).length > 0;
  if (!row || !isOpen || row.status !== 'pending_payment') return 'known'; // told twice, or overtaken by another payment
  await advance(tx, row, 'payment_declined', { actor: 'gateway', reason: code });
  return 'declined';
};

const settle = async (
  tx: Transaction,
  provider: string,
  { type, id, amount_cents, currency, reference, decline_code }: Report,
): Promise<Outcome> => {
  const [charge] = await tx.run(chargeSql, [provider, id]);
  if (!charge) throw notFound();
  const [paymentid, inscriptionid] = [Number(charge[0]), Number(charge[1])];
  if (Number(charge[2]) !== amount_cents || charge[3] !== currency) throw new DomainError('AMOUNT_DIFFERS');
  return type === 'paid' ? settleCharge(tx, paymentid, reference ?? null) : decline(tx, paymentid, inscriptionid, decline_code ?? null);
};

/** Where the payment gateway says what became of a charge. A report without its signature is nobody's; the same report again changes nothing and is answered alike. */
export const gatewayRoutes = (app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'registry'>, gateway: PaymentGateway | null): void => {
  if (!gateway) return;
  signedRoute(app, { path: '/api/payments/webhook', header: signatureHeaders.gateway, secret: gateway.webhookSecret }, report, (told) =>
    inSystemTransaction(deps, async (tx) => ({ outcome: await settle(tx, gateway.name, told) })),
  );
};
