import { randomBytes } from 'node:crypto';
import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { isOneOf } from '@/schema/unknown';
import { importModes, importTypes, type ImportMode } from '@/schema';
import type { ImportMapping } from '@/resources/import_jobs/importMapping';
import { audit } from '../../../api/audit/audit';
import { insertRow } from '../../../api/write/columns';
import { readStored } from '../../../api/list/stored';
import { reaches } from '../../../api/list/visible';
import { DomainError, forbidden, invalid, problemAt } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { guessMapping } from '../reading/mapping';
import { likenessTo } from '../reading/guess';
import { openTable, type Reading, type Table } from '../reading/openTable';
import { sourceOfBytes } from '../reading/Source';
import { plainJson } from './plainJson';
import { templateFor } from './templates';
import { importableOf, mayFill, mayImport, type Importable } from './Importable';
import type { KeptTable } from './Job';
import type { FileRef } from '@/fields/file/file';

/** What a new import says besides its file. */
export interface NewImport {
  readonly type: string;
  readonly eventid: number | null;
  /** The first one that its entity has, where nothing is said. */
  readonly mode: ImportMode | null;
  /** Whether it is run as soon as it was checked. */
  readonly live: boolean;
}
/** Reads what came along with a file. */
export const readNewImport = (sent: Readonly<Record<string, unknown>>): NewImport => {
  const { type, eventid = null, mode = null, live = false, ...others } = sent;
  const unknown = Object.keys(others).map((path) => problemAt(path, 'UNKNOWN_FIELD'));
  const problems = [
    ...unknown,
    ...(isOneOf(importTypes, type) ? [] : [problemAt('type', 'INVALID_VALUE')]),
    ...(eventid === null || Number.isSafeInteger(eventid) ? [] : [problemAt('eventid', 'INVALID_VALUE')]),
    ...(mode === null || isOneOf(importModes, mode) ? [] : [problemAt('mode', 'INVALID_VALUE')]),
    ...(typeof live === 'boolean' ? [] : [problemAt('live', 'INVALID_VALUE')]),
  ];
  if (problems.length > 0) throw invalid(problems);
  return {
    type: String(type),
    eventid: eventid === null ? null : Number(eventid),
    mode: isOneOf(importModes, mode) ? mode : null,
    live: live === true,
  };
};

/** The entity that a new import fills, where the person may bring files for it and for its event. */
export const judgeNewImport = async (tx: Transaction, { type, eventid, mode, live }: NewImport): Promise<Importable> => {
  const importable = importableOf(tx.registry, type);
  if (!importable) throw invalid([problemAt('type', 'IMPORT_UNKNOWN')]);
  if (!mayImport(tx.grants, importable)) throw forbidden();
  const { imports } = importable;
  if (mode !== null && !imports.modes.includes(mode)) throw invalid([problemAt('mode', 'MODE_NOT_ALLOWED')]);
  if (live && !imports.live) throw invalid([problemAt('live', 'INVALID_VALUE')]);
  if (imports.event && imports.event === 'eventid' && eventid === null && importable.resource.all['eventid']?.options.required)
    throw invalid([problemAt('eventid', 'IMPORT_NEEDS_EVENT')]);
  if (eventid !== null && !(await reaches(tx, tx.registry.get('events'), eventid, 'show')))
    throw invalid([problemAt('eventid', 'INVALID_REFERENCE')]);
  return importable;
};

const mostSamples = 50;
const keptOf = (table: Table, guesses: ReturnType<typeof guessMapping>['guesses']): KeptTable => ({
  reading: table.reading,
  from1904: table.from1904,
  width: table.width,
  sheets: table.sheets,
  skipped: table.skipped,
  columns: guesses.map(({ column, field, score, others }) => ({
    at: column.at,
    name: column.name,
    filled: column.filled,
    values: column.values.slice(0, mostSamples),
    guesses: [...(field ? [field] : []), ...others],
    score,
  })),
});

/** A file as a table with the mapping that it seems to have. */
export interface Surveyed {
  readonly kept: KeptTable;
  readonly mapping: ImportMapping;
  readonly rows: number;
}
/** Looks through a file. Refuses what is no table, is damaged or too large. */
export const survey = async (bytes: Buffer, importable: Importable, reading: Reading = {}): Promise<Surveyed> => {
  const table = await openTable(sourceOfBytes(bytes), { reading, likeness: likenessTo(importable.target) });
  const { guesses, mapping } = guessMapping(table, importable.target);
  return { kept: keptOf(table, guesses), mapping, rows: table.rowsTotal };
};

const keyBytes = 18;
/** The place of the file of a new import: nobody reaches it by an address. */
export const newFileKey = (): string => `imports/${randomBytes(keyBytes).toString('base64url')}`;

/** What is guessed and the person may not fill is left out of the mapping. */
const allowed = (tx: Transaction, importable: Importable, mapping: ImportMapping, mode: ImportMode): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((each) =>
    each.field !== null && !mayFill(tx.grants, importable, each.field, mode) ? { column: each.column, field: null } : each,
  ),
});

/** Writes a new import with what was found in its file. Answers its key. */
export const insertJob = async (
  tx: Transaction,
  importable: Importable,
  asked: NewImport,
  { kept, mapping, rows }: Surveyed,
  file: FileRef,
): Promise<number> => {
  const { grants, userid } = tx;
  if (grants.organizationid === null) throw forbidden();
  const template = await templateFor(tx, importable, kept);
  const used = template?.mapping ?? mapping;
  const mode = asked.mode ?? importable.imports.modes[0] ?? 'add';
  const id = await tx.asOwner(() =>
    insertRow(tx, import_jobs, {
      organizationid: grants.organizationid,
      file_name: file.name,
      type: importable.imports.type,
      eventid: asked.eventid,
      file,
      columns: plainJson(kept),
      mapping: allowed(tx, importable, used, mode),
      template_name: template?.name ?? null,
      match_key: template?.match_key ?? null,
      encoding: kept.reading.encoding ?? null,
      delimiter: kept.reading.delimiter ?? null,
      mode,
      live: asked.live,
      assign_numbers: true,
      status: used.columns.some(({ field }) => field !== null) ? 'mapped' : 'uploaded',
      rows_total: rows,
      requested_by_userid: userid,
    }),
  );
  if (!(await reaches(tx, import_jobs, id, 'show'))) throw new DomainError('FORBIDDEN');
  const stored = await tx.asOwner(() => readStored(tx, import_jobs, id));
  await audit(tx, { resource: import_jobs, id, verb: 'create', before: null, after: stored && { ...stored, columns: null, file: null } });
  return id;
};
