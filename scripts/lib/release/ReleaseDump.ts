import { gunzipSync, gzipSync } from 'node:zlib';

/** One table: its columns with their types, and its rows with each value as PostgreSQL writes it. */
export interface DumpedTable {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A database as one release created it: the statements it ran, its records of them, and its rows. */
export interface ReleaseDump {
  readonly version: string;
  /** Extensions, roles and functions that come before the first table. */
  readonly foundation: string;
  readonly migrations: readonly { readonly sql: string; readonly hash: string; readonly when: number }[];
  /** Tables in which the start stores what it applied; no migration creates them. */
  readonly own: readonly string[];
  readonly security: string;
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly (readonly [name: string, last: string])[];
}

/** A dump as bytes: a line for everything without a table, then one for each table. */
export const packDump = ({ tables, ...rest }: ReleaseDump): Buffer =>
  gzipSync([rest, ...tables].map((part) => JSON.stringify(part)).join('\n'), { level: 9 });

/** The dump in those bytes. */
export const unpackDump = (bytes: Buffer): ReleaseDump => {
  const [rest = '{}', ...tables] = gunzipSync(bytes).toString('utf8').split('\n');
  return { ...(JSON.parse(rest) as Omit<ReleaseDump, 'tables'>), tables: tables.map((line) => JSON.parse(line) as DumpedTable) };
};
