import type { Pace } from '../../jobs/pace';
import type { Translate } from '../../kernel/messages';
import type { Transaction } from '../../kernel/transaction';
import type { Order, Performed, Refused } from './order';
import { performRows } from './performRows';

/** Does records batch by batch until the portion has to end. */
export const performSome = async (
  tx: Transaction,
  pace: Pace,
  order: Order,
  ids: readonly number[],
  translate: Translate,
): Promise<Performed> => {
  const skipped: Refused[] = [],
    failed: Refused[] = [];
  let done = 0,
    ok = 0;
  do {
    const batch = ids.slice(done, done + pace.batch());
    const performed = await performRows(tx, order, batch, translate);
    pace.took(batch.length);
    done += performed.done;
    ok += performed.ok;
    skipped.push(...performed.skipped);
    failed.push(...performed.failed);
  } while (done < ids.length && !(await pace.isOver()));
  return { done, ok, skipped, failed };
};
