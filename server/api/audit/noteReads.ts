import type { AnyResource } from '@/schema';
import type { HistoryItem } from './history';
import type { Row } from '../../kernel/Row';
import type { Ending, Transaction } from '../../kernel/transaction';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const a = columnsOf(audits);
const seen = columnsOf(audits, 'a');

/**
 * Whether an answer contains data whose access is logged: any value, or a value in one of the listed fields. Values that the person may
 * not read are empty here.
 */
const says = ({ logsReads }: AnyResource, row: Row): boolean =>
  logsReads === true || (logsReads ?? []).some((name: string) => row[name] != null);

/** Where a list may be read from: a replica, unless access to the list is logged. */
export const lookingAt = ({ logsReads }: AnyResource): Ending => (logsReads ? 'read' : 'look');

/** Logs who read records whose access is logged. A repeated read by the same page within a minute is logged once. */
export const noteReads = async (tx: Transaction, resource: AnyResource, rows: readonly Row[]): Promise<void> => {
  const ids = resource.logsReads ? rows.filter((row) => says(resource, row)).map((row) => Number(row[resource.key])) : [];
  if (ids.length === 0) return;
  tx.keep();
  await execute(
    tx,
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.actor_userid}, ${a.actor_name}, ${a.requestid}, ${a.source})
      select ${resource.name}::text, u.id, ${tx.grants.organizationid}::bigint, 'read', ${tx.userid}::bigint, ${tx.userName}, ${tx.call.requestId}, 'api' from unnest(${ids}::bigint[]) u(id)
       where not exists (select 1 from ${seen} where ${seen.resource} = ${resource.name} and ${seen.recordid} = u.id and ${seen.verb} = 'read' and ${seen.actor_userid} = ${tx.userid} and ${seen.created} > now() - interval '1 minute')`,
  );
};

/** The values in the history of a record as one row, so that reads of its fields can be logged. */
export const historyRow = ({ key }: AnyResource, id: number, items: readonly HistoryItem[]): Row =>
  Object.fromEntries([
    ...items.flatMap(({ changes }) =>
      changes.flatMap(({ field, old, new: next }) => ((next ?? old) == null ? [] : [[field, next ?? old]])),
    ),
    [key, id],
  ]);
