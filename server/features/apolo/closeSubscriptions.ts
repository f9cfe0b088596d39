import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { updateAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';

const s = columnsOf(apolo_subscriptions, 's');
const batchSize = 100;
/** Ends subscriptions that were cancelled for the end of their period, in small transactions. Answers how many. */
export const closeSubscriptions = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  isOver: () => boolean = () => false,
): Promise<number> => {
  let count = 0;
  for (let found = batchSize; found === batchSize && !isOver(); count += found)
    found = await inSystemTransaction(deps, async (tx) => {
      const isOne = sql`select ${s.subscriptionid} from ${s} where ${s.status} = 'cancel_at_period_end' and ${s.current_period_end} <= now() and ${s.deleted_at} is null
                         order by ${s.subscriptionid} limit ${sql.raw(String(batchSize))}`;
      const closed = await updateAudited(tx, apolo_subscriptions, (row) => sql`${row.subscriptionid} in (${isOne})`, {
        status: 'cancelled',
        next_charge_at: null,
      });
      return closed.length;
    });
  return count;
};
