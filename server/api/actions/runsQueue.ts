import { z } from 'zod';
import type { Reason } from '@/schema/errorCodes';
import { can } from '@/schema/project/access';
import { action_runs } from '../../database/tables';
import { askedQueue, type AskedQueue, type Step } from '../../jobs/Queue';
import { tellPerson } from '../../jobs/signals';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { forbidden, notFound } from '../../kernel/DomainError';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Translate } from '../../kernel/messages';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { byReason } from './byReason';
import type { Order, Performed } from './order';
import { performSome } from './performSome';
import type { Phase } from './phases';
import { leaveOut } from './refusals';
import { rehearsePortions } from './rehearsePortion';
import type { RunState } from './runs';

/** Records read from the row at a time; a portion seldom processes more. A rehearsal checks many with one query. */
const mostOfPortion = 1000,
  mostOfJudging = 20_000;
const r = columnsOf(action_runs);
const upTo = sql.raw(`case when phase is null then ${mostOfPortion} when phase = 'judging' then ${mostOfJudging} else 0 end`);
const found = {
  resource: r.resource,
  action: r.action,
  state: value<RunState>(sql`${r.state}`),
  input: value<Row>(sql`${r.input}`),
  phase: value<Phase | null>(sql`${r.phase}`),
  position: r.position,
  total: value<number>(sql`cardinality(${r.ids})`),
  ids: value<readonly number[]>(sql`${r.ids}[${r.position} + 1 : ${r.position} + ${upTo}]`),
};

const about = z.object({ runid: z.string() });

type Deps = Pick<ApiDeps, 'registry' | 'hooks' | 'translate'>;
/** Stores the progress of a run and what it left out. */
const step = async (tx: Transaction, runid: string, { done, ok, skipped, failed }: Performed, translate: Translate): Promise<Step> => {
  await leaveOut(tx, runid, byReason({ skipped, failed, foreseen: new Map() }, translate, tx.locale), null);
  const reached = sql`${r.position} + ${done}`,
    isEnd = sql`${reached} = cardinality(${r.ids})`;
  const stepped = await selectOne(
    tx,
    { isDone: value<boolean>(sql`${r.finished_at} is not null`) },
    (list) => sql`
      update ${r} set ${r.position} = ${reached}, ${r.ok} = ${r.ok} + ${ok},
             ${r.updated} = now(), ${r.reason} = null, ${r.state} = case when ${isEnd} then 'done' else 'running' end, ${r.finished_at} = case when ${isEnd} then now() end
       where ${r.runid} = ${runid} returning ${list}`,
  );
  return stepped?.isDone ? 'done' : 'more';
};

/** Stores, as the server, how an unfinished run ended, and notifies the pages of its person. */
const become = async (tx: Transaction, runid: string, state: RunState, reason: Reason | null = null): Promise<void> => {
  const run = await selectOne(
    tx,
    { userid: r.userid, organizationid: r.organizationid },
    (list) => sql`
      update ${r} set ${r.state} = ${state}, ${r.reason} = ${reason && JSON.stringify(reason)}::jsonb, ${r.updated} = now()
       where ${r.runid} = ${runid} and ${r.finished_at} is null returning ${list}`,
  );
  if (run) await tellPerson(tx, { ...run, kind: 'runs', id: runid });
};

/** Drives runs: actions over more records than one request changes, and rehearsals of them. The row of the run is locked meanwhile, so that stopping it waits for the end of the portion. */
export const runsQueue = (deps: Deps): AskedQueue => {
  const { translate } = deps,
    rehearse = rehearsePortions(translate);
  return askedQueue({
    name: 'runs',
    data: about,
    portion: async ({ tx, data: { runid }, pace }) => {
      const run = await selectOne(tx, found, sql`from ${r} where ${r.runid} = ${runid} for update`);
      if (!run || run.state === 'stopped' || run.state === 'done') return 'done';
      const resource = deps.registry.find(run.resource),
        hooks = deps.hooks.get(run.resource);
      if (!resource?.actions?.[run.action] || !hooks) throw notFound();
      if (!can(tx.grants, run.action, resource)) throw forbidden();
      const order: Order = { resource, hooks, name: run.action, input: run.input };
      const { phase, ids } = run;
      const came = phase
        ? await rehearse({ tx, pace, order, rehearsal: { ...run, runid, phase } })
        : await step(tx, runid, await performSome(tx, pace, order, ids, translate), translate);
      if (tx.userid !== null)
        await tellPerson(tx, { userid: tx.userid, organizationid: tx.grants.organizationid, kind: 'runs', id: runid });
      return came;
    },
    ended: (tx, { runid }, { code, rule, params }) => become(tx, runid, 'failed', { code, rule, params }),
  });
};

/** A run stops when its job is stopped. */
export const runStopped = (tx: Transaction, data: unknown): Promise<void> => become(tx, about.parse(data).runid, 'stopped');
/** A run continues when its job is tried again. */
export const runTriedAgain = (tx: Transaction, data: unknown): Promise<void> => become(tx, about.parse(data).runid, 'running');

const keptDays = 30;
/** Removes runs that did not change for a month. */
export const forgetRuns = (tx: Transaction): Promise<void> =>
  execute(tx, sql`delete from ${r} where ${r.updated} < now() - make_interval(days => ${keptDays})`);
