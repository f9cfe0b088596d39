import { import_jobs, type ImportJob } from '@/resources/import_jobs/import_jobs';
import { import_rows } from '@/resources/import_rows/import_rows';
import { importMappingShape } from '@/resources/import_jobs/importMapping';
import { can } from '@/schema/project/access';
import { importModes, restrictingKey } from '@/schema';
import { isOneOf } from '@/schema/unknown';
import { send } from '../../jobs/store';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks, type Draft } from '../../kernel/defineHooks';
import { conflict, DomainError, forbidden, invalid, problemAt, tooManyRequests } from '../../kernel/DomainError';
import { execute, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { importableOf, isAboutPeople, mayImport, type Importable } from './engine/Importable';
import { judgeMapping } from './engine/judgeMapping';
import { readJob, type Job } from './engine/Job';
import { keepTemplate } from './engine/templates';
import { dropKeys } from './engine/rowKeys';

const j = columnsOf(import_jobs);
const r = columnsOf(import_rows);
/** Rows of files in which one person who reads no contact data may have people looked for in a day. */
const mostLookedFor = 500_000,
  waitSeconds = 3600;

const importableFor = (tx: Transaction, { type }: Pick<ImportJob, 'type'>): Importable => {
  const importable = importableOf(tx.registry, type);
  if (!importable) throw invalid([problemAt('type', 'IMPORT_UNKNOWN')]);
  if (!mayImport(tx.grants, importable)) throw forbidden();
  return importable;
};

const jobOf = async (tx: Transaction, id: number): Promise<Job> => {
  const job = await tx.asOwner(() => readJob(tx, id, { lock: true }));
  if (!job) throw new DomainError('NOT_FOUND');
  return job;
};

const set = (tx: Transaction, id: number, values: SQL): Promise<void> =>
  tx.asOwner(() => execute(tx, sql`update ${j} set ${values}, ${j.updated} = now() where ${j.import_jobid} = ${id}`));
const goOn = (tx: Transaction, import_jobid: number): Promise<void> =>
  send(tx, { queue: 'imports', key: String(import_jobid), data: { import_jobid } });

/** People who read no contact data learn from a check who is known; they ask for so many a day. */
const judgeLooks = async (tx: Transaction, importable: Importable, { rows_total, requested_by_userid }: Job): Promise<void> => {
  if (!isAboutPeople(importable) || !tx.grants.keys[restrictingKey]) return;
  const [looked = 0] = await tx.asOwner(() =>
    selectAll(
      tx,
      value<number>(sql`coalesce(sum(${j.matched_total}), 0)::int`),
      sql`from ${j} where ${j.requested_by_userid} = ${requested_by_userid} and ${j.updated} > now() - interval '1 day'`,
    ),
  );
  if (looked + rows_total > mostLookedFor) throw tooManyRequests(waitSeconds);
};

const rehearse = async (tx: Transaction, id: number): Promise<void> => {
  const job = await jobOf(tx, id);
  const importable = importableFor(tx, job);
  if (!job.mapping || job.mapping.columns.every(({ field }) => field === null)) throw conflict('IMPORT_NEEDS_MAPPING');
  judgeMapping(tx.grants, importable, job.table, job.mapping, job);
  await judgeLooks(tx, importable, job);
  const isRead = job.read_total > 0 && job.read_total === job.rows_total;
  await set(
    tx,
    id,
    sql`${j.status} = 'validating', ${j.task} = ${isRead ? 'rehearse' : 'read'}, ${j.handled_total} = ${isRead ? 0 : job.read_total}, ${j.taken} = null, ${j.reason} = null, ${j.finished_at} = null`,
  );
  await goOn(tx, id);
};

const run = async (tx: Transaction, id: number): Promise<void> => {
  const job = await jobOf(tx, id);
  judgeMapping(tx.grants, importableFor(tx, job), job.table, job.mapping, job);
  const isResumed = job.status === 'failed' && job.task === 'run';
  if (job.status !== 'validated' && !isResumed) throw conflict('IMPORT_NOT_VALIDATED');
  const start = isResumed ? sql`${j.handled_total} = ${j.handled_total}` : sql`${j.handled_total} = 0`;
  await set(
    tx,
    id,
    sql`${j.status} = 'running', ${j.task} = 'run', ${start}, ${j.reason} = null, ${j.finished_at} = null, ${j.rollback_until} = now() + interval '72 hours'`,
  );
  await goOn(tx, id);
};

const stop = async (tx: Transaction, id: number): Promise<void> => {
  const { task } = await jobOf(tx, id);
  const isCheck = task === 'read' || task === 'rehearse';
  await set(
    tx,
    id,
    isCheck
      ? sql`${j.status} = 'mapped', ${j.task} = null`
      : sql`${j.status} = 'failed', ${j.reason} = ${JSON.stringify({ code: 'IMPORT_STOPPED' })}::jsonb, ${j.finished_at} = now()`,
  );
};

const undo = async (tx: Transaction, id: number): Promise<void> => {
  const job = await jobOf(tx, id);
  importableFor(tx, job);
  const isResumed = job.task === 'undo';
  if (job.status === 'failed' && job.task !== 'run' && !isResumed) throw conflict('IMPORT_NOTHING_WRITTEN');
  if (!job.rollback_until || Date.parse(job.rollback_until) < Date.now()) throw conflict('IMPORT_UNDO_LATE');
  const start = isResumed
    ? sql`${j.handled_total} = ${j.handled_total}`
    : sql`${j.handled_total} = 0, ${j.undone_total} = 0, ${j.stayed_total} = 0`;
  await set(tx, id, sql`${j.status} = 'running', ${j.task} = 'undo', ${start}, ${j.reason} = null, ${j.finished_at} = null`);
  await goOn(tx, id);
};

/** Decides for all rows at once whether the people who were proposed are the same; their rows are checked again. */
const decidePeople = async (tx: Transaction, id: number, decision: string): Promise<void> => {
  const job = await jobOf(tx, id);
  importableFor(tx, job);
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${r} set ${r.decision} = ${decision}, ${r.action} = null, ${r.updated} = now() where ${r.import_jobid} = ${id} and ${r.action} = 'error' and ${r.person} = 'name_birth' and ${r.decision} is null`,
    ),
  );
  await set(tx, id, sql`${j.status} = 'validating', ${j.task} = 'rehearse', ${j.handled_total} = ${j.rows_total}, ${j.reason} = null`);
  await goOn(tx, id);
};

/** A registration that costs something is settled only by who takes payments. */
const judgeCharge = (tx: Transaction, importable: Importable, charge: unknown): void => {
  if (charge === undefined || charge === null || charge === 'none' || importable.resource.name !== 'inscriptions') return;
  if (!can(tx.grants, 'pay', importable.resource)) throw forbidden([problemAt('charge', 'FORBIDDEN')]);
};

/** A change of how a file is read has it checked again. */
const edited = async (tx: Transaction, before: ImportJob, values: Draft<typeof import_jobs>): Promise<void> => {
  const importable = importableFor(tx, before);
  const job = await jobOf(tx, before.import_jobid);
  const now = { mode: values.mode ?? before.mode, match_key: values.match_key === undefined ? before.match_key : values.match_key };
  judgeCharge(tx, importable, values.charge);
  const read = importMappingShape.safeParse(values.mapping ?? before.mapping);
  if (values.mapping !== undefined && !read.success) throw invalid([problemAt('mapping', 'MAPPING_BROKEN', { path: '.' })]);
  const judged = judgeMapping(tx.grants, importable, job.table, read.success ? read.data : null, {
    mode: isOneOf(importModes, now.mode) ? now.mode : 'add',
    match_key: now.match_key,
  });
  if (values.mapping) values.mapping = judged;
  const touches = (['mapping', 'mode', 'match_key', 'charge'] as const).some((name) => values[name] !== undefined);
  if (!touches) return;
  values.status = judged ? 'mapped' : 'uploaded';
  values.task = null;
  values.handled_total = 0;
};

/** The server's rules for an import. */
export const importJobsHooks = defineHooks(import_jobs, {
  takes: ['import_rows.import_jobid'],
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'edit' && before) await edited(tx, before, values);
    if (verb === 'delete' && before) {
      importableFor(tx, before);
      await dropKeys(tx, before.import_jobid);
      await tx.asOwner(() => execute(tx, sql`delete from ${r} where ${r.import_jobid} = ${before.import_jobid}`));
    }
  },
  actions: {
    rehearse: ({ tx, id }) => rehearse(tx, id),
    decide_people: ({ tx, id, input }) => decidePeople(tx, id, input.decision),
    run: ({ tx, id }) => run(tx, id),
    stop: ({ tx, id }) => stop(tx, id),
    undo: ({ tx, id }) => undo(tx, id),
    keep_template: async ({ tx, id, input }) => {
      const job = await jobOf(tx, id);
      importableFor(tx, job);
      return keepTemplate(tx, job, input.name);
    },
  },
});
