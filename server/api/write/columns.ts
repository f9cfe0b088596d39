import { isStored, type AnyResource } from '@/schema';
import { quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

type Values = Readonly<Record<string, unknown>>;

/** A value as a statement takes it. */
export const asParameter = (resource: AnyResource, name: string, value: unknown): unknown =>
  value !== null && value !== undefined && resource.all[name]?.column === 'jsonb' ? JSON.stringify(value) : (value ?? null);
/** Those of the values that have a column of their own. */
export const storable = (resource: AnyResource, values: Values): readonly string[] =>
  Object.keys(values).filter(
    (name) =>
      name === resource.key ||
      (resource.all[name] && isStored(resource.all[name]) && !resource.all[name].generated && values[name] !== undefined),
  );

/** Inserts one row of stored columns and answers its key, which `values` may have brought along. */
export const insertRow = async (tx: Transaction, resource: AnyResource, values: Values): Promise<number> => {
  const [[key] = []] = values[resource.key]
    ? [[values[resource.key]]]
    : await tx.run(`select nextval(pg_get_serial_sequence('${quote(resource.name)}', '${resource.key}'))`);
  const row = { ...values, [resource.key]: key };
  const names = storable(resource, row);
  const columns = [...names, 'created_by'].map(quote).join(', ');
  await tx.run(
    `insert into ${quote(resource.name)} (${columns}) values (${[...names, ''].map((_, index) => `$${index + 1}`).join(', ')})`,
    [...names.map((name) => asParameter(resource, name, row[name as keyof typeof row])), tx.userid],
  );
  return Number(key);
};

/** Inserts one row whose key nobody needs to know, in one exchange. */
export const appendRow = async (tx: Transaction, resource: AnyResource, values: Values): Promise<void> => {
  const names = storable(resource, values);
  await tx.run(
    `insert into ${quote(resource.name)} (${[...names, 'created_by'].map(quote).join(', ')}) values (${[...names, ''].map((_, index) => `$${index + 1}`).join(', ')})`,
    [...names.map((name) => asParameter(resource, name, values[name])), tx.userid],
  );
};

/** Writes the given columns of one row and raises its version. */
export const updateRow = async (tx: Transaction, resource: AnyResource, id: number, values: Values): Promise<void> => {
  const names = storable(resource, values).filter((name) => name !== resource.key);
  const sets = names.map((name, index) => `${quote(name)} = $${index + 3}`);
  await tx.run(
    `update ${quote(resource.name)} set ${[...sets, 'updated = now()', 'updated_by = $2', 'version = version + 1'].join(', ')} where ${quote(resource.key)} = $1`,
    [id, tx.userid, ...names.map((name) => asParameter(resource, name, values[name]))],
  );
};

/** Hides one row from everybody; the audit keeps it. */
export const removeRow = async (tx: Transaction, resource: AnyResource, id: number): Promise<void> => {
  await tx.run(
    `update ${quote(resource.name)} set deleted_at = now(), updated_by = $2, version = version + 1 where ${quote(resource.key)} = $1`,
    [id, tx.userid],
  );
};
