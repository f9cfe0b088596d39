import { fieldOf, isPersonal, isStored, secretsOf, type AnyResource } from '@/schema';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { remember } from '../../kernel/remember';
import { select, value } from '../../kernel/select';
import { column, columnText, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { aliveText } from '../list/alive';
import { embeddingFields } from '../list/fieldsOf';
import { actorColumns, actorValues, housekeeping } from './audit';

const a = columnsOf(audits);
const { raw } = sql;
const utc = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** Values of a record as JSON, written as they are where the server writes them. */
const record = (resource: AnyResource): SQL => {
  const secrets = new Set(secretsOf(resource));
  const names = [resource.key, ...Object.keys(resource.all).filter((name) => isStored(fieldOf(resource, name)))];
  const parts = names
    .filter((name) => !housekeeping.has(name) && !secrets.has(name))
    .map((name) => {
      const own = columnText('t', name);
      if (resource.all[name]?.column !== 'timestamptz') return own;
      return `case when isfinite(${own}) then to_char(${own} at time zone 'UTC', ${utc}) else ${own}::text end as ${quote(name)}`;
    });
  return raw(`(select jsonb_strip_nulls(to_jsonb(r)) from (select ${parts.join(', ')}) r)`);
};
const records = new WeakMap<AnyResource, SQL>();

/** Whether the database can write the audits of new records by itself: they have no rows inside and no value with parts of its own. */
export const isAuditedThere = (resource: AnyResource): boolean =>
  !isPersonal(resource) &&
  !resource.appendOnly &&
  embeddingFields(resource).length === 0 &&
  Object.values(resource.all).every(({ column: kind }) => kind !== 'jsonb');

/** Writes an audit for each of these new records, without reading them. Answers their versions by their keys. */
export const auditNew = async (tx: Transaction, resource: AnyResource, ids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const key = column('t', resource.key);
  const owner = resource.tenancy === 'self' ? key : resource.all['organizationid'] ? column('t', 'organizationid') : raw('null::bigint');
  const made = await select(
    tx,
    { id: value<number>(raw('made.id')), version: value<number>(raw('made.version')) },
    (list) => sql`
    with made as materialized (
      select ${key} as id, ${column('t', 'version')} as version, ${owner} as owner, ${remember(records, resource, () => record(resource))} as after
        from ${raw(`${quote(resource.name)} "t"`)} where ${key} = any(${ids}::bigint[]) and ${raw(aliveText(resource, 't'))}),
    written as (
      insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${actorColumns}, ${a.after})
      select ${resource.name}, u.id, coalesce(made.owner, ${resource.tenancy === 'self' ? raw('u.id') : sql`${tx.grants.organizationid}::bigint`}), 'create', ${actorValues(tx, 'create', resource)}, made.after
        from unnest(${ids}::bigint[]) with ordinality u(id, at) left join made on made.id = u.id order by u.at)
    select ${list} from made`,
  );
  return new Map(made.map(({ id, version }) => [id, version]));
};
