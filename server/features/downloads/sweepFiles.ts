import type pg from 'pg';
import { report_jobs } from '@/resources/report_jobs/report_jobs';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { report_files } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const j = columnsOf(report_jobs, 'j');
const f = columnsOf(report_files, 'f');
const bare = columnsOf(report_files);
const atOnce = 50;

/** What one sweep removed, and the files that their storage keeps for now. */
export interface Swept {
  readonly removed: number;
  readonly kept: readonly string[];
}

/** Ends reports whose time is over, and removes the files that no report names: those of expired and of cancelled ones, and what was half written when a process ended. */
export const sweepFiles = async (pool: pg.Pool, storages: ObjectStorages, isOver: () => boolean = () => false): Promise<Swept> => {
  const runner = runnerOf(pool);
  await execute(
    runner,
    sql`update ${sql.raw('report_jobs')} set status = 'expired', file_key = null, updated = now(), version = version + 1 where status = 'done' and expires_at < now() and deleted_at is null`,
  );
  const kept: string[] = [];
  let removed = 0;
  while (!isOver()) {
    const rows = await select(
      runner,
      { file_key: f.file_key, storage: f.storage, upload: value<string>(sql`coalesce(${f.upload}, ${f.file_key})`) },
      sql`from ${f} left join ${j} on ${j.report_jobid} = ${f.report_jobid}
       where not (${f.file_key} = any(${kept}))
         and (${f.dropped_at} is not null or ${j.report_jobid} is null or ${j.status} not in ('queued', 'running', 'done') or (${j.status} = 'done' and ${j.file_key} is distinct from ${f.file_key}))
       order by ${f.created} limit ${sql.raw(String(atOnce))}`,
    );
    for (const { file_key, storage, upload } of rows) {
      try {
        const pieces = storages.named(storage)?.pieces;
        if (!pieces) throw new Error(`no object storage is called "${storage}"`);
        await pieces.drop(runner, { key: file_key, upload });
        await execute(runner, sql`delete from ${bare} where ${bare.file_key} = ${file_key}`);
        removed += 1;
      } catch {
        kept.push(file_key);
      }
    }
    if (rows.length < atOnce) break;
  }
  return { removed, kept };
};
