import { external_inscriptions, type ExternalInscription } from '@/resources/external_inscriptions/external_inscriptions';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { isAmong } from '@/domain/registration/lifecycle';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { layDown } from '../letters/layDown';
import { advance, noWay } from '../registration/advance';
import { judgeKit, judgeWaiting } from '../registration/guards';
import { addPayment } from '../registration/payments';
import { leaveOpenSettlement } from './settlements';

interface CancelInput {
  readonly reason: string;
  readonly override?: boolean | null | undefined;
}
const p = columnsOf(payments);

/** The partner gives back what it took: the registration says so, and nobody pays it back a second time. Answers how much that is. */
const noteRefund = async (tx: Transaction, row: Inscription, reference: string, reason: string): Promise<number> => {
  const charge = await selectOne(
    tx,
    pick(p, 'paymentid', 'amount_cents'),
    sql`from ${p} where ${p.inscriptionid} = ${row.inscriptionid} and ${p.type} = 'charge' and ${p.method} = 'external' and ${p.status} = 'paid' and ${p.reference} = ${reference} and ${p.deleted_at} is null order by ${p.paymentid} limit 1`,
  );
  const amount_cents = Math.min(charge?.amount_cents ?? 0, row.paid_cents - row.refunded_cents);
  if (!charge || amount_cents <= 0) return 0;
  const { paymentid } = charge;
  await addPayment(tx, row, {
    type: 'refund',
    method: 'external',
    status: 'paid',
    amount_cents,
    reference,
    reason,
    parent_paymentid: paymentid,
  });
  const status = amount_cents === charge.amount_cents ? 'refunded' : 'partially_refunded';
  await updateAudited(tx, payments, (payment) => sql`${payment.paymentid} = ${paymentid}`, { status });
  return amount_cents;
};

/** Gives up the place, number, size and benefits of the registration of a sale, and writes to its athlete. */
const closeRegistration = async (
  tx: Transaction,
  inscriptionid: number,
  { external_ref }: ExternalInscription,
  { reason, override }: CancelInput,
): Promise<void> => {
  const row = await readStored(tx, inscriptions, inscriptionid, { lock: true });
  if (!row) return;
  const isOpen = isAmong('hold', row.status) || isAmong('active', row.status);
  if (!isOpen && row.status !== 'cancelled') throw noWay(row.status, 'cancelled');
  judgeKit(row, override);
  await judgeWaiting(tx, row);
  const refunded_cents = row.refunded_cents + (await noteRefund(tx, row, external_ref, reason));
  if (!isOpen) {
    await updateAudited(tx, inscriptions, (one) => sql`${one.inscriptionid} = ${inscriptionid}`, { refunded_cents });
    return;
  }
  await advance(tx, row, 'cancelled', { set: { cancel_reason: 'requested', refunded_cents }, reason, returnCoupon: true });
  if (row.email) await layDown(tx, row, 'cancelled');
};

/** The partner takes a sale back. One that was settled before is taken off the next settlement. */
export const cancelSale = async (tx: Transaction, sale: ExternalInscription, input: CancelInput): Promise<void> => {
  const { external_inscriptionid, inscriptionid, status } = sale;
  if (status === 'created' && inscriptionid !== null) await closeRegistration(tx, inscriptionid, sale, input);
  await updateRow(tx, external_inscriptions, external_inscriptionid, {
    status: 'cancelled',
    cancelled_at: new Date().toISOString(),
    cancel_reason: input.reason,
  });
  await leaveOpenSettlement(tx, sale);
};
