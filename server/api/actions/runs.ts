import { randomBytes } from 'node:crypto';
import type { AnyResource } from '@/schema';
import type { Reason } from '@/schema/errorCodes';
import { can } from '@/schema/project/access';
import { inOrder, inputOf, type ActionBody } from './actions';
import type { Group } from './byReason';
import type { Row } from '../../kernel/Row';
import type { Hooks } from '../../kernel/defineHooks';
import { forbidden, notFound } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import { inWords, type WireReason } from '../../kernel/presentError';
import type { Order, Refused } from './order';
import type { Phase } from './phases';
import { listed, readReasons, takeBack } from './refusals';
import type { Transaction } from '../../kernel/transaction';
import { action_runs } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { send } from '../../jobs/store';
import { execute, select, selectOne, value, type Selected } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

/** The progress of a rehearsal. After the end, `done` is the number of records on which the whole code was tried; `surprised` of them failed only then. */
export interface RehearsalAnswer {
  readonly phase: Phase;
  readonly done: number;
  readonly total: number;
  readonly surprised: number;
}
/** The progress of an action over many records, or of its rehearsal. The counts are always complete; the lists only when it is not running. */
export interface RunAnswer {
  readonly runid: string;
  readonly action: string;
  readonly total: number;
  readonly done: number;
  readonly ok: number;
  readonly left: { readonly skipped: number; readonly failed: number };
  /** The first of those left out, by key. */
  readonly skipped: readonly Refused[];
  readonly failed: readonly Refused[];
  /** All of them, by reason. */
  readonly reasons: readonly Group[];
  /** Present in a rehearsal, which changes nothing. */
  readonly rehearsal?: RehearsalAnswer;
  /** `stopped` by its person, or `failed` with a `reason`. Both continue when they are resumed. */
  readonly state: RunState;
  readonly reason?: WireReason;
  readonly finished: boolean;
  readonly created: string;
}
export type RunState = 'running' | 'stopped' | 'failed' | 'done';
/** An action of a resource, and the run of it that a URL names. */
export interface RunPlace {
  readonly resource: AnyResource;
  readonly name: string;
  readonly runid: string;
}

const idBytes = 18;
const r = columnsOf(action_runs);
/** Most records that are listed one by one. */
const mostListed = 1000;
const state = {
  runid: r.runid,
  action: r.action,
  total: value<number>(sql`cardinality(${r.ids})`),
  done: value<number>(sql`case when ${r.phase} in ('counting', 'trying') then cardinality(${r.ids}) else ${r.position} end`),
  ok: r.ok,
  skippedCount: r.skipped_count,
  failedCount: r.failed_count,
  phase: value<Phase | null>(sql`${r.phase}`),
  position: r.position,
  phaseTotal: r.phase_total,
  surprised: value<number>(
    sql`case when ${r.phase} = 'trying' then (select coalesce(sum(cardinality(f.ids)), 0) from action_refusals f where f.runid = ${r}.runid and f.phase = 'trying') else 0 end`,
  ),
  state: value<RunState>(sql`${r.state}`),
  why: value<Reason | null>(sql`${r.reason}`),
  finished: value<boolean>(sql`${r.finished_at} is not null`),
  created: r.created,
};
type State = Selected<typeof state>;

/** A run as the API answers it, with the reason of a failure in the language of the person who asks. */
const answerOf = (
  { skippedCount, failedCount, why, phase, position, phaseTotal, surprised, ...found }: State,
  { locale }: Pick<Transaction, 'locale'>,
  translate: Translate,
  reasons: readonly Group[] = [],
): RunAnswer => ({
  ...found,
  left: { skipped: skippedCount, failed: failedCount },
  skipped: listed(reasons, 'skipped', mostListed),
  failed: listed(reasons, 'failed', mostListed),
  reasons,
  ...(phase && { rehearsal: { phase, done: position, total: phaseTotal, surprised } }),
  ...(why && { reason: inWords(why, translate, locale) }),
});

/** The run that a URL names. */
const at = ({ runid, resource, name }: RunPlace): SQL =>
  sql`${r.runid} = ${runid.slice(0, 80)} and ${r.resource} = ${resource.name} and ${r.action} = ${name}`;

/** The progress of a run of this person, with every record that it left out when it is not running. */
export const readRun = async (tx: Transaction, place: RunPlace, translate: Translate): Promise<RunAnswer> => {
  const found = await selectOne(tx, state, sql`from ${r} where ${at(place)}`);
  if (!found) throw notFound();
  return answerOf(found, tx, translate, found.state === 'running' ? [] : await readReasons(tx, found.runid));
};

/** A finished rehearsal is offered for a day. */
const isRecent = sql`${r.finished_at} > now() - interval '1 day'`;
/** The unfinished runs of a resource that this person began, and the finished rehearsals, newest first. */
export const openRuns = async (tx: Transaction, resource: AnyResource, translate: Translate): Promise<readonly RunAnswer[]> =>
  (
    await select(
      tx,
      state,
      sql`from ${r} where ${r.resource} = ${resource.name} and (${r.finished_at} is null or (${r.phase} is not null and ${isRecent})) order by ${r.created} desc limit 20`,
    )
  ).map((found) => answerOf(found, tx, translate));

