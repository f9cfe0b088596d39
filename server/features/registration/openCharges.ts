import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';

const batchSize = 50;
/** Charges that nobody has opened yet; those of the counter are paid at once and never wait. */
const waitingSql = `
  select p.paymentid, p.idempotency_key, p.amount_cents, p.currency, p.method, i.expires_at from payments p join inscriptions i on i.inscriptionid = p.inscriptionid
   where p.type = 'charge' and p.status = 'pending' and p.provider is null and p.method in ('card', 'oxxo', 'spei', 'paypal') and p.deleted_at is null and not (p.paymentid = any($1::bigint[]))
   order by p.paymentid limit ${batchSize}`;
const ofSql = 'select inscriptionid from payments where paymentid = $1';
const statusSql = 'select status from payments where paymentid = $1';

interface Waiting {
  readonly paymentid: number;
  readonly key: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly method: string;
  readonly expires_at: string | null;
}
const toWaiting = ([paymentid, key, amount, currency, method, expires]: readonly unknown[]): Waiting => ({
  paymentid: Number(paymentid),
  key: String(key),
  amount_cents: Number(amount),
  currency: String(currency),
  method: String(method),
  expires_at: expires as string | null,
});

/** Writes down what the gateway opened; the inscription is locked before its payment, as everywhere. */
const keep = async (
  tx: Transaction,
  { paymentid, expires_at }: Waiting,
  provider: string,
  opened: Awaited<ReturnType<PaymentGateway['open']>>,
): Promise<void> => {
  const [[inscriptionid] = []] = await tx.run(ofSql, [paymentid]);
  const row = (await readStored(tx, inscriptions, Number(inscriptionid), { lock: true })) as unknown as Inscription;
  const { provider_ref, reference } = opened;
  const kept = await changeBeside(tx, payments, 't.paymentid = $7 and t.provider is null', [paymentid], {
    provider,
    provider_ref,
    expires_at,
    ...(reference !== null && { reference }),
  });
  const [[status] = []] = kept.length > 0 ? await tx.run(statusSql, [paymentid]) : [];
  if (status === 'pending' && row.status === 'pending_payment')
    await advance(tx, row, 'url_created', { actor: 'system', reason: opened.url ?? opened.reference });
};

/** What one sweep opened, and which charges the gateway did not take. */
export interface Opened {
  readonly opened: number;
  readonly failed: readonly number[];
}

/**
 * Opens at the gateway what actions left waiting: an action runs in a transaction that may begin again, so it never reaches outside.
 *
 * A process that ends between the two asks again under the same key, and the gateway opens nothing twice.
 */
export const openCharges = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  gateway: PaymentGateway,
  isOver: () => boolean = () => false,
): Promise<Opened> => {
  const failed: number[] = [];
  let opened = 0;
  while (!isOver()) {
    const waiting = (await inSystemTransaction(deps, (tx) => tx.run(waitingSql, [failed]))).map(toWaiting);
    for (const charge of waiting) {
      try {
        const { key, amount_cents, currency, method, expires_at } = charge;
        const answer = await gateway.open({ key, amount_cents, currency, method, expires_at });
        await inSystemTransaction(deps, (tx) => keep(tx, charge, gateway.name, answer));
        opened += 1;
      } catch {
        failed.push(charge.paymentid);
      }
    }
    if (waiting.length < batchSize) break;
  }
  return { opened, failed };
};
