import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { store_sales } from '@/resources/store_sales/store_sales';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { readStored } from '../../api/list/stored';
import { lockSale, writeSale } from './store/salePayments';
import { advance } from './advance';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const batchSize = 50;
const p = columnsOf(payments, 'p');
const i = columnsOf(inscriptions, 'i');
const s = columnsOf(store_sales, 's');
const waiting = {
  paymentid: p.paymentid,
  inscriptionid: p.inscriptionid,
  saleid: p.saleid,
  key: p.idempotency_key,
  amount_cents: p.amount_cents,
  currency: p.currency,
  method: p.method,
  expires_at: value<string | null>(sql`coalesce(${i.expires_at}, ${s.expires_at})`),
  card_bin: p.card_bin,
};
type Waiting = Selected<typeof waiting>;
/** Charges that are not opened yet. Payments at the counter are paid at once and never wait. */
const findWaiting = (tx: Transaction, failed: readonly number[]): Promise<readonly Waiting[]> =>
  select(
    tx,
    waiting,
    sql`from ${p} left join ${i} on ${i.inscriptionid} = ${p.inscriptionid} left join ${s} on ${s.saleid} = ${p.saleid}
     where (${i.inscriptionid} is not null or ${s.saleid} is not null) and ${p.type} = 'charge' and ${p.status} = 'pending' and ${p.provider} is null and ${p.method} in ('card', 'oxxo', 'spei', 'paypal') and ${p.deleted_at} is null and not (${p.paymentid} = any(${failed}::bigint[]))
     order by ${p.paymentid} limit ${sql.raw(String(batchSize))}`,
  );
const statusOf = async (tx: Transaction, paymentid: number) =>
  (await selectOne(tx, { status: p.status }, sql`from ${p} where ${p.paymentid} = ${paymentid}`))?.status;

/** Stores the opened charge. The inscription or the sale is locked before its payment, as everywhere. */
const keep = async (
  tx: Transaction,
  { paymentid, inscriptionid, saleid, expires_at }: Waiting,
  provider: string,
  opened: Awaited<ReturnType<PaymentGateway['open']>>,
): Promise<void> => {
  const row = inscriptionid === null ? null : await readStored(tx, inscriptions, inscriptionid, { lock: true });
  const sale = saleid === null ? null : await lockSale(tx, saleid);
  const { provider_ref, reference } = opened;
  const kept = await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid} and ${row.provider} is null`, {
    provider,
    provider_ref,
    expires_at,
    ...(reference !== null && { reference }),
  });
  const status = kept.length > 0 ? await statusOf(tx, paymentid) : undefined;
  if (status === 'pending' && sale?.status === 'unpaid')
    await writeSale(tx, sale, { pay_link: opened.url, letter_kind: 'link', letter: 'waiting' });
  if (status === 'pending' && row?.status === 'pending_payment')
    await advance(tx, row, 'url_created', { actor: 'system', reason: opened.url ?? opened.reference });
};

/** What one sweep opened, and which charges the gateway did not accept. */
export interface Opened {
  readonly opened: number;
  readonly failed: readonly number[];
}

/**
 * Opens at the gateway the charges that actions left: an action runs in a transaction that may be repeated, so it never calls other
 * systems.
 *
 * If a process ends in between, the charge is sent again under the same key, and the gateway opens it once.
 */
export const openCharges = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  gateway: PaymentGateway,
  isOver: () => boolean = () => false,
): Promise<Opened> => {
  const failed: number[] = [];
  let opened = 0;
  while (!isOver()) {
    const found = await inSystemTransaction(deps, (tx) => findWaiting(tx, failed));
    for (const charge of found) {
      try {
        const { key, amount_cents, currency, method, expires_at, card_bin } = charge;
        const answer = await gateway.open({ key, amount_cents, currency, method, expires_at, card_bin });
        await inSystemTransaction(deps, (tx) => keep(tx, charge, gateway.name, answer));
        opened += 1;
      } catch {
        failed.push(charge.paymentid);
      }
    }
    if (found.length < batchSize) break;
  }
  return { opened, failed };
};
