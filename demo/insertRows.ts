import type pg from 'pg';
import { registry } from '@/resources';
import { tableShape } from '@/schema/project/shape';
import { quote } from '../server/kernel/sql';

/** Values of one row by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Kinds that an array of an array, or of objects, would confuse travel as text. */
const asText = (kind: string): boolean => kind === 'jsonb' || kind.endsWith('[]');
const typeOf = (kind: string): string => (kind === 'double' ? 'double precision' : kind);
const textOf = (kind: string, value: unknown): unknown =>
  value == null
    ? null
    : kind === 'jsonb'
      ? JSON.stringify(value)
      : `{${(value as readonly unknown[]).map((each) => JSON.stringify(each)).join(',')}}`;

const kindsOf = new Map(
  registry.all.map((resource) => [resource.name, new Map(tableShape(resource, registry).columns.map(({ name, kind }) => [name, kind]))]),
);

/** Writes many rows of a resource in one statement: one array per column, which is quicker than any other way short of COPY. */
export const insertRows = async (client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const kinds = columns.map((column) => {
    const kind = kindsOf.get(table)?.get(column);
    if (!kind) throw new Error(`${table} has no column "${column}"`);
    return kind;
  });
  const values = columns.map((column, at) => {
    const kind = kinds[at]!;
    return asText(kind) ? rows.map((row) => textOf(kind, row[column])) : rows.map((row) => row[column] ?? null);
  });
  const arrays = kinds.map((kind, at) => `$${at + 1}::${asText(kind) ? 'text' : typeOf(kind)}[]`);
  const picked = kinds.map((kind, at) => (asText(kind) ? `c${at}::${kind}` : `c${at}`));
  await client.query(
    `insert into ${quote(table)} (${columns.map(quote).join(', ')}) select ${picked.join(', ')} from unnest(${arrays.join(', ')}) as rows(${kinds.map((_, at) => `c${at}`).join(', ')})`,
    values,
  );
};
