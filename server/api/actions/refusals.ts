import { action_refusals, action_runs } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Group } from './byReason';
import type { Refused } from './order';
import type { Phase } from './phases';

const f = columnsOf(action_refusals);
const r = columnsOf(action_runs);

/** How many records some reasons leave out. */
export const countOf = (groups: readonly Group[], kind: Group['kind']): number =>
  groups.reduce((sum, group) => sum + (group.kind === kind ? group.ids.length : 0), 0);

/** Writes down what a portion left out, by reason, and counts it in the row of the run. */
export const leaveOut = async (tx: Transaction, runid: string, groups: readonly Group[], phase: Phase | null): Promise<void> => {
  if (groups.length === 0) return;
  const rows = groups.map(({ kind, ids, ...said }) => ({ kind, ids, said }));
  await execute(
    tx,
    sql`insert into ${f} (${f.runid}, ${f.organizationid}, ${f.userid}, ${f.kind}, ${f.said}, ${f.ids}, ${f.phase})
      select ${runid}, ${tx.grants.organizationid}, ${tx.userid}, x.kind, x.said, x.ids, ${phase} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (kind text, said jsonb, ids bigint[])`,
  );
  await execute(
    tx,
    sql`update ${r} set ${r.skipped_count} = ${r.skipped_count} + ${countOf(groups, 'skipped')}, ${r.failed_count} = ${r.failed_count} + ${countOf(groups, 'failed')} where ${r.runid} = ${runid}`,
  );
};

/** Takes back what was written down in a phase, or in all of them, for it to be found again. */
export const takeBack = async (tx: Transaction, runid: string, phase: Phase | null): Promise<void> => {
  await execute(tx, sql`delete from ${f} where ${f.runid} = ${runid} and (${phase}::text is null or ${f.phase} = ${phase})`);
  const left = (kind: Group['kind']) =>
    sql`(select coalesce(sum(cardinality(${f.ids})), 0) from ${f} where ${f.runid} = ${runid} and ${f.kind} = ${kind})`;
  await execute(
    tx,
    sql`update ${r} set ${r.skipped_count} = ${left('skipped')}, ${r.failed_count} = ${left('failed')} where ${r.runid} = ${runid}`,
  );
};

/** Every record that a run left out, by reason, the commonest first. */
export const readReasons = async (tx: Transaction, runid: string): Promise<readonly Group[]> => {
  const found = await select(
    tx,
    {
      kind: value<Group['kind']>(sql`${f.kind}`),
      said: value<Omit<Refused, 'id'>>(sql`${f.said}`),
      ids: value<readonly number[]>(sql`array_agg(u.id order by u.id)`),
    },
    sql`from ${f}, unnest(${f.ids}) u(id) where ${f.runid} = ${runid} group by ${f.kind}, ${f.said} order by count(*) desc, ${f.said}::text`,
  );
  return found.map(({ kind, said, ids }) => ({ kind, ...said, ids }));
};

/** The keys of all records that a run or its rehearsal left out so far. */
export const readLeftOut = async (tx: Transaction, runid: string): Promise<ReadonlySet<number>> => {
  const found = await select(tx, { ids: value<readonly number[]>(sql`${f.ids}`) }, sql`from ${f} where ${f.runid} = ${runid}`);
  const out = new Set<number>();
  for (const { ids } of found) for (const id of ids) out.add(id);
  return out;
};

/** The first records of one kind, each with its reason, by key. */
export const listed = (groups: readonly Group[], wanted: Group['kind'], most: number): readonly Refused[] =>
  groups
    .flatMap(({ kind, ids, ...said }) => (kind === wanted ? ids.map((id) => ({ id, ...said })) : []))
    .sort((one, other) => one.id - other.id)
    .slice(0, most);
