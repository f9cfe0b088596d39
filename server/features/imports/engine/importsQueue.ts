import { z } from 'zod';
import { import_jobs } from '@/resources/import_jobs/import_jobs';
import type { ObjectStorages } from '../../../adapters/objectStorage/ObjectStorage';
import { askedQueue, type AskedQueue, type Portion, type Step } from '../../../jobs/Queue';
import { tellPerson } from '../../../jobs/signals';
import type { ApiDeps } from '../../../kernel/ApiDeps';
import { columnsOf } from '../../../kernel/columnsOf';
import { forbidden } from '../../../kernel/DomainError';
import { runnerOf } from '../../../kernel/runnerOf';
import { execute, select } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { reaches } from '../../../api/list/visible';
import { importableOf, mayImport } from './Importable';
import { readJob, type Ended, type Job } from './Job';
import { rehearsePortion } from './rehearse';
import { runPortion } from './run';
import { bytesOf, openFileReader, stagePortion, type FileReader } from './stage';
import { undoPortion } from './undo';

const j = columnsOf(import_jobs);
const about = z.object({ import_jobid: z.int() });
type Deps = Pick<ApiDeps, 'pool' | 'registry' | 'hooks'> & { readonly storages: ObjectStorages };

/** Tells the pages of the person who follows an import that it has moved. */
const tell = async (
  tx: Transaction,
  { import_jobid, organizationid, requested_by_userid }: Pick<Job, 'import_jobid' | 'organizationid' | 'requested_by_userid'>,
): Promise<void> => {
  if (requested_by_userid !== null)
    await tellPerson(tx, { userid: requested_by_userid, organizationid, kind: 'import_jobs', id: String(import_jobid) });
};

/** What became of an import whose job ended, as the server. A check that was given up leaves it as it was mapped. */
const become = async (tx: Transaction, import_jobid: number, status: 'failed' | 'mapped', reason: Ended | null): Promise<void> => {
  const [moved] = await select(
    tx,
    { import_jobid: j.import_jobid, organizationid: j.organizationid, requested_by_userid: j.requested_by_userid },
    (list) => sql`
      update ${j} set ${j.status} = ${status}, ${j.reason} = ${reason && JSON.stringify(reason)}::jsonb, ${j.finished_at} = now(), ${j.updated} = now()
       where ${j.import_jobid} = ${import_jobid} and ${j.status} in ('validating', 'running') returning ${list}`,
  );
  if (moved) await tell(tx, moved);
};

/** Readers of files by import, of this process; another process opens its own. */
const createReaders = ({ pool, registry, storages }: Deps) => {
  const readers = new Map<number, FileReader>();
  const wanted = new Set<number>();
  return {
    get: (id: number): FileReader | undefined => readers.get(id),
    want: (id: number): void => void wanted.add(id),
    drop: (id: number): void => void (readers.delete(id), wanted.delete(id)),
    /** Reads on in the file of an import, where a portion asked for it. */
    ahead: async (id: number): Promise<void> => {
      const open = readers.get(id);
      if (open) return open.ahead();
      if (!wanted.delete(id)) return;
      const job = await readJob(runnerOf(pool), id);
      const importable = job && importableOf(registry, job.type);
      if (!job || !importable) return;
      const reader = await openFileReader(await bytesOf(storages, job), job, importable);
      await reader.ahead();
      readers.set(id, reader);
    },
  };
};

const performTask = async (
  deps: Deps,
  readers: ReturnType<typeof createReaders>,
  { tx, pace }: Pick<Portion<unknown>, 'tx' | 'pace'>,
  job: Job,
): Promise<Step> => {
  const importable = importableOf(deps.registry, job.type);
  if (!importable || !mayImport(tx.grants, importable) || !(await reaches(tx, import_jobs, job.import_jobid, 'edit'))) throw forbidden();
  const checking = { job, importable, hooks: deps.hooks };
  if (job.task === 'rehearse') return rehearsePortion({ tx, pace }, checking);
  if (job.task === 'run') return runPortion({ tx, pace }, checking);
  if (job.task === 'undo') return undoPortion({ tx, pace }, checking);
  if (job.task !== 'read') return 'done';
  const reader = readers.get(job.import_jobid);
  if (!reader) readers.want(job.import_jobid);
  else {
    const staged = await stagePortion({ tx, pace }, job, reader);
    if (staged !== 'more') readers.drop(job.import_jobid);
    if (staged === 'behind') readers.want(job.import_jobid); // a portion was undone: the file is opened again
  }
  return 'more';
};

/** Drives imports: reads a file into rows, checks them, writes them, or takes them back. */
export const importsQueue = (deps: Deps): AskedQueue => {
  const readers = createReaders(deps);
  return askedQueue({
    name: 'imports',
    data: about,
    ahead: ({ import_jobid }) => readers.ahead(import_jobid),
    portion: async ({ tx, data: { import_jobid }, pace }) => {
      const job = await tx.asOwner(() => readJob(tx, import_jobid, { lock: true }));
      if (!job || (job.status !== 'validating' && job.status !== 'running')) {
        readers.drop(import_jobid);
        return 'done';
      }
      const step = await performTask(deps, readers, { tx, pace }, job);
      await tell(tx, job);
      return step;
    },
    ended: async (tx, { import_jobid }, reason) => {
      readers.drop(import_jobid);
      await become(tx, import_jobid, 'failed', reason);
    },
  });
};

/** An import stops with its job. */
export const importStopped = (tx: Transaction, data: unknown): Promise<void> =>
  become(tx, about.parse(data).import_jobid, 'failed', { code: 'IMPORT_STOPPED' });
/** An import goes on with its job. */
export const importTriedAgain = async (tx: Transaction, data: unknown): Promise<void> => {
  const { import_jobid } = about.parse(data);
  await execute(
    tx,
    sql`
      update ${j} set ${j.status} = case when ${j.task} in ('run', 'undo') then 'running' else 'validating' end, ${j.reason} = null, ${j.updated} = now()
       where ${j.import_jobid} = ${import_jobid} and ${j.status} = 'failed' and ${j.task} is not null`,
  );
};
