import type pg from 'pg';
import { registry } from '@/resources';
import { tableShape } from '@/schema/project/shape';
import { listIn } from '@/schema/unknown';
import { quote } from '../server/kernel/sql';

/** Values of one row by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Types that would be ambiguous inside an array are sent as text. */
const asText = (kind: string): boolean => kind === 'jsonb' || kind.endsWith('[]');
const typeOf = (kind: string): string => (kind === 'double' ? 'double precision' : kind);
const textOf = (kind: string, value: unknown): unknown =>
  value == null
    ? null
    : kind === 'jsonb'
      ? JSON.stringify(value)
      : `{${listIn(value)
          .map((each) => JSON.stringify(each))
          .join(',')}}`;

const kindsOf = new Map(
  registry.all.map((resource) => [resource.name, new Map(tableShape(resource, registry).columns.map(({ name, kind }) => [name, kind]))]),
);

/** Writes many rows of a resource in one statement: one array per column, which is faster than any other way except COPY. */
export const insertRows = async (client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const kinds = columns.map((column) => {
    const kind = kindsOf.get(table)?.get(column);
    if (!kind) throw new Error(`${table} has no column "${column}"`);
    return { column, kind };
  });
  const values = kinds.map(({ column, kind }) => rows.map((row) => (asText(kind) ? textOf(kind, row[column]) : (row[column] ?? null))));
  const arrays = kinds.map(({ kind }, at) => `$${at + 1}::${asText(kind) ? 'text' : typeOf(kind)}[]`);
  const picked = kinds.map(({ kind }, at) => (asText(kind) ? `c${at}::${kind}` : `c${at}`));
  await client.query(
    `insert into ${quote(table)} (${columns.map(quote).join(', ')}) select ${picked.join(', ')} from unnest(${arrays.join(', ')}) as rows(${kinds.map((_, at) => `c${at}`).join(', ')})`,
    values,
  );
};
