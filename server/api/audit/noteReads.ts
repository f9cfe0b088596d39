import type { AnyResource } from '@/schema';
import type { HistoryItem } from './history';
import type { Row } from '../../kernel/Row';
import type { Ending, Transaction } from '../../kernel/transaction';

const insertSql = `
  insert into audits (resource, recordid, organizationid, verb, actor_userid, actor_name, requestid, source)
  select $1, u.id, $2, 'read', $3, $4, $5, 'api' from unnest($6::bigint[]) u(id)
   where not exists (select 1 from audits a where a.resource = $1 and a.recordid = u.id and a.verb = 'read' and a.actor_userid = $3 and a.created > now() - interval '1 minute')`;

/** Whether an answer says what is written down: any of it, or something in one of the fields; what a person may not read is empty here. */
const says = ({ logsReads }: AnyResource, row: Row): boolean =>
  logsReads === true || (logsReads ?? []).some((name: string) => row[name] != null);

/** How a list is read: by any server that has it, unless who looks is written down. */
export const lookingAt = ({ logsReads }: AnyResource): Ending => (logsReads ? 'read' : 'look');

/** Writes down who looked at records whose every access is kept; what a page asks again within a minute is one look. */
export const noteReads = async (tx: Transaction, resource: AnyResource, rows: readonly Row[]): Promise<void> => {
  const ids = resource.logsReads ? rows.filter((row) => says(resource, row)).map((row) => Number(row[resource.key])) : [];
  if (ids.length === 0) return;
  tx.keep();
  await tx.run(insertSql, [resource.name, tx.grants.organizationid, tx.userid, tx.userName, tx.call.requestId, ids]);
};

/** What a history tells of a record, as one row: the values that its changes came from or led to. */
export const toldBy = ({ key }: AnyResource, id: number, items: readonly HistoryItem[]): Row =>
  Object.fromEntries([
    ...items.flatMap(({ changes }) =>
      changes.flatMap(({ field, old, new: next }) => ((next ?? old) == null ? [] : [[field, next ?? old]])),
    ),
    [key, id],
  ]);
