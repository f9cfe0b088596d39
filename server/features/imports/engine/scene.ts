import { homeZone } from '@/schema/homeZone';
import type { Hooks } from '../../../kernel/defineHooks';
import type { ImportHooks } from '../../../kernel/ImportHooks';
import { DomainError } from '../../../kernel/DomainError';
import type { Row } from '../../../kernel/Row';
import type { Transaction } from '../../../kernel/transaction';
import { rowReader, type MappedRow } from '../reading/mapping';
import { readCell, usualWriting } from '../reading/values';
import { textOf } from '../reading/Cell';
import { isAboutPeople, mayFill, type Importable } from './Importable';
import { labelOf } from './judgeMapping';
import { instantOf } from './instantOf';
import type { Job } from './Job';
import type { Matches } from './matches';
import { splitName } from './names';
import { readPeople, saidIn, type People, type Said } from './people';
import { readReferences } from './references';
import type { KeptRow, RowReason } from './rows';

/** What every row of a portion is judged and written with. */
export interface Scene {
  readonly tx: Transaction;
  readonly job: Job;
  readonly importable: Importable;
  readonly importer: ImportHooks;
  readonly hooks: ReadonlyMap<string, Hooks>;
  readonly people: People | null;
  /** What the match key names for rows that were asked for together; the others ask one by one. */
  readonly matches?: Matches;
}
/** A row with its values, as far as they could be read. */
export interface ReadRow {
  readonly kept: KeptRow;
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly RowReason[];
}

const reasonsOf = ({ problems }: MappedRow): readonly RowReason[] =>
  problems.map(({ field, code, params }) => ({ path: field ?? '', code, params }));

/** Corrected cells replace what the file says. */
const corrected = (importable: Importable, { corrections }: KeptRow, read: MappedRow): MappedRow => {
  if (!corrections) return read;
  const values: Row = { ...read.values };
  const problems = read.problems.filter(({ field }) => field !== null && !Object.hasOwn(corrections, field));
  const added: MappedRow['problems'][number][] = [];
  for (const [name, text] of Object.entries(corrections)) {
    const field = importable.target.fields.find((each) => each.name === name);
    if (!field || field.gathers) continue;
    const cell = readCell(text, field, { ...usualWriting, dates: 'dmy' });
    if ('value' in cell) values[name] = cell.value;
    else added.push({ field: name, column: name, code: cell.code, params: { text: cell.text, column: name } });
  }
  return { line: read.line, values, problems: [...problems, ...added] };
};

/** `name` becomes its two parts where the row has no parts of its own. */
const withParts = (values: Row): readonly RowReason[] => {
  const { name } = values;
  delete values['name'];
  if (typeof name !== 'string' || (values['first_name'] && values['last_name'])) return [];
  try {
    Object.assign(values, splitName(name));
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.errors.map(({ path, code, params }) => ({ path, code, params: params ?? {} }));
  }
};

const mostOfSource = 60;
/** The sources of one organization are its own: the same word of another one names other people. */
const sourceFor = (job: Job, source: unknown): string =>
  `${job.organizationid}:${typeof source === 'string' ? source : 'import'}`.slice(0, mostOfSource);

/** What identifies an athlete at the source of the file: ids hold within an organization. */
export const personSaid = ({ job }: Pick<Scene, 'job'>, { values, kept }: ReadRow): Said => {
  const said = saidIn(values);
  const needsSource = !said.email || !said.birth_date;
  const ref = said.source_ref ?? (needsSource ? `${job.import_jobid}-${kept.row_no}` : null);
  return { ...said, source: ref === null ? null : sourceFor(job, values['source']), source_ref: ref };
};

/** Moments of a file are by the clocks of Mexico City, as screens show them. */
const withInstants = ({ target }: Importable, values: Row): Row => {
  for (const { name, type } of target.fields) {
    const text = values[name];
    if (type === 'dateTime' && typeof text === 'string') values[name] = instantOf(text, homeZone);
  }
  return values;
};

/** Reads rows by the mapping of their import, with everything that they refer to, in a few statements for all of them. */
export const readScene = async (
  setting: Omit<Scene, 'people'>,
  rows: readonly KeptRow[],
): Promise<{ readonly scene: Scene; readonly read: readonly ReadRow[] }> => {
  const { tx, job, importable } = setting;
  const { table, mapping } = job;
  if (!table || !mapping) throw new DomainError('IMPORT_NEEDS_MAPPING');
  const names = [...mapping.columns.flatMap(({ field }) => field ?? []), ...Object.keys(mapping.fixed)];
  const closed = names.filter((name) => !mayFill(tx.grants, importable, name, job.mode));
  if (closed.length > 0) throw new DomainError('MAPPING_FIELD_CLOSED', { params: { field: labelOf(importable, closed[0] ?? '') } });
  const reader = rowReader(table, mapping, importable.target);
  const mapped = rows.map((kept) => ({ kept, ...corrected(importable, kept, reader({ line: kept.line ?? 0, cells: kept.raw })) }));
  const parts = mapped.map((each) => {
    const values = withInstants(importable, { ...each.values });
    const whole = withParts(values);
    return { kept: each.kept, values, problems: [...reasonsOf(each), ...whole] };
  });
  const references = await readReferences(
    tx,
    importable,
    job.eventid,
    parts.map(({ values }) => values),
  );
  const read = parts.map(({ kept, values, problems }): ReadRow => ({
    kept,
    values,
    problems: [...problems, ...references.settle(values)],
  }));
  const people = isAboutPeople(importable)
    ? await readPeople(
        tx,
        read.map((each) => personSaid({ job }, each)),
      )
    : null;
  return { scene: { ...setting, people }, read };
};

/** A value as a person types it, for the table of a rehearsal. */
export const cellText = (name: string, kept: Pick<KeptRow, 'corrections' | 'raw'>, column: number | undefined): string =>
  kept.corrections?.[name] ?? (column === undefined ? '' : textOf(kept.raw[column] ?? null));

/** Whether a field of a row belongs to the record itself, and not to its athlete alone. */
export const isOwn = (importable: Importable, name: string): boolean => importable.resource.all[name] !== undefined;
