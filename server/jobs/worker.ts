import { setImmediate, setTimeout } from 'node:timers/promises';
import type { QueueName } from '@/domain/lists';
import { runnerOf } from '../kernel/runnerOf';
import type { Attention } from './attention';
import { createPaces, type Manners } from './pace';
import { performPortion, performTurn, type Deps } from './perform';
import type { AskedQueue, OwnQueue } from './Queue';
import { columnsOfSchedule, nextOf } from './schedule';
import { leaseSeconds, plan, release, renew, secondsToNext, take, type Taken } from './store';

/** What one process needs to process jobs. */
export interface WorkerDeps extends Deps {
  readonly asked: readonly AskedQueue[];
  readonly own: readonly OwnQueue[];
  /** How many jobs for people this process works on at the same time. */
  readonly atOnce: number;
  readonly manners: Manners;
  readonly isWanted: Attention['isWanted'];
  /** Identifies this process in the rows that it has taken. */
  readonly name: string;
  /** Called when work failed, and when the database could not be asked. */
  readonly onError: (queue: QueueName | 'jobs', error: unknown) => void;
}
/** Works until it is stopped. */
export interface Worker {
  /** Looks for work at once. */
  readonly wake: () => void;
  /** Ends after the running portions; their jobs are then free for other processes. */
  readonly stop: () => Promise<void>;
}

const secondMs = 1000,
  lookMs = 3 * secondMs,
  faultMs = secondMs,
  leastMs = 50;
/** How long one job continues while others wait. */
const turnMs = 2 * secondMs;

/** Continues a job for a person until it is done, others wait, or the process ends. */
const workOn = async (deps: WorkerDeps, queue: AskedQueue, job: Taken, isOver: () => boolean): Promise<void> => {
  const paceOf = createPaces(deps.manners, deps.isWanted);
  const begun = performance.now();
  const after: Taken = { ...job, attempts: 1 }; // something was done: a failure from now on counts as the first one
  for (let turn = job; ; turn = after) {
    const portion = performance.now();
    const came = await performPortion(deps, queue, turn, paceOf());
    if (came === 'over' || came.step === 'done') return;
    if (isOver() || (came.step !== 'hold' && came.othersWait && performance.now() - begun > turnMs))
      return release(runnerOf(deps.pool), job);
    const took = performance.now() - portion;
    // The embedded engine keeps the event loop: who came meanwhile is only seen after it has turned, once to accept and once to read.
    for (let turns = 0; turns < 2; turns += 1) await setImmediate();
    if (deps.isWanted()) await setTimeout(took); // as much time for those who wait as for the job
  }
};

/** Takes due jobs and does them in this process; the rows ensure that no other process does the same ones. */
export const startWorker = (deps: WorkerDeps): Worker => {
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  const runner = runnerOf(deps.pool);
  const asked = new Map(deps.asked.map((queue) => [queue.name, queue]));
  const own = new Map(deps.own.map((queue) => [queue.name, queue]));
  const running = new Map<number, { readonly job: Taken; readonly ended: Promise<void> }>();
  let alarm = new AbortController();
  const wake = (): void => alarm.abort();

  const perform = async (job: Taken): Promise<void> => {
    const [owned, wanted] = [own.get(job.queue), asked.get(job.queue)];
    try {
      if (owned) await performTurn(deps, owned, job, isOver);
      else if (wanted) await workOn(deps, wanted, job, isOver).finally(() => wanted.left?.(job.data));
    } catch (error) {
      deps.onError(job.queue, error);
    }
    running.delete(job.jobid);
    wake();
  };
  const begin = async (queues: readonly QueueName[], most: number): Promise<void> => {
    if (queues.length === 0 || most <= 0) return;
    for (const job of await take(runner, { queues, most, here: [...running.keys()], worker: deps.name }))
      running.set(job.jobid, { job, ended: perform(job) });
  };
  /** Queues that step back for each other share their places; each of the others has one of its own. */
  const shares: readonly (readonly [queues: readonly QueueName[], most: number])[] = [
    [deps.asked.filter(({ left }) => !left).map(({ name }) => name), deps.atOnce],
    ...deps.asked.filter(({ left }) => left).map(({ name }) => [[name], 1] as const),
  ];
  const free = ([queues, most]: (typeof shares)[number]): number =>
    most - [...running.values()].filter(({ job }) => queues.includes(job.queue)).length;

  /** Takes what is due, and answers how long there is nothing to do. */
  const look = async (): Promise<number> => {
    await begin([...own.keys()], own.size);
    for (const share of shares) await begin(share[0], free(share));
    const waited = shares.filter((share) => free(share) > 0).flatMap(([queues]) => queues);
    const seconds = await secondsToNext(runner, [...own.keys(), ...waited], [...running.keys()]);
    return Math.max(leastMs, Math.min(lookMs, (seconds ?? Number.POSITIVE_INFINITY) * secondMs));
  };
  let isPlanned = deps.own.length === 0;
  const looks = async (): Promise<void> => {
    while (!isOver()) {
      alarm = new AbortController();
      let pauseMs = lookMs;
      try {
        if (!isPlanned)
          for (const { name, schedule } of deps.own)
            await plan(runner, { queue: name, ...columnsOfSchedule(schedule), next: nextOf(schedule, new Date()) });
        isPlanned = true;
        pauseMs = await look();
      } catch (error) {
        deps.onError('jobs', error);
        pauseMs = faultMs;
      }
      await setTimeout(pauseMs, undefined, { signal: AbortSignal.any([over.signal, alarm.signal]) }).catch(() => {});
    }
  };
  const renewals = async (): Promise<void> => {
    while (!isOver()) {
      await setTimeout((leaseSeconds / 3) * secondMs, undefined, { signal: over.signal }).catch(() => {});
      if (!isOver() && running.size > 0)
        await renew(
          runner,
          [...running.values()].map(({ job }) => job),
        ).catch((error: unknown) => deps.onError('jobs', error));
    }
  };
  const ended = Promise.all([looks(), renewals()]);
  return {
    wake,
    stop: async () => {
      over.abort();
      await ended;
      await Promise.all([...running.values()].map((each) => each.ended));
    },
  };
};
