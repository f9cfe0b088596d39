import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { keepRun } from '../../api/actions/runs';
import type { Transaction } from '../../kernel/transaction';

/** A run over the registrations of an event that one of its actions began: pages follow it like any other. */
export interface EventRun {
  readonly resource: 'inscriptions';
  readonly action: EventAction;
  readonly runid: string;
  readonly total: number;
}
type EventAction = 'close_with_event' | 'return_with_event' | 'tell_postponed' | 'tell_race_call';

/** Begins a run over registrations; null when there are none. */
export const beginWithEvent = async (tx: Transaction, action: EventAction, ids: readonly number[]): Promise<EventRun | null> =>
  ids.length === 0
    ? null
    : { resource: 'inscriptions', action, runid: await keepRun(tx, { resource: inscriptions, name: action, ids }), total: ids.length };
