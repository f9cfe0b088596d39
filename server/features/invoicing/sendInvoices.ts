import { orders } from '@/resources/orders/orders';
import { payments } from '@/resources/payments/payments';
import { web_users } from '@/resources/web_users/web_users';
import { received } from '@/domain/registration/moneyMoved';
import { RefusedInvoice, type InvoiceRequest, type Invoicing } from '../../adapters/invoicing/Invoicing';
import { updateAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { toShortLine } from '../../kernel/toOneLine';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';

const batchSize = 20,
  longestError = 300,
  retrySeconds = 600;
const o = columnsOf(orders, 'o');
const w = columnsOf(web_users, 'w');
const p = columnsOf(payments, 'p');
const due = {
  orderid: o.orderid,
  version: value<number>(sql`${o.version}`),
  order: o.code,
  total_cents: value<number>(sql`${o.charged_cents} - ${o.refunded_cents}`),
  paid_at: value<string>(
    sql`(select max(coalesce(${p.paid_at}, ${p.created})) from ${p} where ${p.orderid} = ${o.orderid} and ${p.type} = any(${received.type}::text[]) and ${p.status} = any(${received.status}::text[]) and ${p.deleted_at} is null)`,
  ),
  rfc: value<string>(sql`${o.invoice_rfc}`),
  name: value<string>(sql`${o.invoice_name}`),
  regime: value<string>(sql`${o.invoice_regime}`),
  postal_code: value<string>(sql`${o.invoice_postal_code}`),
  use: value<string>(sql`${o.invoice_use}`),
  email: w.email,
};
type Due = Selected<typeof due>;

/** Orders that are paid and whose buyer wants an invoice. */
const findDue = (tx: Transaction): Promise<readonly Due[]> =>
  select(
    tx,
    due,
    sql`from ${o} join ${w} on ${w.web_userid} = ${o.web_userid}
       where ${o.invoice_state} = 'waiting' and ${o.status} = 'paid' and ${o.charged_cents} > ${o.refunded_cents} and ${o.deleted_at} is null
         and (${o.invoice_next_at} is null or ${o.invoice_next_at} <= now())
       order by ${o.orderid} limit ${sql.raw(String(batchSize))}`,
  );
const requestOf = ({ orderid, order, total_cents, paid_at, rfc, name, regime, postal_code, use, email }: Due): InvoiceRequest => ({
  key: `order-${orderid}`,
  order,
  total_cents,
  currency: 'MXN',
  paid_at,
  receiver: { rfc, name, regime, postal_code, use, email },
});

type Outcome = { readonly ref: string } | { readonly error: string; readonly isForGood: boolean };
const handOver = async (invoicing: Invoicing, row: Due): Promise<Outcome> => {
  try {
    return await invoicing.send(requestOf(row));
  } catch (error) {
    return {
      error: toShortLine(error instanceof Error ? error.message : String(error), longestError),
      isForGood: error instanceof RefusedInvoice,
    };
  }
};
const later = (): string => new Date(Date.now() + retrySeconds * 1000).toISOString();
/** Data that were changed meanwhile stay as they wait. */
const keep = (tx: Transaction, { orderid, version }: Due, outcome: Outcome): Promise<unknown> =>
  updateAudited(
    tx,
    orders,
    (row) => sql`${row.orderid} = ${orderid} and ${row.version} = ${version} and ${row.invoice_state} = 'waiting'`,
    'ref' in outcome
      ? {
          invoice_state: 'sent',
          invoice_ref: outcome.ref,
          invoice_sent_at: new Date().toISOString(),
          invoice_error: null,
          invoice_next_at: null,
        }
      : {
          invoice_state: outcome.isForGood ? 'failed' : 'waiting',
          invoice_error: outcome.error,
          invoice_next_at: outcome.isForGood ? null : later(),
        },
  );

/** Hands paid orders with invoice data to the company that issues invoices, outside any transaction; what it does not take comes again. */
export const sendInvoices = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  invoicing: Invoicing,
  isOver: () => boolean = () => false,
): Promise<{ readonly sent: number; readonly failed: readonly number[] }> => {
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const rows = await inSystemTransaction(deps, findDue);
    for (const row of rows) {
      const outcome = await handOver(invoicing, row);
      if ('ref' in outcome) sent += 1;
      else failed.push(row.orderid);
      await inSystemTransaction(deps, (tx) => keep(tx, row, outcome));
    }
    if (rows.length < batchSize) break;
  }
  return { sent, failed };
};
