import { payments } from '@/resources/payments/payments';
import type { MadeRefund, PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { updateAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { select, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { failRefund, finishRefund } from './settleRefund';

const batchSize = 50;
/** Minutes until the next attempt, which get longer; after the last one somebody decides. */
const pauses = [1, 5, 15, 60, 240, 720, 1440];
const p = columnsOf(payments, 'p');
const c = columnsOf(payments, 'c');
const shape = {
  paymentid: p.paymentid,
  key: p.idempotency_key,
  amount_cents: p.amount_cents,
  currency: p.currency,
  attempts: p.refund_attempts,
  charge: c.provider_ref,
  refused: p.reference,
};
type Due = Selected<typeof shape>;

/**
 * Takes the refunds that are due, and marks them as sent before the gateway is asked: from here on nobody returns them by hand. If the
 * process ends in between, they are sent again under the same key.
 */
const take = async (tx: Transaction, provider: string): Promise<readonly Due[]> => {
  const due = await select(
    tx,
    shape,
    sql`from ${p} join ${c} on ${c.paymentid} = ${p.parent_paymentid}
       where ${p.type} = 'refund' and ${p.status} = 'pending' and ${p.refund_state} in ('approved', 'sent') and ${p.provider_ref} is null and ${p.deleted_at} is null
         and ${c.provider} = ${provider} and ${c.provider_ref} is not null and coalesce(${p.refund_next_at} <= now(), true)
       order by ${p.paymentid} limit ${sql.raw(String(batchSize))} for no key update of p skip locked`,
  );
  for (const { paymentid, attempts } of due) {
    const minutes = pauses[attempts ?? 0] ?? pauses.at(-1) ?? 1;
    await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid}`, {
      refund_state: 'sent',
      refund_attempts: (attempts ?? 0) + 1,
      refund_next_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      provider,
    });
  }
  return due;
};

const keep = async (tx: Transaction, { paymentid }: Due, { provider_ref, state, reason }: MadeRefund): Promise<void> => {
  if (state === 'done') await finishRefund(tx, paymentid, provider_ref);
  else if (state === 'failed') await failRefund(tx, paymentid, reason ?? 'refused', provider_ref);
  else
    await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid} and ${row.status} = 'pending'`, {
      provider_ref,
      refund_next_at: null,
    });
};

/** What one sweep sent, and which refunds wait for another attempt or were given up. */
export interface SentRefunds {
  readonly sent: number;
  readonly failed: readonly number[];
}
/** Sends approved refunds to the gateway, which returns the money to where it came from. */
export const sendRefunds = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  gateway: PaymentGateway,
  isOver: () => boolean = () => false,
): Promise<SentRefunds> => {
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const due = await inSystemTransaction(deps, (tx) => take(tx, gateway.name));
    for (const refund of due) {
      const { key, charge, refused, amount_cents, currency, attempts, paymentid } = refund;
      if (charge === null) continue;
      try {
        const made = await gateway.refund({ key: refused === null ? key : `${key}:${refused}`, charge, amount_cents, currency });
        await inSystemTransaction(deps, (tx) => keep(tx, refund, made));
        sent += 1;
      } catch {
        failed.push(paymentid);
        if ((attempts ?? 0) + 1 >= pauses.length) await inSystemTransaction(deps, (tx) => failRefund(tx, paymentid, 'no_answer'));
      }
    }
    if (due.length < batchSize) break;
  }
  return { sent, failed };
};
