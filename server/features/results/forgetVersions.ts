import { result_versions } from '@/resources/result_versions/result_versions';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const v = columnsOf(result_versions);
const r = columnsOf(results);

/** Removes from the versions of published results what they say of some results; that something changed stays. Answers the versions. */
export const forgetVersions = (tx: Transaction, resultids: readonly number[]): Promise<readonly number[]> => {
  const isTheirs = sql`(c ->> 'resultid')::bigint = any(${resultids}::bigint[])`;
  const sets = sql`select ${r.result_setid} from ${r} where ${r.resultid} = any(${resultids}::bigint[])`;
  const nothing = JSON.stringify({ name: null, before: null, after: null });
  return selectAll(
    tx,
    v.result_versionid,
    (
      list,
    ) => sql`update ${v} set ${v.changes} = (select jsonb_agg(case when ${isTheirs} then c || ${nothing}::jsonb else c end order by at) from jsonb_array_elements(${v.changes}) with ordinality x(c, at))
           where ((${v.result_setid} = any(array(${sets})) and ${v.deleted_at} is null) or (${v.result_setid} = any(array(${sets})) and ${v.deleted_at} is not null))
             and exists (select 1 from jsonb_array_elements(coalesce(${v.changes}, '[]')) c where ${isTheirs}) returning ${list}`,
  );
};
