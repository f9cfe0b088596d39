import { import_jobs } from '@/resources/import_jobs/import_jobs';
import type { ObjectStorages } from '../../../adapters/objectStorage/ObjectStorage';
import type { ApiDeps } from '../../../kernel/ApiDeps';
import { columnsOf } from '../../../kernel/columnsOf';
import { runnerOf } from '../../../kernel/runnerOf';
import { execute, select } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { placeOf } from './stage';

const j = columnsOf(import_jobs);
const keptDays = 30,
  mostFiles = 200;

/** Forgets the files of imports that can no longer be undone or that nobody has touched for a month, with the samples of their columns: the rows say all that is needed. */
export const forgetFiles = async ({ pool }: Pick<ApiDeps, 'pool'>, storages: ObjectStorages, isOver: () => boolean): Promise<void> => {
  const runner = runnerOf(pool);
  const old = await select(
    runner,
    { import_jobid: j.import_jobid, file: j.file },
    sql`from ${j} where ${j.file} is not null and ${j.status} not in ('validating', 'running')
      and (${j.deleted_at} is not null or ${j.rollback_until} < now() or ${j.updated} < now() - make_interval(days => ${keptDays})) order by ${j.import_jobid} limit ${sql.raw(String(mostFiles))}`,
  );
  for (const { import_jobid, file } of old) {
    if (isOver()) return;
    const [storage = '', key = ''] = file ? placeOf(file) : [];
    await storages.named(storage)?.remove(key);
    await execute(
      runner,
      sql`update ${j} set ${j.file} = null, ${j.columns} = jsonb_set(${j.columns}, '{columns}', (select coalesce(jsonb_agg(c || '{"values": []}'), '[]') from jsonb_array_elements(${j.columns} -> 'columns') c))
       where ${j.import_jobid} = ${import_jobid}`,
    );
  }
};
