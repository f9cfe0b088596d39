import type { Reason } from '@/schema/errorCodes';
import type { ApiDeps } from '../kernel/ApiDeps';
import { DomainError, forbidden } from '../kernel/DomainError';
import { inMemberTransaction } from '../kernel/memberTransaction';
import { runnerOf } from '../kernel/runnerOf';
import { inSystemTransaction } from '../kernel/transaction';
import type { AskedQueue, OwnQueue, Step } from './Queue';
import type { Pace } from './pace';
import { nextOf } from './schedule';
import { giveUp, postpone, settlePortion, settleTurn, type Taken } from './store';

export type Deps = Pick<ApiDeps, 'pool' | 'registry' | 'replica'>;

/** Seconds before each further attempt; after the last one a job is given up. */
const pauses = [1, 5, 30, 120] as const;
const longestError = 500;
const refusals = 500;
/** The error message without addresses: more people read jobs than may read contact data. */
const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…').slice(0, longestError);

/** Somebody stopped the job, or another process has it: this portion is rolled back. */
class Lost extends Error {}

/** The outcome of one portion: the state of the job, and whether others wait. */
export type Came = { readonly step: Step; readonly othersWait: boolean } | 'over';

/** Waiting for a lock is temporary, and the next portion is smaller; every other refusal is an answer. */
const passing: ReadonlySet<string> = new Set(['BUSY', 'TOO_SLOW']);
const isAnswer = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.statusCode < refusals && !passing.has(error.code);

const end = (deps: Deps, queue: AskedQueue, job: Taken, reason: Pick<Reason, 'code' | 'rule' | 'params'>, error: string): Promise<void> =>
  inSystemTransaction(deps, async (tx) => {
    if (await giveUp(tx, job, error)) await queue.ended(tx, job.data, reason);
  });

/**
 * Does one portion of a job as the person who asked for it. Its work, the position that it reached and the row of the job are committed
 * together.
 */
export const performPortion = async (deps: Deps, queue: AskedQueue, job: Taken, pace: Pace): Promise<Came> => {
  try {
    if (job.userid === null) throw forbidden();
    const asked = { userid: job.userid, organizationid: job.organizationid, locale: job.locale, requestId: `job-${job.jobid}` };
    await queue.ahead?.(job.data);
    return await inMemberTransaction(deps, asked, async (tx) => {
      const step = await queue.portion({ tx, data: job.data, pace });
      const settled = await tx.asOwner(() => settlePortion(tx, job, step === 'done'));
      if (!settled) throw new Lost();
      return { step, othersWait: settled.othersWait };
    });
  } catch (error) {
    if (error instanceof Lost) return 'over';
    if (isAnswer(error)) await end(deps, queue, job, error, error.message);
    else {
      const pause = pauses[job.attempts - 1];
      if (pause === undefined) await end(deps, queue, job, { code: 'INTERNAL' }, textOf(error));
      else await postpone(runnerOf(deps.pool), job, pause, textOf(error));
      throw error;
    }
    return 'over';
  }
};

/** Runs the server's own work, and answers when it runs next; after a failure not before a pause. */
export const performTurn = async (deps: Deps, { schedule, turn }: OwnQueue, job: Taken, isOver: () => boolean): Promise<void> => {
  const runner = runnerOf(deps.pool);
  try {
    await turn(isOver);
    await settleTurn(runner, job, nextOf(schedule, new Date()));
  } catch (error) {
    const every = 'everySeconds' in schedule ? schedule.everySeconds : 0;
    await postpone(runner, job, Math.max(every, pauses[Math.min(job.attempts, pauses.length) - 1] ?? 1), textOf(error));
    throw error;
  }
};
