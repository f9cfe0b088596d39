import type { generateDrizzleJson } from 'drizzle-kit/api';
import type { Exclusion } from '@/schema/project/exclusions';

/** The tables after a migration, as drizzle compares them. */
export type Tables = ReturnType<typeof generateDrizzleJson>;
/** The file next to a migration with what the next one is compared with: its tables, and the constraints that drizzle cannot compare. */
export interface Snapshot {
  readonly tables: Tables;
  readonly exclusions: readonly Exclusion[];
}

/** A column of a snapshot. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default?: unknown;
  readonly generated?: unknown;
  readonly identity?: unknown;
}
/** A table of a snapshot, as far as it is read here. */
export interface Table {
  readonly name: string;
  readonly columns: Record<string, Column>;
  readonly checkConstraints: Readonly<Record<string, { readonly name: string; readonly value: string }>>;
}
/** The tables of a snapshot, by their schema and name. */
export const tablesIn = ({ tables }: Tables): Readonly<Record<string, Table>> => tables;

/** Both parts of a snapshot file. */
export const readSnapshot = ({ exclusions = [], ...tables }: Tables & { readonly exclusions?: readonly Exclusion[] }): Snapshot => ({
  tables,
  exclusions,
});
/** The text of a snapshot file. */
export const snapshotText = ({ tables, exclusions }: Snapshot): string => `${JSON.stringify({ ...tables, exclusions }, null, 1)}\n`;
