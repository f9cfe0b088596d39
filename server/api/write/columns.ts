import { nth } from '@/schema/must';
import { isStored, type AnyResource, type InferWrite, type ResourceLike } from '@/schema';
import { execute, selectAll, value } from '../../kernel/select';
import { bind, quote, sql, type SQL } from '../../kernel/sql';
import { remember } from '../../kernel/remember';
import type { Transaction } from '../../kernel/transaction';

export type Values = Readonly<Record<string, unknown>>;

const { raw, join } = sql;
const comma = raw(', ');
const tableOf = ({ name }: AnyResource): SQL => raw(quote(name));
const keyOf = ({ key }: AnyResource): SQL => raw(quote(key));

/** A value as a parameter of a statement. */
export const parameter = (resource: AnyResource, name: string, given: unknown): SQL =>
  bind(given !== null && given !== undefined && resource.all[name]?.column === 'jsonb' ? JSON.stringify(given) : (given ?? null));
/** The values that have a column. */
export const storable = (resource: AnyResource, values: Values): readonly string[] =>
  Object.keys(values).filter((name) => {
    const field = resource.all[name];
    return name === resource.key || (field !== undefined && isStored(field) && !field.generated && values[name] !== undefined);
  });

const insert = (tx: Transaction, resource: AnyResource, values: Values): Promise<void> => {
  const names = storable(resource, values);
  const columns = raw([...names, 'created_by'].map(quote).join(', '));
  const given = join([...names.map((name) => parameter(resource, name, values[name])), bind(tx.userid)], comma);
  return execute(tx, sql`insert into ${tableOf(resource)} (${columns}) values (${given})`);
};

/** Keys that no rows have yet, in ascending order. */
export const nextKeys = async (tx: Transaction, { name, key }: AnyResource, count: number): Promise<readonly number[]> => {
  if (count === 0) return [];
  const sequence = raw(`(select pg_get_serial_sequence('${quote(name)}', '${key}')::regclass as of offset 0) s`); // looked up once
  const keys = await selectAll(tx, value<number>(raw('nextval(s.of)')), sql`from ${sequence}, generate_series(1, ${count}::int)`);
  if (keys.length !== count) throw new Error(`${name} has no sequence`);
  return keys;
};
/** A key that no row has yet. */
export const nextKey = async (tx: Transaction, resource: AnyResource): Promise<number> => nth(await nextKeys(tx, resource, 1), 0);

/** Inserts one row of stored columns and answers its key, which may be part of `values`. */
export const insertRow = async <R extends ResourceLike>(tx: Transaction, resource: R, values: InferWrite<R>): Promise<number> => {
  const row: Values = values;
  const key = Number(row[resource.key] || (await nextKey(tx, resource)));
  await insert(tx, resource, { ...row, [resource.key]: key });
  return key;
};

/** Inserts rows whose keys are known, those with the same columns in one statement. */
export const insertRows = async (tx: Transaction, resource: AnyResource, rows: readonly Values[]): Promise<void> => {
  const spelt = new Map<string, string>(),
    alike = new Map<string, Values[]>();
  const brings = (row: Values): string =>
    Object.keys(row)
      .filter((name) => row[name] !== undefined)
      .join(' ');
  for (const row of rows) {
    const names = remember(spelt, brings(row), () => storable(resource, row).toSorted().join(' '));
    remember(alike, names, () => []).push(row);
  }
  for (const [names, some] of alike) await appendSame(tx, resource, { names: names.split(' '), rows: some });
};

/** Inserts one row without answering its key, in one exchange. */
export const appendRow = <R extends ResourceLike>(tx: Transaction, resource: R, values: InferWrite<R>): Promise<void> =>
  insert(tx, resource, values);

