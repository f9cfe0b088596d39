import type { AnyResource } from '@/schema';
import { canSee } from '@/schema/project/access';
import { audits } from '../../../database/tables';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute } from '../../../kernel/select';
import { column, quote, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { listCondition } from '../../../api/list/readList';
import type { Asked } from './Asked';

const a = columnsOf(audits);
const { raw } = sql;

/** Records who took a copy of records whose every access is kept: as `noteReads` does for a page, of all rows in one statement. */
export const noteDownload = async (tx: Transaction, resource: AnyResource, asked: Asked): Promise<void> => {
  const { logsReads, name, key, all } = resource;
  if (!logsReads) return;
  const logged = (logsReads === true ? [] : asked.columns).filter(
    (path) => logsReads !== true && logsReads.includes(path) && all[path] && canSee(tx.grants, all[path]),
  );
  if (logsReads !== true && logged.length === 0) return;
  const says = logsReads === true ? raw('true') : raw(logged.map((path) => `"t".${quote(path)} is not null`).join(' or '));
  tx.keep();
  await execute(
    tx,
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.actor_userid}, ${a.actor_name}, ${a.requestid}, ${a.source})
      select ${name}::text, ${column('t', key)}, ${tx.grants.organizationid}::bigint, 'read', ${tx.userid}::bigint, ${tx.userName}, ${tx.call.requestId}, 'download' from ${raw(`${quote(name)} "t"`)}
       where ${listCondition(tx, resource, asked)} and (${says})`,
  );
};
