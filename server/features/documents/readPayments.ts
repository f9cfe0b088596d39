import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { moment, type Reads } from './Reads';
import type { Price, ToldPayment } from './Receipt';
import { columnsOf, type Expression } from '../../kernel/columnsOf';
import { jsonObject, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const p = columnsOf(payments);
const told: Expression<ToldPayment> = jsonObject({
  at: moment(value<string>(sql`coalesce(${p.paid_at}, ${p.created})`)),
  type: p.type,
  method: p.method,
  status: p.status,
  amount_cents: p.amount_cents,
  currency: p.currency,
  references: value<readonly string[]>(sql`array_remove(array[${p.reference}, ${p.provider_ref}], null)`),
  card: value<string | null>(sql`nullif(concat_ws(' ', ${p.card_brand}, ${p.card_bank}, '···· ' || ${p.card_last4}), '')`),
});

/** Every payment of an inscription, the oldest first. Whoever prints may not read them all, and what is printed opens to those alone who do. */
export const readPayments = (tx: Reads, inscriptionid: number): Promise<readonly ToldPayment[]> =>
  tx.asOwner(() =>
    selectAll(
      tx,
      told,
      sql`from ${p} where ${p.inscriptionid} = ${inscriptionid} and ${p.deleted_at} is null order by ${p.created}, ${p.paymentid}`,
    ),
  );

const moved = new Set(['paid', 'refunded', 'partially_refunded', 'chargeback']);
/** Whether money moved with a payment, and did not only wait or fail. */
export const didMove = ({ status }: ToldPayment): boolean => moved.has(status);

/** What the price of an inscription is made of. */
export const priceOf = ({
  list_price_cents,
  discount_cents,
  fee_cents,
  extra_cents,
  total_cents,
  wallet_cents,
  paid_cents,
  refunded_cents,
}: Inscription): Price => ({
  list_price_cents,
  discount_cents,
  fee_cents,
  extra_cents,
  total_cents,
  wallet_cents,
  paid_cents,
  refunded_cents,
});
