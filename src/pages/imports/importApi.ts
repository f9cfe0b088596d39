import type { BaseRecord } from '@refinedev/core';
import type { ImportMode, ImportType } from '@/schema';

/** A field that a column may fill. */
export interface OfferedField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  /** Whether several columns may fill it, each with its own name. */
  readonly many: boolean;
  /** Whether the person writes it by this import. */
  readonly open: boolean;
  /** Whether the person reads what the file says of it. */
  readonly visible: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}
/** How a column of the file is used, and how its values are written where that is not obvious. */
export interface MappedColumn {
  readonly column: string;
  readonly field: string | null;
  readonly dates?: 'dmy' | 'mdy' | 'ymd' | undefined;
  readonly decimal?: ',' | '.' | undefined;
  /** The value of a choice for each text. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}
/** How the columns of a file become fields; `fixed` gives every row a value that no column has. */
export interface ImportMapping {
  readonly version: 1;
  readonly target: string;
  readonly reading: object;
  readonly columns: readonly MappedColumn[];
  readonly fixed: Readonly<Record<string, string>>;
}
/** What a person may import. */
export interface OfferedImport {
  readonly type: ImportType;
  readonly resource: string;
  readonly label: string;
  readonly needs_event: boolean;
  readonly live: boolean;
  readonly modes: readonly ImportMode[];
  readonly match_keys: readonly { readonly key: string; readonly label: string; readonly fields: readonly string[] }[];
  readonly fields: readonly OfferedField[];
}
/** A column of the file; without samples where they may hold what the person does not read. */
export interface FileColumn {
  readonly at: number;
  readonly name: string;
  readonly filled: number;
  readonly samples: readonly string[] | null;
  readonly values: readonly string[] | null;
  readonly guesses: readonly string[];
  /** How sure the best guess is, from 0 to 1. */
  readonly score: number;
  readonly field: string | null;
}
export const importStatuses = [
  'uploaded',
  'mapped',
  'validating',
  'validated',
  'running',
  'done',
  'done_with_errors',
  'failed',
  'rolled_back',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

export interface ImportTotals {
  readonly rows: number;
  readonly new: number;
  readonly changed: number;
  readonly same: number;
  readonly refused: number;
  readonly duplicates: number;
  readonly proposed: number;
  readonly undone: number;
  readonly stayed: number;
}
/** What a person chooses about an import besides its file. */
export interface ImportSettings {
  readonly mapping: ImportMapping | null;
  readonly mode: ImportMode;
  readonly match_key: string | null;
  readonly charge: string | null;
  readonly send_email: boolean | null;
  readonly assign_numbers: boolean | null;
}
/** One import as its screen needs it. */
export interface DescribedImport extends BaseRecord, ImportSettings {
  readonly import_jobid: number;
  readonly version: number;
  readonly file_name: string;
  readonly type: ImportType;
  readonly eventid: number | null;
  readonly status: ImportStatus;
  readonly task: 'read' | 'rehearse' | 'run' | 'undo' | null;
  /** Names of the actions that are possible now. */
  readonly actions: readonly string[];
  readonly template_name: string | null;
  readonly live: boolean | null;
  readonly totals: ImportTotals;
  readonly progress: { readonly done: number; readonly total: number };
  readonly reason: { readonly code: string; readonly message: string } | null;
  readonly finished_at: string | null;
  readonly rollback_until: string | null;
  readonly reading: { readonly sheet?: string; readonly encoding?: string; readonly delimiter?: string };
  readonly sheets: readonly { readonly name: string; readonly rows: number; readonly hidden: boolean }[];
  readonly skipped: readonly { readonly line: number; readonly why: string }[];
  readonly columns: readonly FileColumn[];
  readonly offered: OfferedImport;
}

export interface RowReason {
  /** The field, or empty for the whole row. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}
export interface RowCell {
  readonly field: string;
  readonly text: string | null;
  readonly hidden: boolean;
  readonly corrected: boolean;
}
export interface RowChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly hidden: boolean;
}
/** One row of the file as it was checked. */
export interface ShownRow {
  readonly row_no: number;
  readonly line: number | null;
  readonly state: 'new' | 'changed' | 'same' | 'refused' | null;
  readonly fate: 'written' | 'undone' | 'stayed' | null;
  readonly cells: readonly RowCell[];
  readonly changes: readonly RowChange[];
  readonly reasons: readonly RowReason[];
  readonly person: 'found' | 'new' | 'proposed' | null;
  readonly decision: 'accept' | 'new' | null;
  readonly recordid: number | null;
}
/** What a person changes of one row; null takes a correction back. */
export interface RowCorrection {
  readonly values?: Readonly<Record<string, string | null>>;
  readonly decision?: ShownRow['decision'];
}
/** What came of an import. */
export interface ImportReport extends DescribedImport {
  readonly stayed: readonly ShownRow[];
  readonly letters: readonly { readonly recordid: number; readonly kind: string; readonly sent_at: string }[];
}

/** By what the rows of a check are chosen. */
export type RowFilter = 'all' | 'new' | 'changed' | 'same' | 'refused' | 'proposed' | 'written' | 'stayed' | 'undone';

/** The route of what the screen of imports needs. */
export const importsAddress = '/v2/inscription/imports';
export const importAddress = (id: number): string => `${importsAddress}/${id}`;
export const importJobAddress = (id: number, action?: string): string =>
  `/v2/inscription/import_jobs/${id}${action === undefined ? '' : `/${action}`}`;

/** The server is at work on it. */
export const isWorking = ({ status }: Pick<DescribedImport, 'status'>): boolean => status === 'validating' || status === 'running';
