import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { SQL } from './sql';

const element = (value: unknown): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : String(value);
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (['string', 'number', 'boolean'].includes(typeof value)) return pg.escapeLiteral(String(value));
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`);
  throw new TypeError('a value that a statement without parameters cannot hold');
};

class Literals extends PgDialect {
  override escapeParam(_index: number, value?: unknown): string {
    return literal(value);
  }
}
const dialect = new Literals();
/** A statement with its values written into it as literals, for the few commands that take no parameters (`copy`). */
export const inlined = (fragment: SQL): string => dialect.sqlToQuery(fragment).sql;
