import { result_sets } from '@/resources/result_sets/result_sets';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(result_sets);

/** Which of some sets are official or withdrawn, so that nothing of them changes. */
export const isFixed = async (tx: Transaction, sets: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    await selectAll(
      tx,
      s.result_setid,
      sql`from ${s} where ${s.result_setid} = any(${[...new Set(sets)]}::bigint[]) and ${s.status} in ('official', 'withdrawn')`,
    ),
  );