/** Writes the given columns of one row and raises its version. */
export const updateRow = <R extends ResourceLike>(tx: Transaction, resource: R, id: number, values: InferWrite<R>): Promise<void> => {
  const row: Values = values;
  const sets = storable(resource, row)
    .filter((name) => name !== resource.key)
    .map((name) => sql`${raw(quote(name))} = ${parameter(resource, name, row[name])}`);
  const stamps = [sql`updated = now()`, sql`updated_by = ${tx.userid}`, sql`version = version + 1`];
  return execute(tx, sql`update ${tableOf(resource)} set ${join([...sets, ...stamps], comma)} where ${keyOf(resource)} = ${id}`);
};

/** Rows that bring the same columns, one after another: what one statement writes. */
interface Portion<V> {
  readonly names: readonly string[];
  readonly rows: V[];
}
/** Rows in their order, in as few portions as the order allows. */
export const portionsOf = <V>(resource: AnyResource, rows: readonly V[], valuesOf: (row: V) => Values): readonly Portion<V>[] => {
  const portions: Portion<V>[] = [];
  for (const row of rows) {
    const names = storable(resource, valuesOf(row));
    const last = portions.at(-1);
    if (last && last.names.length === names.length && names.every((name, at) => name === last.names[at])) last.rows.push(row);
    else portions.push({ names, rows: [row] });
  }
  return portions;
};
/** Rows as one bound value: a table of the columns of a resource. */
export const rowsGiven = (resource: AnyResource, rows: readonly Values[]): SQL =>
  sql`jsonb_populate_recordset(null::${raw(`public.${quote(resource.name)}`)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows that bring the same columns. */
const appendSame = (tx: Transaction, resource: AnyResource, { names, rows }: Portion<Values>): Promise<void> => {
  const list = (alias: string): SQL => raw(names.map((name) => `${alias}${quote(name)}`).join(', '));
  return execute(
    tx,
    sql`insert into ${tableOf(resource)} (${list('')}, "created_by") select ${list('g.')}, ${tx.userid}::bigint from ${rowsGiven(resource, rows)} g`,
  );
};
/** Inserts rows whose keys nobody needs to know, in their order. */
export const appendRows = async <R extends ResourceLike>(tx: Transaction, resource: R, rows: readonly InferWrite<R>[]): Promise<void> => {
  for (const portion of portionsOf<Values>(resource, rows, (row) => row)) await appendSame(tx, resource, portion);
};

/** One row with what is to be written into it. */
export interface RowChange<R> {
  readonly id: number;
  readonly values: InferWrite<R>;
}
/** What `updateRow` does to one row, done to many with values of their own. */
export const updateRows = async <R extends ResourceLike>(tx: Transaction, resource: R, changes: readonly RowChange<R>[]): Promise<void> => {
  const groups = new Map<string, { readonly names: readonly string[]; readonly rows: Values[] }>();
  for (const { id, values } of changes) {
    const row: Values = values;
    const names = storable(resource, row)
      .filter((name) => name !== resource.key)
      .sort();
    const mark = names.join(' ');
    const group = groups.get(mark) ?? { names, rows: [] };
    group.rows.push({ ...row, [resource.key]: id });
    groups.set(mark, group);
  }
  const stamps = [sql`updated = now()`, sql`updated_by = ${tx.userid}::bigint`, sql`version = t.version + 1`];
  for (const { names, rows } of groups.values()) {
    const sets = names.map((name) => raw(`${quote(name)} = g.${quote(name)}`));
    await execute(
      tx,
      sql`update ${tableOf(resource)} t set ${join([...sets, ...stamps], comma)} from ${rowsGiven(resource, rows)} g where t.${keyOf(resource)} = g.${keyOf(resource)}`,
    );
  }
};

/** Soft-deletes one row; the audit keeps it. */
export const removeRow = (tx: Transaction, resource: AnyResource, id: number): Promise<void> =>
  execute(
    tx,
    sql`update ${tableOf(resource)} set deleted_at = now(), updated_by = ${tx.userid}, version = version + 1 where ${keyOf(resource)} = ${id}`,
  );
