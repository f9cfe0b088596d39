import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Group } from '../../../kernel/group';
import { advanceGroup } from '../advance';
import type { Details } from '../Change';
import { judgeAllWaiting, whyKept } from '../guards';
import { returnsOf } from '../../log/log';
import { numberGroup } from '../numbering';

interface CancelInput {
  readonly cancel_reason: NonNullable<Inscription['cancel_reason']>;
  readonly reason?: string | null | undefined;
  readonly override?: boolean | null | undefined;
}

/** Closes inscriptions and gives back their seats, bibs, sizes, coupons and frozen balances. A kit that was handed out prevents it unless a supervisor says why. */
export const cancel = async (group: Group<Inscription>, { cancel_reason, reason, override }: CancelInput): Promise<void> => {
  group.refuseWhere((row) => whyKept(row, override));
  if (override && !reason) group.refuseWhere(() => invalid([{ path: 'input.reason', code: 'REQUIRED' }]));
  await judgeAllWaiting(group);
  await advanceGroup(group, () => ({
    to: 'cancelled',
    details: { set: { cancel_reason }, reason, returnCoupon: cancel_reason !== 'fraud' },
  }));
};

/** Takes cancelled inscriptions back to where they were, if their seats, sizes and coupons are still to be had; those that were active are numbered again. */
export const bringBack = async (group: Group<Inscription>, details: Pick<Details, 'reason' | 'permissionKey'>): Promise<void> => {
  const ways = await returnsOf(
    group.tx,
    group.members().map(({ id }) => id),
  );
  group.refuseWhere((_row, id) => (ways(id).to ? null : conflict('NO_RETURN', [{ path: 'status', code: 'NO_RETURN' }])));
  await advanceGroup(group, ({ inscriptionid, status }) => ({
    to: ways(inscriptionid).to ?? status,
    details: { ...details, isBack: true, set: { cancel_reason: null, cancelled_at: null } },
  }));
  await numberGroup(
    group.part((_row, id) => ways(id).isActive),
    details.permissionKey === undefined ? {} : { permissionKey: details.permissionKey },
  );
};
/** The same as an action of its own. A refund that waits would pay for a place that is taken again. */
export const reactivate = async (group: Group<Inscription>, { reason }: { readonly reason: string }): Promise<void> => {
  await judgeAllWaiting(group);
  await bringBack(group, { reason });
};