/** The runs of this person in all resources: running ones first, then those that finished within a day. */
export const recentRuns = async (
  tx: Transaction,
  translate: Translate,
): Promise<readonly (RunAnswer & { readonly resource: string })[]> => {
  const found = await select(
    tx,
    { ...state, resource: r.resource },
    sql`from ${r} where ${r.finished_at} is null or ${isRecent} order by ${r.finished_at} is not null, ${r.created} desc limit 20`,
  );
  return found.map(({ resource, ...values }) => ({ ...answerOf(values, tx, translate), resource }));
};

/** Ends a run early. What it has done stays done. */
export const dropRun = async (tx: Transaction, place: RunPlace): Promise<void> => {
  const dropped = await selectOne(tx, { runid: r.runid }, (list) => sql`delete from ${r} where ${at(place)} returning ${list}`);
  if (!dropped) throw notFound();
};

/** The job of a run. When it is queued again, it continues from the position in its row. */
const ask = (tx: Transaction, runid: string): Promise<void> => send(tx, { queue: 'runs', key: runid, data: { runid } });

interface NewRun {
  readonly resource: AnyResource;
  readonly name: string;
  readonly input?: Row;
  /** The records, in the order in which they are taken. */
  readonly ids: readonly number[];
  readonly phase?: Phase | null;
}
/** Stores a run of the person of the transaction and queues its job. Answers its id. Whether the person may do it is judged with each portion. */
export const keepRun = async (tx: Transaction, { resource, name, input = {}, ids, phase = null }: NewRun): Promise<string> => {
  const runid = randomBytes(idBytes).toString('base64url'),
    isDone = ids.length === 0;
  await execute(
    tx,
    sql`insert into ${r} (${r.runid}, ${r.resource}, ${r.action}, ${r.organizationid}, ${r.userid}, ${r.input}, ${r.ids}, ${r.phase}, ${r.phase_total}, ${r.state}, ${r.finished_at})
      values (${runid}, ${resource.name}, ${name}, ${tx.grants.organizationid}, ${tx.userid}, ${JSON.stringify(input)}::jsonb, ${ids}::bigint[], ${phase}, ${phase ? ids.length : 0}, ${isDone ? 'done' : 'running'}, case when ${isDone}::boolean then now() end)`,
  );
  if (!isDone) await ask(tx, runid);
  return runid;
};

/** Stores the records and the input of an action or of its rehearsal and queues the job; nothing is changed yet. */
export const beginRun = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks,
  name: string,
  body: ActionBody,
  chosen: readonly number[],
  translate: Translate,
): Promise<RunAnswer> => {
  if (!can(tx.grants, name, resource)) throw forbidden();
  const order: Order = { resource, hooks, name, input: await inputOf(tx, resource, name, body.input) };
  const ids = await inOrder(tx, order, chosen);
  const runid = await keepRun(tx, { resource, name, input: order.input, ids, phase: body.dry_run ? 'judging' : null });
  return readRun(tx, { resource, name, runid }, translate);
};

/** Runs what was rehearsed, in the same row: the same records with the same input. A second call changes nothing. */
export const performRehearsed = async (tx: Transaction, place: RunPlace, translate: Translate): Promise<RunAnswer> => {
  if (!can(tx.grants, place.name, place.resource)) throw forbidden();
  const [begun] = await select(
    tx,
    { runid: r.runid },
    (
      list,
    ) => sql`update ${r} set ${r.phase} = null, ${r.phase_total} = 0, ${r.position} = 0, ${r.ok} = 0, ${r.state} = 'running', ${r.reason} = null, ${r.finished_at} = null, ${r.created} = now(), ${r.updated} = now()
       where ${at(place)} and ${r.phase} is not null and ${r.state} = 'done' and cardinality(${r.ids}) > 0 returning ${list}`,
  );
  if (begun) {
    await takeBack(tx, begun.runid, null);
    await ask(tx, begun.runid);
  }
  return readRun(tx, place, translate);
};

/** Stops a run after the current portion. What it has done stays done. */
export const stopRun = async (tx: Transaction, place: RunPlace, translate: Translate): Promise<RunAnswer> => {
  await execute(tx, sql`update ${r} set ${r.state} = 'stopped', ${r.updated} = now() where ${at(place)} and ${r.state} = 'running'`);
  return readRun(tx, place, translate);
};

/** Continues a run that was stopped or failed, with the present permissions of its person. */
export const resumeRun = async (tx: Transaction, place: RunPlace, translate: Translate): Promise<RunAnswer> => {
  if (!can(tx.grants, place.name, place.resource)) throw forbidden();
  const [resumed] = await select(
    tx,
    { runid: r.runid },
    (list) =>
      sql`update ${r} set ${r.state} = 'running', ${r.reason} = null, ${r.updated} = now() where ${at(place)} and ${r.finished_at} is null returning ${list}`,
  );
  if (resumed) await ask(tx, resumed.runid);
  return readRun(tx, place, translate);
};
