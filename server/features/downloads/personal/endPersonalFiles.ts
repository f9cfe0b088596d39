import { report_jobs } from '@/resources/report_jobs/report_jobs';
import { report_asks } from '../../../database/tables';
import { columnsOf } from '../../../kernel/columnsOf';
import { execute } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';

const j = columnsOf(report_jobs);
const a = columnsOf(report_asks, 'a');

/** Ends the files with everything about people who are being forgotten; their bytes go at night. */
export const endPersonalFiles = (tx: Transaction, people: readonly number[]): Promise<void> =>
  execute(
    tx,
    sql`update ${j} set ${j.status} = 'expired', ${j.expires_at} = now(), ${j.updated} = now(), ${j.version} = ${j.version} + 1
         where ${j.deleted_at} is null and ${j.status} in ('queued', 'running', 'done') and ${j.type} = 'personal_data' and exists (select 1 from ${a} where ${a.report_jobid} = report_jobs.report_jobid and (${a.asked} -> 'filter' ->> 'value')::bigint = any(${people}::bigint[]))`,
  );
