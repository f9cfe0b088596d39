import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { import_rows } from '@/resources/import_rows/import_rows';
import type { Portion, Step } from '../../../jobs/Queue';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute } from '../../../kernel/select';
import { quote, sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { importIn } from '../../../kernel/importing';
import { importingBy, type Job } from './Job';
import { performRows } from './performRows';
import type { Importable } from './Importable';
import { countRows, keepVerdicts, type Checking } from './rehearse';
import { dropKeys } from './rowKeys';
import { readRows } from './rows';
import { readScene } from './scene';

const j = columnsOf(import_jobs);
const r = columnsOf(import_rows);

/** How long an import can be undone as a whole. */
const undoHours = 72;

/** Rows know the version in which the import leaves their records, so that undoing it finds what somebody changed since. */
const keepVersions = (tx: Transaction, { import_jobid }: Job, { resource }: Importable, ids: readonly number[]): Promise<void> =>
  tx.asOwner(() =>
    execute(
      tx,
      sql`update ${sql.raw('import_rows')} set record_version = w.version from ${sql.raw(quote(resource.name))} w
           where import_rows.import_jobid = ${import_jobid} and import_rows.recordid = w.${sql.raw(quote(resource.key))} and w.${sql.raw(quote(resource.key))} = any(${ids}::bigint[])`,
    ),
  );

const finishedKey = 'finished';
/** What follows when all rows are written. Answers how far it is, and whether that was all. */
const finishRows = async (
  { tx, pace }: Pick<Portion<unknown>, 'tx' | 'pace'>,
  { job, importable, hooks }: Checking,
): Promise<{ readonly after: number; readonly isDone: boolean }> => {
  const { finish } = hooks.get(importable.resource.name)?.imports ?? {};
  let after = job.handled_total < job.rows_total ? 0 : (job.taken?.[finishedKey] ?? 0);
  if (!finish) return { after, isDone: true };
  do {
    const most = pace.batch();
    const done = await finish(tx, job, after, most);
    if (done.changed.length > 0) await keepVersions(tx, job, importable, done.changed);
    after = done.after;
    if (done.looked < most) return { after, isDone: true };
    pace.took(done.looked);
  } while (!(await pace.isOver()));
  return { after, isDone: false };
};

/** One portion of an import: rows that are new or change something are written. */
export const runPortion = async (
  { tx, pace }: Pick<Portion<unknown>, 'tx' | 'pace'>,
  { job, importable, hooks }: Checking,
): Promise<Step> => {
  importIn(tx, importingBy(job));
  let handled = job.handled_total,
    isDone = false;
  do {
    const rows = await tx.asOwner(() =>
      readRows(tx, job.import_jobid, {
        where: sql`${r.row_no} > ${handled} and ${r.action} in ('create', 'update') and ${r.fate} is null`,
        most: pace.batch(),
      }),
    );
    if (rows.length === 0) {
      isDone = true;
      break;
    }
    const importer = hooks.get(importable.resource.name)?.imports ?? {};
    const { scene, read } = await readScene({ tx, job, importable, importer, hooks }, rows);
    const verdicts = await performRows(scene, read);
    await keepVerdicts(tx, { job, importable }, verdicts, 'written');
    handled = rows.at(-1)?.row_no ?? handled;
    pace.took(rows.length);
  } while (!(await pace.isOver()));
  const reached = isDone ? job.rows_total : handled;
  const finished = isDone ? await finishRows({ tx, pace }, { job, importable, hooks }) : { after: 0, isDone: false };
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.handled_total} = ${reached}, ${j.taken} = ${JSON.stringify({ [finishedKey]: finished.after })}::jsonb, ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
    ),
  );
  if (!finished.isDone) return 'more';
  await countRows(tx, job.import_jobid);
  await dropKeys(tx, job.import_jobid);
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.status} = case when ${j.errors_total} > 0 then 'done_with_errors' else 'done' end, ${j.task} = null, ${j.reason} = null, ${j.finished_at} = now(),
             ${j.rollback_until} = now() + make_interval(hours => ${undoHours}), ${j.updated} = now() where ${j.import_jobid} = ${job.import_jobid}`,
    ),
  );
  return 'done';
};
