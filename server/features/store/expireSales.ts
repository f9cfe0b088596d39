import { store_sales } from '@/resources/store_sales/store_sales';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { endSale } from '../registration/store/sell';

const batchSize = 20;
const s = columnsOf(store_sales);

/** Ends sales that nobody paid in time, each in its own transaction. Answers how many. */
export const expireSales = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean = () => false): Promise<number> => {
  let ended = 0;
  while (!isOver()) {
    const due = await inSystemTransaction(deps, (tx) =>
      selectAll(
        tx,
        s.saleid,
        sql`from ${s} where ${s.status} = 'unpaid' and ${s.expires_at} <= now() and ${s.deleted_at} is null order by ${s.expires_at} limit ${sql.raw(String(batchSize))}`,
      ),
    );
    for (const saleid of due) await inSystemTransaction(deps, (tx) => endSale(tx, saleid, { ended_by: 'expired', reason: null }));
    ended += due.length;
    if (due.length < batchSize) break;
  }
  return ended;
};
