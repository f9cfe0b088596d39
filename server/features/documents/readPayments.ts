import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { moment, type Reads } from './Reads';
import type { Price, PaymentLine } from './Receipt';
import { columnsOf, type Expression } from '../../kernel/columnsOf';
import { jsonObject, pick, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const p = columnsOf(payments);
const line: Expression<PaymentLine> = jsonObject({
  at: moment(value<string>(sql`coalesce(${p.paid_at}, ${p.created})`)),
  type: p.type,
  method: p.method,
  status: p.status,
  amount_cents: p.amount_cents,
  currency: p.currency,
  references: value<readonly string[]>(sql`array_remove(array[${p.reference}, ${p.provider_ref}], null)`),
  card: value<string | null>(sql`nullif(concat_ws(' ', ${p.card_brand}, ${p.card_bank}, '···· ' || ${p.card_last4}), '')`),
});

/**
 * Every payment of an inscription, the oldest first. The person who prints may not be allowed to read all of them; only people who are
 * can open the document.
 */
export const readPayments = (tx: Reads, inscriptionid: number): Promise<readonly PaymentLine[]> =>
  tx.asOwner(() =>
    selectAll(
      tx,
      line,
      sql`from ${p} where ${p.inscriptionid} = ${inscriptionid} and ${p.deleted_at} is null order by ${p.created}, ${p.paymentid}`,
    ),
  );

const moved = new Set(['paid', 'refunded', 'partially_refunded', 'chargeback']);
/** Whether money really moved with a payment, which neither waits nor failed. */
export const didMove = ({ status }: PaymentLine): boolean => moved.has(status);

/** The parts of the price of an inscription. */
export const priceOf = (inscription: Inscription): Price =>
  pick(
    inscription,
    'list_price_cents',
    'discount_cents',
    'promotion_discount_cents',
    'fee_cents',
    'extra_cents',
    'total_cents',
    'wallet_cents',
    'paid_cents',
    'refunded_cents',
  );
