import { isStored, type AnyResource, type InferWrite, type ResourceLike } from '@/schema';
import { execute, selectAll, value } from '../../kernel/select';
import { bind, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

export type Values = Readonly<Record<string, unknown>>;

const { raw, join } = sql;
const comma = raw(', ');
const tableOf = ({ name }: AnyResource): SQL => raw(quote(name));
const keyOf = ({ key }: AnyResource): SQL => raw(quote(key));

/** A value as a statement takes it. */
export const parameter = (resource: AnyResource, name: string, given: unknown): SQL =>
  bind(given !== null && given !== undefined && resource.all[name]?.column === 'jsonb' ? JSON.stringify(given) : (given ?? null));
/** Those of the values that have a column of their own. */
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

/** A key that no row has yet. */
export const nextKey = async (tx: Transaction, { name, key }: AnyResource): Promise<number> => {
  const [next] = await selectAll(tx, value<number>(raw(`nextval(pg_get_serial_sequence('${quote(name)}', '${key}'))`)), sql``);
  if (next === undefined) throw new Error(`${name} has no sequence`);
  return next;
};

/** Inserts one row of stored columns and answers its key, which `values` may have brought along. */
export const insertRow = async <R extends ResourceLike>(tx: Transaction, resource: R, values: InferWrite<R>): Promise<number> => {
  const row: Values = values;
  const key = Number(row[resource.key] || (await nextKey(tx, resource)));
  await insert(tx, resource, { ...row, [resource.key]: key });
  return key;
};

/** Inserts one row whose key nobody needs to know, in one exchange. */
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

/** Hides one row from everybody; the audit keeps it. */
export const removeRow = (tx: Transaction, resource: AnyResource, id: number): Promise<void> =>
  execute(
    tx,
    sql`update ${tableOf(resource)} set deleted_at = now(), updated_by = ${tx.userid}, version = version + 1 where ${keyOf(resource)} = ${id}`,
  );
