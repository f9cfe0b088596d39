import { api_keys } from '@/resources/api_keys/api_keys';
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
const m = columnsOf(memberships),
  k = columnsOf(api_keys);
const limit = sql`limit ${sql.raw(String(batchSize))} for no key update skip locked`;

/** What opens something until a moment: where a batch of it is over, by its keys. */
const kinds = [
  {
    resource: memberships,
    over: (tx: Transaction, moment: SQL) =>
      selectAll(
        tx,
        m.membershipid,
        sql`from ${m} where ${m.status} = 'active' and ${m.expires_at} <= ${moment} and ${m.deleted_at} is null order by ${m.membershipid} ${limit}`,
      ),
  },
  {
    resource: api_keys,
    over: (tx: Transaction, moment: SQL) =>
      selectAll(
        tx,
        k.api_keyid,
        sql`from ${k} where ${k.status} = 'active' and ${k.expires_at} <= ${moment} and ${k.deleted_at} is null order by ${k.api_keyid} ${limit}`,
      ),
  },
] as const;

const endBatch = async (tx: Transaction, { resource, over }: (typeof kinds)[number], moment: SQL): Promise<number> => {
  const ids = await over(tx, moment);
  const before = await readAllStored(tx, resource, ids);
  for (const id of ids) await updateRow(tx, resource, id, { status: 'expired' });
  const after = await readAllStored(tx, resource, ids);
  await auditAll(
    tx,
    { resource, verb: 'edit' },
    ids.map((id) => ({ id, before: before.get(id)?.row ?? null, after: after.get(id)?.row ?? null })),
  );
  return ids.length;
};

interface Clocked extends Pick<ApiDeps, 'pool' | 'registry'> {
  /** Moved by tests. */
  readonly clock?: () => Date;
}
/**
 * Ends memberships and API keys whose time is over, so that what they say is what they open. Answers how many. Stops early when asked to.
 */
export const endExpired = async (deps: Clocked, isOver: () => boolean = () => false): Promise<number> => {
  const moment = deps.clock ? sql`${deps.clock().toISOString()}::timestamptz` : sql`now()`;
  let ended = 0;
  for (const kind of kinds) {
    let found = batchSize;
    while (found === batchSize && !isOver()) ended += found = await inSystemTransaction(deps, (tx) => endBatch(tx, kind, moment));
  }
  return ended;
};
