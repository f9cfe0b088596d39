import type { ImportMode, MatchKey } from '@/schema';
import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { importMappingShape, type ImportMapping } from '@/resources/import_jobs/importMapping';
import type { Reason } from '@/schema/errorCodes';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectOne, value, type Runner, type Selected } from '../../../kernel/select';
import type { Importing } from '../../../kernel/importing';
import { sql } from '../../../kernel/sql';
import type { TableShape } from '../reading/mapping';
import type { Reading } from '../reading/openTable';

/** What an import knows of its file besides the rows. */
export interface KeptTable extends TableShape {
  readonly reading: Reading;
  readonly sheets: readonly { readonly name: string; readonly rows: number; readonly hidden: boolean }[];
  readonly columns: readonly {
    readonly at: number;
    readonly name: string;
    readonly filled: number;
    /** Some of its different values. */
    readonly values: readonly string[];
    /** Fields that it seems to fill, the likeliest first. */
    readonly guesses: readonly string[];
    readonly score: number;
  }[];
  readonly skipped: readonly { readonly line: number; readonly why: string }[];
}

const j = columnsOf(import_jobs);
const job = {
  import_jobid: j.import_jobid,
  organizationid: j.organizationid,
  eventid: j.eventid,
  type: j.type,
  file: j.file,
  table: value<KeptTable | null>(sql`${j.columns}`),
  mapping: value<unknown>(sql`${j.mapping}`),
  mode: value<ImportMode>(sql`${j.mode}`),
  match_key: value<MatchKey | null>(sql`${j.match_key}`),
  send_email: j.send_email,
  assign_numbers: j.assign_numbers,
  charge: j.charge,
  live: j.live,
  status: j.status,
  task: j.task,
  reason: value<Ended | null>(sql`${j.reason}`),
  rows_total: j.rows_total,
  read_total: j.read_total,
  handled_total: j.handled_total,
  taken: value<Taken | null>(sql`${j.taken}`),
  requested_by_userid: j.requested_by_userid,
  rollback_until: j.rollback_until,
};
/** What rows that were checked take of things that are counted: counter → how much. */
export type Taken = Readonly<Record<string, number>>;
/** An import as its work reads it. */
export type Job = Omit<Selected<typeof job>, 'mapping'> & { readonly mapping: ImportMapping | null };

const mappingIn = (json: unknown): ImportMapping | null => {
  const read = importMappingShape.safeParse(json);
  return read.success ? read.data : null;
};
/** What the screen of an import shows in addition; read in the same statement, so that its parts are of the same moment. */
const shown = {
  ...job,
  version: j.version,
  file_name: j.file_name,
  template_name: j.template_name,
  new_total: j.new_total,
  updated_total: j.updated_total,
  skipped_total: j.skipped_total,
  errors_total: j.errors_total,
  duplicates_total: j.duplicates_total,
  proposed_total: j.proposed_total,
  undone_total: j.undone_total,
  stayed_total: j.stayed_total,
  created: j.created,
  finished_at: j.finished_at,
};
const fromJob = (id: number, { lock = false } = {}) =>
  sql`from ${j} where ${j.import_jobid} = ${id} and ${j.deleted_at} is null ${lock ? sql.raw('for no key update') : sql.raw('')}`;

/** Reads an import, locked where it is about to be moved on. */
export const readJob = async (runner: Runner, id: number, options?: { readonly lock?: boolean }): Promise<Job | undefined> => {
  const found = await selectOne(runner, job, fromJob(id, options));
  return found && { ...found, mapping: mappingIn(found.mapping) };
};
/** Reads an import as its screen shows it. */
export const readShownJob = async (runner: Runner, id: number) => {
  const found = await selectOne(runner, shown, fromJob(id));
  return found && { ...found, mapping: mappingIn(found.mapping) };
};

/** What the rules of entities know of an import. */
export const importingBy = ({ import_jobid, mapping, assign_numbers }: Job): Importing => ({
  import_jobid,
  assign_numbers,
  fills: (name) => mapping !== null && (name in mapping.fixed || mapping.columns.some(({ field }) => field === name)),
});

/** Why an import ended without being done. */
export type Ended = Pick<Reason, 'code' | 'rule' | 'params'>;
