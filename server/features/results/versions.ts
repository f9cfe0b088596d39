import { result_sets, type ResultSet } from '@/resources/result_sets/result_sets';
import { mostListed, result_versions, type ResultVersion } from '@/resources/result_versions/result_versions';
import { createServerRow } from '../../api/write/serverRow';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(result_sets);
const v = columnsOf(result_versions);

/** One value of one result that changes. */
export type ResultChange = NonNullable<ResultVersion['changes']>[number];
/** Why there is a new version, and what differs. */
export interface NewVersion {
  readonly kind: ResultVersion['kind'];
  readonly reason?: string | null | undefined;
  readonly changes?: readonly ResultChange[];
  /** How many values changed, where not all of them are listed. */
  readonly total?: number;
}

/** Published results are those that people may have seen. */
export const isPublished = ({ status }: Pick<ResultSet, 'status'>): boolean => status === 'provisional' || status === 'official';

/** A value as a version keeps it, in text. */
export const plainValue = (given: unknown): string | null =>
  given === null || given === undefined ? null : (typeof given === 'string' ? given : JSON.stringify(given)).slice(0, 400);

/** Adds a version to a set. Answers its number. */
export const addVersion = async (
  tx: Transaction,
  { result_setid, eventid }: Pick<ResultSet, 'result_setid' | 'eventid'>,
  { kind, reason, changes = [], total = changes.length }: NewVersion,
): Promise<number> => {
  const [last = 0] = await selectAll(
    tx,
    value<number>(sql`coalesce(max(${v.revision}), 0)`),
    sql`from ${v} where ${v.result_setid} = ${result_setid}`,
  );
  const revision = last + 1;
  const [count = 0] = await selectAll(tx, s.results_count, sql`from ${s} where ${s.result_setid} = ${result_setid}`);
  await createServerRow(tx, result_versions, {
    result_setid,
    eventid,
    revision,
    kind,
    reason: reason ?? null,
    by_userid: tx.userid,
    results_total: count,
    changed_total: total,
    moved_total: changes.length > 0 || total > 0 ? null : 0,
    changes: changes.slice(0, mostListed),
  });
  await execute(tx, sql`update ${s} set ${s.revision} = ${revision} where ${s.result_setid} = ${result_setid}`);
  return revision;
};

/** Adds a version where the change is one of published results; a draft keeps its history alone. */
export const noteChange = async (tx: Transaction, set: ResultSet, version: NewVersion): Promise<void> => {
  if (isPublished(set)) await addVersion(tx, set, version);
};
