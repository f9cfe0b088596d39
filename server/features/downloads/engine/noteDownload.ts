import { wayOf, type AnyField, type AnyResource, type Registry } from '@/schema';
import { canSee } from '@/schema/project/access';
import { actorColumns, actorValues } from '../../../api/audit/audit';
import { contactFieldsOf, contactFileLook, lookingAt, wholeList } from '../../../api/audit/noteReads';
import { audits } from '../../../database/tables';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute } from '../../../kernel/select';
import { column, quote, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { listCondition } from '../../../api/list/readList';
import type { Asked } from './Asked';

const a = columnsOf(audits);
const { raw } = sql;

/** The columns of a file with contact data, also over links. */
const contactColumns = (registry: Registry, resource: AnyResource, { columns }: Asked): readonly AnyField[] =>
  columns.flatMap((path) => {
    const way = wayOf(registry, resource, path);
    const field = way?.end.all[way.name];
    return way && field && contactFieldsOf(way.end).includes(way.name) ? [field] : [];
  });
/** Where a file may be read from: a replica, unless taking the file is written down. */
export const downloadingAt = (registry: Registry, resource: AnyResource, asked: Asked): 'look' | 'read' =>
  contactColumns(registry, resource, asked).length > 0 ? 'read' : lookingAt(resource);

/** Records who took a copy of contact data: one row for the file. */
const noteContact = async (tx: Transaction, resource: AnyResource, asked: Asked): Promise<void> => {
  const isPacked = asked.archive !== undefined || asked.print !== undefined;
  if (!isPacked && !contactColumns(tx.registry, resource, asked).some((field) => canSee(tx.grants, field))) return;
  tx.keep();
  await execute(
    tx,
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.action}, ${actorColumns})
      values (${resource.name}, ${wholeList}, ${tx.grants.organizationid}::bigint, 'read', ${contactFileLook}, ${actorValues(tx, 'list', resource, 'download')})`,
  );
};

/** Records who took a copy of records whose every access is kept: as `noteReads` does for a page, of all rows in one statement. */
export const noteDownload = async (tx: Transaction, resource: AnyResource, asked: Asked): Promise<void> => {
  await noteContact(tx, resource, asked);
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
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${actorColumns})
      select ${name}::text, ${column('t', key)}, ${tx.grants.organizationid}::bigint, 'read', ${actorValues(tx, 'list', resource, 'download')} from ${raw(`${quote(name)} "t"`)}
       where ${listCondition(tx, resource, asked)} and (${says})`,
  );
};
