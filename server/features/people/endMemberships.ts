import { memberships } from '@/resources/memberships/memberships';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { auditAll } from '../../api/audit/audit';
import { updateRow } from '../../api/write/columns';
import { readAllStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const batchSize = 100;
const m = columnsOf(memberships);

const endBatch = async (tx: Transaction, moment: SQL): Promise<number> => {
  const ids = await selectAll(
    tx,
    m.membershipid,
    sql`from ${m} where ${m.status} = 'active' and ${m.expires_at} <= ${moment} and ${m.deleted_at} is null order by ${m.membershipid} limit ${sql.raw(String(batchSize))} for no key update skip locked`,
  );
  const before = await readAllStored(tx, memberships, ids);
  for (const id of ids) await updateRow(tx, memberships, id, { status: 'expired' });
  const after = await readAllStored(tx, memberships, ids);
  await auditAll(
    tx,
    { resource: memberships, verb: 'edit' },
    ids.map((id) => ({ id, before: before.get(id)?.row ?? null, after: after.get(id)?.row ?? null })),
  );
  return ids.length;
};

interface Clocked extends Pick<ApiDeps, 'pool' | 'registry'> {
  /** Moved by tests. */
  readonly clock?: () => Date;
}
/** Ends memberships whose time is over, so that what they say is what they open. Answers how many. Stops early when asked to. */
export const endMemberships = async (deps: Clocked, isOver: () => boolean = () => false): Promise<number> => {
  const moment = deps.clock ? sql`${deps.clock().toISOString()}::timestamptz` : sql`now()`;
  let ended = 0,
    found = batchSize;
  while (found === batchSize && !isOver()) ended += found = await inSystemTransaction(deps, (tx) => endBatch(tx, moment));
  return ended;
};
