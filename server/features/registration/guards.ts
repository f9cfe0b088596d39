import { isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const p = columnsOf(payments);

/** Whether an inscription still waits for its payment. */
export const isHeld = ({ status }: Pick<Inscription, 'status'>): boolean => isAmong('hold', status);

/** A kit that was handed out stands in the way of closing an inscription, unless a supervisor takes it upon themselves. */
export const judgeKit = ({ kit_status }: Inscription, override: boolean | null | undefined): void => {
  const wasHanded = kit_status === 'delivered' || kit_status === 'partial';
  if (wasHanded && !override) throw conflict('KIT_DELIVERED', [{ path: 'kit_status', code: 'KIT_DELIVERED' }]);
};

/** A distance that sells to nobody takes nobody in, whoever asks: who pauses it opens it again. One that is sold out has what was given back for those who wait. */
export const judgeOpen = (status: unknown, isOffered = false): void => {
  const code = status === 'paused' ? 'DISTANCE_PAUSED' : 'DISTANCE_CLOSED';
  if (status === 'sold_out' && isOffered) return;
  if (status === 'paused' || status === 'closed' || status === 'sold_out') throw conflict(code, [{ path: 'distanceid', code }]);
};

/** While a refund waits for its second person, nobody closes the inscription in another way. */
export const judgeWaiting = async (tx: Transaction, { inscriptionid }: Inscription): Promise<void> => {
  const open = await exists(
    tx,
    sql`from ${p} where ${p.inscriptionid} = ${inscriptionid} and ${p.type} = 'refund' and ${p.status} = 'created' and ${p.deleted_at} is null`,
  );
  if (open) throw conflict('REFUND_WAITING', [{ path: 'status', code: 'REFUND_WAITING' }]);
};
