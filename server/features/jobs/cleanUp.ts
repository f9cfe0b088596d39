import { jobs } from '@/resources/jobs/jobs';
import { forgetRuns } from '../../api/actions/runsQueue';
import { forgetLooks } from '../../api/audit/forgetLooks';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { forgetTests } from '../letters/testLetters';
import { forgetLost } from '../letters/underWay';
import { forgetKeyUses } from '../people/keyUses';
import { forgetMessages } from '../webhooks/sendWebhooks';

const keptDays = 7;
const j = columnsOf(jobs);

/** Removes jobs that were done a week ago and runs and messages of webhooks that did not change for a month, old counts of API keys, test letters, and looks that are older than their organization keeps them. Failed ones stay until somebody decides. */
export const cleanUp = (deps: Pick<ApiDeps, 'pool' | 'registry'>): Promise<void> =>
  inSystemTransaction(deps, async (tx) => {
    await execute(tx, sql`delete from ${j} where ${j.status} = 'done' and ${j.finished_at} < now() - make_interval(days => ${keptDays})`);
    await forgetRuns(tx);
    await forgetMessages(tx);
    await forgetKeyUses(tx);
    await forgetTests(tx);
    await forgetLost(tx);
    await forgetLooks(tx);
  });
