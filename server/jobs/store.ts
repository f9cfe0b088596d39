import { jobs } from '@/resources/jobs/jobs';
import type { QueueName } from '@/domain/lists';
import { columnsOf } from '../kernel/columnsOf';
import type { Locale } from '../kernel/messages';
import { execute, select, value, type Runner, type Selected } from '../kernel/select';
import { sql } from '../kernel/sql';
import type { Transaction } from '../kernel/transaction';
import { wake } from './signals';

/** How long a job is leased. Its process renews the lease; when it stops doing so, another takes the job. */
export const leaseSeconds = 15;
const j = columnsOf(jobs);
const { raw } = sql;
const lease = raw(`now() + interval '${leaseSeconds} seconds'`);

/** A request for a job. */
export interface Sent {
  readonly queue: QueueName;
  /** Identifies the job: when it is sent again the existing job continues, so it never exists twice. */
  readonly key: string;
  /** References to the rows of the job; never texts that people typed. */
  readonly data: Readonly<Record<string, string | number>>;
}
/**
 * Puts a job into its queue as part of the transaction, for the person who owns it. One that failed or was stopped continues from the
 * position in its row.
 */
export const send = (tx: Transaction, { queue, key, data }: Sent): Promise<void> =>
  tx.asOwner(async () => {
    await execute(
      tx,
      sql`insert into ${j} (${j.queue}, ${j.job_key}, ${j.data}, ${j.owner_organizationid}, ${j.requested_by_userid}, ${j.locale}, ${j.next_at}, ${j.created_by})
        values (${queue}, ${`${queue}:${key}`}, ${JSON.stringify(data)}::jsonb, ${tx.grants.organizationid}, ${tx.userid}, ${tx.locale}, now(), ${tx.userid})
        on conflict (${j.job_key}) where deleted_at is null do update set ${j.status} = 'waiting', ${j.next_at} = now(), ${j.attempts} = 0, ${j.error} = null, ${j.finished_at} = null, ${j.updated} = now()
          where jobs.status in ('done', 'stopped', 'failed')`,
    );
    await wake(tx);
  });

const taken = {
  jobid: j.jobid,
  queue: value<QueueName>(sql`${j.queue}`),
  data: value<unknown>(sql`${j.data}`),
  organizationid: j.owner_organizationid,
  userid: j.requested_by_userid,
  locale: value<Locale>(sql`${j.locale}`),
  attempts: value<number>(sql`${j.attempts}`),
  takes: value<number>(sql`${j.takes}`),
};
/** A job that this process has taken; `takes` identifies this lease. */
export type Taken = Selected<typeof taken>;
type Turn = Pick<Taken, 'jobid' | 'takes'>;

interface Wanted {
  readonly queues: readonly QueueName[];
  readonly most: number;
  /** Jobs that this process is working on: one with a late lease is not begun a second time. */
  readonly here: readonly number[];
  readonly worker: string;
}
/**
 * Takes jobs that are due, those that have waited longest first; no two processes take the same one. Each time counts as an attempt
 * until something was done. An array is read once, while a subquery of `in` may be read again for each row and then takes more than `most`.
 */
export const take = (runner: Runner, { queues, most, here, worker }: Wanted): Promise<readonly Taken[]> =>
  select(
    runner,
    taken,
    (list) => sql`
      update ${j} set ${j.status} = 'running', ${j.next_at} = ${lease}, ${j.takes} = ${j.takes} + 1, ${j.attempts} = ${j.attempts} + 1, ${j.worker} = ${worker},
             ${j.started_at} = coalesce(${j.started_at}, now()), ${j.updated} = now()
       where ${j.jobid} = any(array(
         select ${j.jobid} from ${j} where ${j.status} in ('waiting', 'running') and ${j.next_at} <= now() and ${j.deleted_at} is null and ${j.queue} = any(${queues}::text[]) and not (${j.jobid} = any(${here}::bigint[]))
          order by ${j.next_at}, ${j.jobid} limit ${raw(String(most))} for update skip locked))
       returning ${list}`,
  );

const isOurs = ({ jobid, takes }: Turn) => sql`${j.jobid} = ${jobid} and ${j.takes} = ${takes} and ${j.status} = 'running'`;

/** Renews the leases of the jobs of this process. */
export const renew = (runner: Runner, turns: readonly Turn[]): Promise<void> =>
  execute(
    runner,
    sql`update ${j} set ${j.next_at} = ${lease} from unnest(${turns.map(({ jobid }) => jobid)}::bigint[], ${turns.map(({ takes }) => takes)}::int[]) u(id, turn)
       where ${j.jobid} = u.id and ${j.takes} = u.turn and ${j.status} = 'running'`,
  );

