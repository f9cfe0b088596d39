import { statusGroups, type Lifecycle } from '@/domain/registration/lifecycle';
import type { Phase } from './plans';

const { hold, active, disputed }: Readonly<Record<keyof typeof statusGroups, readonly Lifecycle[]>> = statusGroups;
export const isHeld = (status: Lifecycle): boolean => hold.includes(status);
export const isActive = (status: Lifecycle): boolean => active.includes(status);
/** Whether it owns its seat, bib and size. */
export const isSeated = (status: Lifecycle): boolean => isHeld(status) || isActive(status) || disputed.includes(status);

const closed = [
  ['wallet_refund', 1.4],
  ['chargeback', 0.4],
  ['change_event', 0.9],
  ['merged', 0.3],
] as const;
const settled = [['assign_number', 85], ['no_assign_number', 3], ['paid', 1], ['cancelled', 8], ...closed] as const;
const selling = [
  ['assign_number', 64],
  ['paid', 13],
  ['no_assign_number', 3],
  ['pending_payment', 6],
  ['started', 2],
  ['payment_declined', 2],
  ['cancelled', 7],
  ...closed,
] as const;

/** How often each status occurs, by the phase of the event. */
export const mix: { readonly [P in Phase]: readonly (readonly [Lifecycle, number])[] } = {
  past: settled,
  today: settled,
  eve: settled,
  open: selling,
  unpublished: selling,
  cancelled: [
    ['cancelled', 70],
    ['wallet_refund', 30],
  ],
};

/** How an inscription reached its status. `expired` ones were never paid. */
export const pathTo = (
  status: Lifecycle,
  {
    isFree,
    isExpired,
    wasDeclined,
    numbered,
  }: { readonly isFree: boolean; readonly isExpired: boolean; readonly wasDeclined: boolean; readonly numbered: boolean },
): readonly Lifecycle[] => {
  const attempt: readonly Lifecycle[] = isFree
    ? []
    : wasDeclined
      ? ['pending_payment', 'payment_declined', 'pending_payment']
      : ['pending_payment'];
  if (status === 'started') return ['started'];
  if (status === 'pending_payment') return ['started', ...attempt];
  if (status === 'payment_declined') return ['started', 'pending_payment', 'payment_declined'];
  if (status === 'cancelled' && isExpired) return ['started', ...attempt, 'cancelled'];
  const paid: readonly Lifecycle[] = ['started', ...attempt, 'paid'];
  if (status === 'paid') return paid;
  if (status === 'assign_number' || status === 'no_assign_number') return [...paid, status];
  return [...paid, numbered ? 'assign_number' : 'no_assign_number', status];
};
