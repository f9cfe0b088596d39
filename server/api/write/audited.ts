import { secretsOf, type AnyResource, type InferColumns, type InferWrite, type ResourceLike } from '@/schema';
import { columnsOf, type Columns } from '../../kernel/columnsOf';
import { column, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { parameter, portionsOf, rowsGiven, storable, type RowChange, type Values } from './columns';
import { actorColumns, actorValues } from '../audit/audit';
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
 * Writes the audits of one statement over rows other than the record of the call, in the same exchange with the database. Answers their
 * keys.
 *
 * `written` are common table expressions; the last one is named `written` and has `id`, `owner`, `before` and `after`.
 */
export const writeAudited = async (tx: Transaction, resource: AnyResource, verb: Verb, written: SQL): Promise<readonly number[]> => {
  const secrets = secretsOf(resource);
  // Compared with its secrets, so that a change of them alone is audited, and stored without them.
  const [before, after] = parts[verb];
  const stored = (part: SQL): SQL => (secrets.length > 0 ? sql`(${part})::jsonb - ${[...secrets]}::text[]` : part);
  const { grants } = tx;
  const rows = await select(
    tx,
    { id: a.recordid },
    (list) => sql`
    with ${written}
    insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${actorColumns}, ${a.before}, ${a.after})
    select ${resource.name}, w.id, coalesce(w.owner, ${grants.organizationid}::bigint), ${raw(`'${verb}'`)}, ${actorValues(tx, verb, resource)}, ${stored(before)}, ${stored(after)}
      from written w where w.before is distinct from w.after order by w.id returning ${list}`,
  );
  return rows.map(({ id }) => id);
};

/** Columns of a row as a JSON object without the empty ones: `before` or `after` of an audit. */
const recordOf = (alias: string, names: readonly string[]): SQL => {
  const pairs = names.map((name) => sql`${raw(`'${name}'`)}, ${column(alias, name)}`);
  return sql`jsonb_strip_nulls(jsonb_build_object(${join(pairs, comma)}))`;
};
const ownerOf = (alias: string, resource: AnyResource): SQL =>
  resource.all['organizationid'] ? column(alias, 'organizationid') : raw('null::bigint');

/** What `written` selects for an inserted or deleted row, given its alias: its key, its owner and its values. */
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

/** Inserts one row and writes its audit. Answers its key. */
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

/** Inserts rows and writes an audit for each. Answers their keys, in the order of the rows. */
export const createAllAudited = async <R extends ResourceLike>(
  tx: Transaction,
  resource: R,
  rows: readonly InferWrite<R>[],
): Promise<readonly number[]> => {
  const keys: number[] = [];
  for (const { names, rows: some } of portionsOf<Values>(resource, rows, (row) => row)) {
    const list = (alias: string): SQL => raw(names.map((name) => `${alias}${quote(name)}`).join(', '));
    const written = sql`written as (
      insert into ${raw(quote(resource.name))} as n (${list('')}, "created_by") select ${list('g.')}, ${tx.userid}::bigint from ${rowsGiven(resource, some)} g
      returning ${rowWritten<AnyResource>(resource, 'n', 'create', names)})`;
    const made = await writeAudited(tx, resource, 'create', written);
    if (made.length !== some.length) throw new Error(`${made.length} of ${some.length} rows were inserted into ${resource.name}`);
    keys.push(...made);
  }
  return keys;
};

/** What a statement that changes rows hands over to their audits; \`old\` are the rows as they were. */
const changedRows = (resource: AnyResource, names: readonly string[], sets: readonly SQL[], from: SQL, userid: number | null): SQL => {
  const [table, key] = [raw(quote(resource.name)), raw(quote(resource.key))];
  const stamps = [sql`updated = now()`, sql`updated_by = ${userid}::bigint`, sql`version = n.version + 1`];
  return sql`
    changed as (update ${table} n set ${join([...sets, ...(resource.appendOnly ? [] : stamps)], comma)} from ${from} where n.${key} = old.${key} returning n.*),
    written as (select n.${key} as id, ${ownerOf('n', resource)} as owner, ${recordOf('o', names)} as before, ${recordOf('n', names)} as after from changed n join old o on o.${key} = n.${key})`;
};

/** Changes rows by their keys, each to values of its own, and writes an audit for each. */
export const updateEachAudited = async <R extends ResourceLike>(
  tx: Transaction,
  resource: R,
  changes: readonly RowChange<R>[],
): Promise<void> => {
  const [table, key] = [raw(quote(resource.name)), raw(quote(resource.key))];
  for (const { names, rows } of portionsOf<RowChange<R>>(resource, changes, ({ values }) => values)) {
    const given = rowsGiven(
      resource,
      rows.map(({ id, values }) => ({ ...values, [resource.key]: id })),
    );
    const sets = names.map((name) => raw(`${quote(name)} = g.${quote(name)}`));
    const ids = rows.map(({ id }) => id);
    await writeAudited(
      tx,
      resource,
      'edit',
      sql`
      old as materialized (select * from ${table} t where ${key} = any(${ids}::bigint[]) order by ${key} for no key update),
      ${changedRows(resource, names, sets, sql`old join ${given} g on g.${key} = old.${key}`, tx.userid)}`,
    );
  }
};

/** Changes every row for which a condition holds and writes an audit for each. Answers their keys. */
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
  const written = sql`
    old as materialized (select * from ${table} t where ${where(columnsOf(resource, 't'))} order by ${key} for no key update),
    ${changedRows(resource, names, sets, sql`old`, tx.userid)}`;
  return writeAudited(tx, resource, 'edit', written);
};
