import { nameFit } from '@/domain/results/sameName';
import { seatedSql } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { ResultSet } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, pick, select, selectAll, value, type Runner } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const r = columnsOf(results, 'r');
const i = columnsOf(inscriptions, 'i');
const bare = columnsOf(results);
const seated = sql.raw(seatedSql.replaceAll('status', 'i.status'));

type Set = Pick<ResultSet, 'result_setid' | 'distanceid'>;

/** Matches unmatched results whose value is that of exactly one registration. Answers how many. */
const matchBy = async (
  runner: Runner,
  { result_setid, distanceid }: Set,
  by: 'number' | 'chip',
  same: SQL,
  most: number,
): Promise<number> => {
  const matched = await select(
    runner,
    { resultid: value<number>(sql`results.resultid`) },
    (list) => sql`
      update results set inscriptionid = m.inscriptionid, matched_by = ${by}, updated = now()
        from (select ${r.resultid}, min(${i.inscriptionid}) as inscriptionid from ${r} join ${i} on ${i.distanceid} = ${distanceid} and ${same}
               where ${r.result_setid} = ${result_setid} and ${r.matched_by} = 'none' and ${r.deleted_at} is null and ${i.deleted_at} is null and ${seated}
               group by ${r.resultid} having count(*) = 1 order by ${r.resultid} limit ${most}) m
       where results.resultid = m.resultid returning ${list}`,
  );
  return matched.length;
};

/** Matches unmatched results by name and birth date, some at a time. Answers the last key that it looked at. */
const matchByName = async (runner: Runner, { result_setid, distanceid }: Set, after: number, most: number): Promise<number | null> => {
  const open = await selectAll(
    runner,
    r.resultid,
    sql`from ${r} where ${r.result_setid} = ${result_setid} and ${r.matched_by} = 'none' and ${r.birth_date} is not null and ${r.deleted_at} is null and ${r.resultid} > ${after}
         order by ${r.resultid} limit ${most}`,
  );
  if (open.length === 0) return null;
  const pairs = await select(
    runner,
    { resultid: r.resultid, name: r.name, ...pick(i, 'inscriptionid', 'first_name', 'last_name', 'second_last_name') },
    sql`from ${r} join ${i} on ${i.distanceid} = ${distanceid} and ${i.birth_date} = ${r.birth_date} and ${i.deleted_at} is null and ${seated} where ${r.resultid} = any(${open}::bigint[])`,
  );
  const found = new Map<number, number[]>();
  for (const { resultid, name, inscriptionid, ...person } of pairs)
    if (nameFit(name, person) === 1) found.set(resultid, [...(found.get(resultid) ?? []), inscriptionid]);
  const sure = [...found].flatMap(([resultid, ids]) => (ids.length === 1 ? [{ resultid, inscriptionid: ids[0] ?? 0 }] : []));
  if (sure.length > 0)
    await execute(
      runner,
      sql`update ${bare} set inscriptionid = u.inscriptionid, matched_by = 'name_dob', updated = now()
          from unnest(${sure.map((each) => each.resultid)}::bigint[], ${sure.map((each) => each.inscriptionid)}::bigint[]) u(resultid, inscriptionid) where results.resultid = u.resultid`,
    );
  return open.at(-1) ?? null;
};

/** One part of matching: by number, then by chip, then by name and birth date. Answers how far it is, or null when it is done. */
export const matchPart = async (runner: Runner, set: Set, after: number, most: number): Promise<number | null> => {
  if (after === 0) {
    const byNumber = await matchBy(runner, set, 'number', sql`${i.number} = ${r.number}`, most);
    if (byNumber === most) return 0;
    const byChip = await matchBy(runner, set, 'chip', sql`upper(${i.chip_code}) = upper(${r.chip_code})`, most);
    if (byChip === most) return 0;
  }
  return matchByName(runner, set, after, most);
};
