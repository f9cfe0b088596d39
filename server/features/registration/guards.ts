import { isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { openGroup, type Group } from '../../kernel/group';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const p = columnsOf(payments);

/** Whether an inscription still waits for its payment. */
export const isHeld = ({ status }: Pick<Inscription, 'status'>): boolean => isAmong('hold', status);

/** A kit that was handed out. */
export const kitDelivered = (): DomainError => conflict('KIT_DELIVERED', [{ path: 'kit_status', code: 'KIT_DELIVERED' }]);
/** An inscription whose kit was handed out cannot be closed, unless a supervisor accepts that. */
export const judgeKit = (row: Inscription, override: boolean | null | undefined): void => {
  const refusal = whyKept(row, override);
  if (refusal) throw refusal;
};
/** The same as a reason. */
export const whyKept = ({ kit_status }: Inscription, override: boolean | null | undefined): DomainError | null =>
  !override && (kit_status === 'delivered' || kit_status === 'partial') ? kitDelivered() : null;

/**
 * Why a distance is closed to everybody; the person who paused it can open it again. A sold-out distance keeps returned seats for the
 * waiting list.
 */
export const whyClosed = (status: unknown, isOffered = false): DomainError | null => {
  const code = status === 'paused' ? 'DISTANCE_PAUSED' : 'DISTANCE_CLOSED';
  if (status === 'sold_out' && isOffered) return null;
  return status === 'paused' || status === 'closed' || status === 'sold_out' ? conflict(code, [{ path: 'distanceid', code }]) : null;
};
/** Why an event takes nobody in: it is cancelled, or postponed and not on sale again. */
export const whyEventClosed = (status: unknown): DomainError | null => {
  const code = status === 'cancelled' ? 'EVENT_CANCELLED' : status === 'postponed' ? 'EVENT_POSTPONED' : null;
  return code ? conflict(code, [{ path: 'eventid', code }]) : null;
};

/** A refund that waits for its second person, for the gateway, to be paid back by hand, or to be worked off after it failed. */
export const refundWaits = (): DomainError => conflict('REFUND_WAITING', [{ path: 'status', code: 'REFUND_WAITING' }]);
/** While a refund waits, nobody closes the inscription in another way. */
export const judgeAllWaiting = async (group: Group<Inscription>): Promise<void> => {
  const ids = group.members().map(({ id }) => id);
  if (ids.length === 0) return;
  const open = await selectAll(
    group.tx,
    p.inscriptionid,
    sql`from ${p} where ${p.inscriptionid} = any(${ids}::bigint[]) and ${p.type} = 'refund' and (${p.status} in ('created', 'pending') or ${p.refund_state} = 'failed') and ${p.deleted_at} is null`,
  );
  const waiting = new Set(open);
  group.refuseWhere((_row, id) => (waiting.has(id) ? refundWaits() : null));
};
/** The same of one inscription. */
export const judgeWaiting = async (tx: Transaction, row: Inscription): Promise<void> => {
  const { group, refusals } = openGroup(tx, [{ id: row.inscriptionid, row }]);
  await judgeAllWaiting(group);
  for (const refusal of refusals.values()) throw refusal;
};