/**
 * Stores, in the transaction of a portion, that it was done. Answers undefined when somebody stopped the job or another process has it;
 * the portion is then rolled back.
 */
export const settlePortion = async (runner: Runner, turn: Turn, isDone: boolean): Promise<{ readonly othersWait: boolean } | undefined> => {
  const end = isDone ? sql`, ${j.status} = 'done', ${j.finished_at} = now(), ${j.worker} = null` : sql``;
  const [settled] = await select(
    runner,
    {
      othersWait: value<boolean>(
        sql`exists (select from jobs o where o.status in ('waiting', 'running') and o.next_at <= now() and o.every_seconds is null and o.cron is null and o.deleted_at is null)`,
      ),
    },
    (list) => sql`
      update ${j} set ${j.portions} = ${j.portions} + 1, ${j.attempts} = 0, ${j.error} = null, ${j.next_at} = ${lease}, ${j.updated} = now()${end}
       where ${isOurs(turn)} returning ${list}`,
  );
  return settled;
};

/** Releases a job so that any process may take it: after those that already wait, or after a pause. */
export const release = (runner: Runner, turn: Turn): Promise<void> =>
  execute(
    runner,
    sql`update ${j} set ${j.next_at} = now(), ${j.attempts} = greatest(${j.attempts} - 1, 0), ${j.worker} = null where ${isOurs(turn)}`,
  );

/** A job that failed is tried again later. */
export const postpone = (runner: Runner, turn: Turn, pauseSeconds: number, error: string): Promise<void> =>
  execute(
    runner,
    sql`update ${j} set ${j.status} = 'waiting', ${j.next_at} = now() + make_interval(secs => ${pauseSeconds}), ${j.error} = ${error}, ${j.worker} = null, ${j.updated} = now() where ${isOurs(turn)}`,
  );

/** Gives a job up, with the reason; answers whether it was still ours. */
export const giveUp = async (runner: Runner, turn: Turn, error: string): Promise<boolean> => {
  const given = await select(
    runner,
    { jobid: j.jobid },
    (list) =>
      sql`update ${j} set ${j.status} = 'failed', ${j.error} = ${error}, ${j.finished_at} = now(), ${j.worker} = null, ${j.updated} = now() where ${isOurs(turn)} returning ${list}`,
  );
  return given.length > 0;
};

/** The server's own work has run, and waits for the next time. */
export const settleTurn = (runner: Runner, turn: Turn, next: string): Promise<void> =>
  execute(
    runner,
    sql`update ${j} set ${j.status} = 'waiting', ${j.portions} = ${j.portions} + 1, ${j.attempts} = 0, ${j.error} = null, ${j.next_at} = ${next}::timestamptz, ${j.finished_at} = now(), ${j.worker} = null, ${j.updated} = now()
       where ${isOurs(turn)}`,
  );

/** The server's own work with its schedule. */
export interface Planned {
  readonly queue: QueueName;
  readonly everySeconds: number | null;
  readonly cron: string | null;
  readonly timezone: string | null;
  readonly next: string;
}
/**
 * Stores the server's own work: one row for each, no matter how many processes. Stopped work stays stopped, and only a changed schedule
 * moves the next time.
 */
export const plan = (runner: Runner, { queue, everySeconds, cron, timezone, next }: Planned): Promise<void> =>
  execute(
    runner,
    sql`insert into ${j} (${j.queue}, ${j.job_key}, ${j.every_seconds}, ${j.cron}, ${j.timezone}, ${j.next_at}) values (${queue}, ${queue}, ${everySeconds}, ${cron}, ${timezone}, ${next}::timestamptz)
      on conflict (${j.job_key}) where deleted_at is null do update set ${j.every_seconds} = excluded.every_seconds, ${j.cron} = excluded.cron, ${j.timezone} = excluded.timezone, ${j.next_at} = least(jobs.next_at, excluded.next_at)
        where (jobs.every_seconds, jobs.cron, jobs.timezone) is distinct from (excluded.every_seconds, excluded.cron, excluded.timezone)`,
  );

/** Seconds until the next of these jobs is due; undefined when none waits. */
export const secondsToNext = async (runner: Runner, queues: readonly QueueName[], here: readonly number[]): Promise<number | undefined> => {
  const [next] = await select(
    runner,
    { seconds: value<number | null>(sql`extract(epoch from min(${j.next_at}) - now())::float8`) },
    sql`from ${j} where ${j.status} in ('waiting', 'running') and ${j.deleted_at} is null and ${j.queue} = any(${queues}::text[]) and not (${j.jobid} = any(${here}::bigint[]))`,
  );
  return next?.seconds ?? undefined;
};
