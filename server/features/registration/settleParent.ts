import { payments } from '@/resources/payments/payments';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const p = columnsOf(payments);
const c = columnsOf(payments, 'c');

/** A charge says how much of it went back. */
export const settleParent = async (tx: Transaction, paymentid: number): Promise<void> => {
  const found = await selectOne(
    tx,
    {
      amount_cents: c.amount_cents,
      back: value<number>(
        sql`coalesce((select sum(${p.amount_cents}) from ${p} where ${p.parent_paymentid} = ${paymentid} and ${p.type} = 'refund' and ${p.status} = 'paid' and ${p.deleted_at} is null), 0)::int`,
      ),
    },
    sql`from ${c} where ${c.paymentid} = ${paymentid} for no key update of c`,
  );
  if (!found) return;
  const status = found.back >= found.amount_cents ? 'refunded' : 'partially_refunded';
  await updateAudited(tx, payments, (row) => sql`${row.paymentid} = ${paymentid} and ${row.status} in ('paid', 'partially_refunded')`, {
    status,
  });
};
