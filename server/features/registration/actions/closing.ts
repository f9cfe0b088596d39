import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { advance } from '../advance';
import { judgeKit, judgeWaiting } from '../guards';
import { returnOf } from '../../log/log';
import { numberAfterPayment } from '../numbering';

interface CancelInput {
  readonly cancel_reason: NonNullable<Inscription['cancel_reason']>;
  readonly reason?: string | null | undefined;
  readonly override?: boolean | null | undefined;
}

/** Closes an inscription and gives back its seat, bib, size, coupon and frozen balance. A kit that was handed out stands in the way unless a supervisor says why. */
export const cancel = async (tx: Transaction, row: Inscription, { cancel_reason, reason, override }: CancelInput): Promise<void> => {
  judgeKit(row, override);
  if (override && !reason) throw invalid([{ path: 'input.reason', code: 'REQUIRED' }]);
  await judgeWaiting(tx, row);
  await advance(tx, row, 'cancelled', { set: { cancel_reason }, reason, returnCoupon: cancel_reason !== 'fraud' });
};

/** Takes a cancelled inscription back to where it stood, if its seat, size and coupon are still to be had; one that was active is numbered anew. */
export const reactivate = async (tx: Transaction, row: Inscription, { reason }: { readonly reason: string }): Promise<void> => {
  const { to, isActive } = await returnOf(tx, row.inscriptionid);
  if (!to) throw conflict('NO_RETURN', [{ path: 'status', code: 'NO_RETURN' }]);
  const back = await advance(tx, row, to, { reason, isBack: true, set: { cancel_reason: null, cancelled_at: null } });
  if (isActive) await numberAfterPayment(tx, back);
};
