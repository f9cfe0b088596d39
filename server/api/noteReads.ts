import type { AnyResource } from '@/schema';
import type { Row } from './list/reader';
import type { Transaction } from './transaction';

const insertSql = `
  insert into audits (resource, recordid, organizationid, verb, actor_userid, actor_name, requestid, source)
  select $1, u.id, $2, 'read', $3, $4, $5, 'api' from unnest($6::bigint[]) u(id)
   where not exists (select 1 from audits a where a.resource = $1 and a.recordid = u.id and a.verb = 'read' and a.actor_userid = $3 and a.created > now() - interval '1 minute')`;

/** Writes down who looked at records whose every access is kept; what a page asks again within a minute is one look. */
export const noteReads = async (tx: Transaction, resource: AnyResource, ids: readonly number[]): Promise<void> => {
  if (!resource.logsReads || ids.length === 0) return;
  await tx.run(insertSql, [resource.name, tx.grants.organizationid, tx.userid, tx.userName, tx.call.requestId, ids]);
};

/** The keys of rows, in their order. */
export const keysOfRows = ({ key }: AnyResource, rows: readonly Row[]): readonly number[] => rows.map((row) => Number(row[key]));
