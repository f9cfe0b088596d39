import type { AnyResource, InferColumns, InferWrite, ResourceLike } from '@/schema';
import { columnsOf, type Columns } from '../../kernel/columnsOf';
import { column, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { parameter, storable, type Values } from './columns';
import { audits } from '../../database/tables';
import { select } from '../../kernel/select';

type Verb = 'create' | 'edit' | 'delete';

const a = columnsOf(audits);
const { raw, join } = sql;
const comma = raw(', ');
const partOf = (one: string, other: string): SQL =>
  raw(
    `(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(w.${one}) e where e.value is distinct from w.${other} -> e.key)`,
  );
const parts: Readonly<Record<Verb, readonly [before: SQL, after: SQL]>> = {
  create: [raw('null'), raw('w.after')],
  edit: [partOf('before', 'after'), partOf('after', 'before')],
  delete: [raw('w.before'), raw('null')],
};

/**
 * Audits what one statement does to rows other than the record of a call, in the same exchange with the database. Answers their keys.
 *
 * `written` are common table expressions, the last one of that name with `id`, `owner`, `before` and `after`.
 */
export const writeAudited = async (tx: Transaction, resource: AnyResource, verb: Verb, written: SQL): Promise<readonly number[]> => {
  const [before, after] = parts[verb];
  const { grants, userid, userName, call } = tx;
  const rows = await select(
    tx,
    { id: a.recordid },
    (list) => sql`
    with ${written}
    insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.actor_userid}, ${a.actor_name}, ${a.requestid}, ${a.source}, ${a.before}, ${a.after})
    select ${resource.name}, w.id, coalesce(w.owner, ${grants.organizationid}::bigint), ${raw(`'${verb}'`)}, ${userid}::bigint, ${userName}, ${call.requestId}, ${userid === null ? 'job' : 'api'}, ${before}, ${after}
      from written w where w.before is distinct from w.after order by w.id returning ${list}`,
  );
  return rows.map(({ id }) => id);
};

/** Columns of a row as an object, without those that are empty: `before` or `after` of an audit. */
const recordOf = (alias: string, names: readonly string[]): SQL => {
  const pairs = names.map((name) => sql`${raw(`'${name}'`)}, ${column(alias, name)}`);
  return sql`jsonb_strip_nulls(jsonb_build_object(${join(pairs, comma)}))`;
};
const ownerOf = (alias: string, resource: AnyResource): SQL =>
  resource.all['organizationid'] ? column(alias, 'organizationid') : raw('null::bigint');

/** What `written` says of a row that a statement made or took away, named by its alias: its key, its owner, and what it held. */
export const rowWritten = <R extends ResourceLike>(
  resource: R,
  alias: string,
  verb: 'create' | 'delete',
  names: readonly (keyof InferColumns<R> & string)[],
): SQL => {
  const [none, record] = [raw('null::jsonb'), recordOf(alias, names)];
  const [before, after] = verb === 'create' ? [none, record] : [record, none];
  return sql`${column(alias, resource.key)} as id, ${ownerOf(alias, resource)} as owner, ${before} as before, ${after} as after`;
};

/** Inserts one row and leaves its audit. Answers its key. */
export const createAudited = async <R extends ResourceLike>(tx: Transaction, resource: R, values: InferWrite<R>): Promise<number> => {
  const row: Values = values;
  const names = storable(resource, row);
  const columns = raw([...names, 'created_by'].map(quote).join(', '));
  const given = join([...names.map((name) => parameter(resource, name, row[name])), sql`${tx.userid}::bigint`], comma);
  const written = sql`written as (insert into ${raw(quote(resource.name))} as n (${columns}) values (${given}) returning ${rowWritten<AnyResource>(resource, 'n', 'create', names)})`;
  const [id] = await writeAudited(tx, resource, 'create', written);
  if (id === undefined) throw new Error(`nothing was inserted into ${resource.name}`);
  return id;
};

/** Changes every row for which a condition holds and leaves an audit for each. Answers their keys. */
export const updateAudited = <R extends ResourceLike>(
  tx: Transaction,
  resource: R,
  where: (row: Columns<InferColumns<R>>) => SQL,
  values: InferWrite<R>,
): Promise<readonly number[]> => {
  const set: Values = values;
  const names = storable(resource, set);
  const [table, key] = [raw(quote(resource.name)), raw(quote(resource.key))];
  const sets = names.map((name) => sql`${raw(quote(name))} = ${parameter(resource, name, set[name])}`);
  const stamps = [sql`updated = now()`, sql`updated_by = ${tx.userid}::bigint`, sql`version = n.version + 1`];
  const written = sql`
    old as materialized (select * from ${table} t where ${where(columnsOf(resource, 't'))} order by ${key} for no key update),
    changed as (update ${table} n set ${join([...sets, ...(resource.appendOnly ? [] : stamps)], comma)} from old where n.${key} = old.${key} returning n.*),
    written as (select n.${key} as id, ${ownerOf('n', resource)} as owner, ${recordOf('o', names)} as before, ${recordOf('n', names)} as after from changed n join old o on o.${key} = n.${key})`;
  return writeAudited(tx, resource, 'edit', written);
};
