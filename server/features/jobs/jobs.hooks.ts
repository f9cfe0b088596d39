import type { QueueName } from '@/domain/lists';
import { jobs, type Job } from '@/resources/jobs/jobs';
import { runStopped, runTriedAgain } from '../../api/actions/runsQueue';
import { reportStopped, reportTriedAgain } from '../downloads/downloadsQueue';
import { importStopped, importTriedAgain } from '../imports/engine/importsQueue';
import { resultsStopped, resultsTriedAgain } from '../results/resultsQueue';
import { wake } from '../../jobs/signals';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';

type Tell = (tx: Transaction, data: unknown) => Promise<void>;
/** What the row that people follow is notified of when a platform administrator stops its job or tries it again. */
const followers: { readonly [Q in QueueName]?: { readonly stopped: Tell; readonly triedAgain: Tell } } = {
  runs: { stopped: runStopped, triedAgain: runTriedAgain },
  downloads: { stopped: reportStopped, triedAgain: reportTriedAgain },
  imports: { stopped: importStopped, triedAgain: importTriedAgain },
  results: { stopped: resultsStopped, triedAgain: resultsTriedAgain },
};
const followerOf = ({ queue }: Job) => followers[queue];

/** What happens when a platform administrator stops a job or tries it again. */
export const jobsHooks = defineHooks(jobs, {
  actions: {
    retry: async ({ tx, row }) => {
      await tx.asOwner(async () => followerOf(row)?.triedAgain(tx, row.data));
      await wake(tx);
    },
    stop: ({ tx, row }) => tx.asOwner(async () => followerOf(row)?.stopped(tx, row.data)),
  },
});
