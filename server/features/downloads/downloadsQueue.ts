import { z } from 'zod';
import { report_jobs } from '@/resources/report_jobs/report_jobs';
import { report_schedules } from '@/resources/report_schedules/report_schedules';
import { wordsOf } from '@/schema/errorCodes';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import type { DownloadFormat } from './engine/Asked';
import { report_asks, report_letters } from '../../database/tables';
import { askedQueue, type AskedQueue, type Portion, type Step } from '../../jobs/Queue';
import { tellPerson } from '../../jobs/signals';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { execute, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { beginMaking, readAsked, type Finished, type Making } from './making';

const j = columnsOf(report_jobs);
const named = columnsOf(report_jobs, 'j');
const s = columnsOf(report_schedules, 's');
const a = columnsOf(report_asks);
const l = columnsOf(report_letters);
/** What a job of this queue is about. */
export const aboutReport = z.object({ report_jobid: z.number() });
const job = {
  report_jobid: j.report_jobid,
  status: value<string>(sql`${j.status}`),
  format: value<DownloadFormat>(sql`${j.format}`),
  name: value<string>(sql`coalesce(${j.name}, '')`),
};

/** How many days a file is there. */
export const keptDays = 7;
const whole = 100;

/** Tells the pages of the person who asked that their report has moved. */
const tellOwner = async (tx: Transaction, report_jobid: number): Promise<void> => {
  const owner = await selectOne(
    tx,
    { userid: j.requested_by_userid, organizationid: j.organizationid },
    sql`from ${j} where ${j.report_jobid} = ${report_jobid}`,
  );
  if (owner) await tellPerson(tx, { ...owner, kind: 'report_jobs', id: String(report_jobid) });
};
/** Changes a report as the server does, and tells its person. */
export const changeReport = async (tx: Transaction, report_jobid: number, set: SQL, where: SQL = sql`true`): Promise<void> => {
  await execute(
    tx,
    sql`update ${j} set ${set}, ${j.updated} = now(), ${j.version} = ${j.version} + 1 where ${j.report_jobid} = ${report_jobid} and ${where}`,
  );
  await tellOwner(tx, report_jobid);
};

const finish = async (tx: Transaction, id: number, making: Making, { bytes, sha256, to }: Finished): Promise<void> => {
  await changeReport(
    tx,
    id,
    sql`${j.status} = 'done', ${j.progress} = ${whole}, ${j.rows} = ${making.rows}, ${j.size_bytes} = ${bytes}, ${j.sha256} = ${sha256}, ${j.file_key} = ${making.upload.key},
        ${j.data_to} = ${to}::timestamptz, ${j.finished_at} = now(), ${j.expires_at} = now() + make_interval(days => ${keptDays}), ${j.error} = null`,
  );
  await tx.asOwner(() =>
    execute(
      tx,
      sql`insert into ${l} (${l.report_jobid}, ${l.userid})
        select distinct j.report_jobid, to_userid from ${named} left join ${s} on ${s.report_scheduleid} = ${named.report_scheduleid}
          cross join unnest(array[${named.requested_by_userid}] || coalesce(${s.recipientids}, '{}')) as to_userid where ${named.report_jobid} = ${id}`,
    ),
  );
};

const progress = (tx: Transaction, id: number, { rows, total, from, isMasked, share }: Making): Promise<void> =>
  changeReport(
    tx,
    id,
    sql`${j.status} = 'running', ${j.started_at} = coalesce(${j.started_at}, now()), ${j.total} = ${total}, ${j.rows} = ${rows}, ${j.masked} = ${isMasked}, ${j.data_from} = ${from}::timestamptz,
        ${j.progress} = ${Math.min(whole - 1, Math.floor(share() * whole))}`,
  );

type Deps = Pick<ApiDeps, 'pool' | 'replica' | 'registry' | 'translate'> & { readonly storages: ObjectStorages };
/** Drives downloads. What a file is read from and its half-written piece are in the memory of one process: another one begins the file again. */
export const downloadsQueue = (deps: Deps): AskedQueue => {
  const makings = new Map<number, Making>();
  const forget = (id: number): void => {
    makings.get(id)?.close();
    makings.delete(id);
  };
  const goOn = async ({ tx, data: { report_jobid: id }, pace }: Portion<z.infer<typeof aboutReport>>): Promise<Step> => {
    const found = await selectOne(tx, job, sql`from ${j} where ${j.report_jobid} = ${id} and ${j.deleted_at} is null for update`);
    if (!found || !['queued', 'running'].includes(found.status)) return 'done';
    const known = makings.get(id);
    if (known && (await readAsked(tx, deps, found)).plan.sight !== known.sight) throw new DomainError('DOWNLOAD_KEYS_CHANGED');
    const making = known ?? (await beginMaking(deps, deps.storages, tx, found));
    makings.set(id, making);
    const finished = await making.goOn(tx, pace);
    await progress(tx, id, making);
    if (!finished) return 'hold';
    await finish(tx, id, making, finished);
    return 'done';
  };
  return askedQueue({
    name: 'downloads',
    data: aboutReport,
    portion: async (portion) => {
      try {
        return await goOn(portion);
      } catch (error) {
        forget(portion.data.report_jobid); // its rows have gone on and what was kept has not
        throw error;
      }
    },
    ended: async (tx, { report_jobid }, reason) => {
      const asked = await selectOne(tx, { locale: a.locale }, sql`from ${a} where ${a.report_jobid} = ${report_jobid}`);
      const error = deps.translate(wordsOf(reason), asked?.locale ?? 'es', reason.params);
      await changeReport(
        tx,
        report_jobid,
        sql`${j.status} = 'failed', ${j.error} = ${error}, ${j.finished_at} = now()`,
        sql`${j.status} in ('queued', 'running')`,
      );
    },
    left: async ({ report_jobid }) => forget(report_jobid),
  });
};

/** A report stops with its job. */
export const reportStopped = (tx: Transaction, data: unknown): Promise<void> =>
  changeReport(
    tx,
    aboutReport.parse(data).report_jobid,
    sql`${j.status} = 'cancelled', ${j.finished_at} = now()`,
    sql`${j.status} in ('queued', 'running')`,
  );
/** A report goes on with its job. */
export const reportTriedAgain = (tx: Transaction, data: unknown): Promise<void> =>
  changeReport(
    tx,
    aboutReport.parse(data).report_jobid,
    sql`${j.status} = 'queued', ${j.error} = null, ${j.finished_at} = null`,
    sql`${j.status} in ('failed', 'cancelled')`,
  );
