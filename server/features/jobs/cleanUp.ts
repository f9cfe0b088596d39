import { jobs } from '@/resources/jobs/jobs';
import { forgetRuns } from '../../api/actions/runsQueue';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { forgetMessages } from '../webhooks/sendWebhooks';

const keptDays = 7;
const j = columnsOf(jobs);

/** Removes jobs that were done a week ago and runs and messages of webhooks that did not change for a month. Failed ones stay until somebody decides. */
export const cleanUp = (deps: Pick<ApiDeps, 'pool' | 'registry'>): Promise<void> =>
  inSystemTransaction(deps, async (tx) => {
    await execute(tx, sql`delete from ${j} where ${j.status} = 'done' and ${j.finished_at} < now() - make_interval(days => ${keptDays})`);
    await forgetRuns(tx);
    await forgetMessages(tx);
  });
