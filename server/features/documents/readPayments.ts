import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { moment, type Reads } from './Reads';
import type { Price, ToldPayment } from './Receipt';

const paymentsSql = `
  select jsonb_build_object('at', ${moment('coalesce(paid_at, created)')}, 'type', type, 'method', method, 'status', status, 'amount_cents', amount_cents, 'currency', currency,
         'references', array_remove(array[reference, provider_ref], null), 'card', nullif(concat_ws(' ', card_brand, card_bank, '···· ' || card_last4), ''))
    from payments where inscriptionid = $1 and deleted_at is null order by created, paymentid`;

/** Every payment of an inscription, the oldest first. Whoever prints may not read them all, and what is printed opens to those alone who do. */
export const readPayments = async (tx: Reads, inscriptionid: number): Promise<readonly ToldPayment[]> =>
  (await tx.asOwner(() => tx.run(paymentsSql, [inscriptionid]))).map(([row]) => row as ToldPayment);

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
