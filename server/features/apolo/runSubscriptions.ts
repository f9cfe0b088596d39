import { inSystemTransaction } from '../../kernel/transaction';
import { timeOf, type Billing } from './Billing';
import { collectCharges, returnCharges } from './collectCharges';
import { startPeriods } from './startPeriods';
import { askCards } from './storeCards';
import { announceCharges } from './subscriptionLetters';

/** One turn over all subscriptions: letters before charges, pages for cards, charges that are due, money that goes back. */
export const runSubscriptions = async (
  deps: Billing,
  isOver: () => boolean = () => false,
): Promise<{ readonly started: number; readonly unanswered: readonly number[]; readonly unopened: readonly number[] }> => {
  await inSystemTransaction(deps, (tx) => announceCharges(tx, timeOf(deps)));
  const unopened = await askCards(deps, isOver);
  const started = await startPeriods(deps, isOver);
  const collected = await collectCharges(deps, isOver);
  const returned = await returnCharges(deps, isOver);
  return { started, unanswered: [...collected.failed, ...returned.failed], unopened };
};
