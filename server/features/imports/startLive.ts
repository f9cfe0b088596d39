import { import_jobs } from '@/resources/import_jobs/import_jobs';
import { send } from '../../jobs/store';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Importable } from './engine/Importable';
import { judgeMapping } from './engine/judgeMapping';
import { readJob } from './engine/Job';

const j = columnsOf(import_jobs);

/** Begins a file of a race day by itself, where its columns are known; otherwise it waits for a person like any other. */
export const startLive = async (tx: Transaction, importable: Importable, import_jobid: number): Promise<void> => {
  const job = await tx.asOwner(() => readJob(tx, import_jobid, { lock: true }));
  if (!job?.mapping || !job.mapping.columns.some(({ field }) => field !== null)) return;
  try {
    judgeMapping(tx.grants, importable, job.table, job.mapping, job);
  } catch (error) {
    if (error instanceof DomainError) return;
    throw error;
  }
  await tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.status} = 'validating', ${j.task} = 'read', ${j.handled_total} = 0 where ${j.import_jobid} = ${import_jobid}`,
    ),
  );
  await send(tx, { queue: 'imports', key: String(import_jobid), data: { import_jobid } });
};
