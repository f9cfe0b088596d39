import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AnyResource } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import { can } from '@/schema/project/access';
import { arranged, inputOf, portionMs, type ActionBody } from './actions';
import type { Hooks } from '../../kernel/defineHooks';
import { forbidden, notFound } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Translate } from '../../kernel/messages';
import type { Order, Performed, Refused } from './order';
import { performRows } from './performRows';
import type { Transaction } from '../../kernel/transaction';
import { action_runs } from '../../database/tables';
import { columnsOf, type Column } from '../../kernel/columnsOf';
import { execute, select, selectOne, value, type Selected } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

/** Where an action over many records stands. The lists are whole once it has finished and when they are asked for; the counts always are. */
export interface RunAnswer {
  readonly runid: string;
  readonly action: string;
  readonly total: number;
  readonly done: number;
  readonly ok: number;
  readonly left: { readonly skipped: number; readonly failed: number };
  readonly skipped: readonly Refused[];
  readonly failed: readonly Refused[];
  readonly finished: boolean;
  readonly created: string;
}
/** An action of a resource, and the run of it that an address names. */
export interface RunPlace {
  readonly resource: AnyResource;
  readonly name: string;
  readonly runid: string;
}
/** From which record on the client wants to go on. */
export const stepBody = z.strictObject({ from: z.int().min(0) });

const mostOfStep = 200,
  idBytes = 18,
  keptDays = 30;
const r = columnsOf(action_runs);
const refusedIn = (list: Column<unknown>) => value<readonly Refused[]>(sql`${list}`);
const state = {
  runid: r.runid,
  action: r.action,
  total: value<number>(sql`cardinality(${r.ids})`),
  done: r.position,
  ok: r.ok,
  skippedCount: value<number>(sql`jsonb_array_length(${r.skipped})`),
  failedCount: value<number>(sql`jsonb_array_length(${r.failed})`),
  finished: value<boolean>(sql`${r.finished_at} is not null`),
  created: r.created,
};
const withLists = { ...state, skipped: refusedIn(r.skipped), failed: refusedIn(r.failed) };
type State = Selected<typeof state> & Partial<Pick<Selected<typeof withLists>, 'skipped' | 'failed'>>;

const answerOf = ({ skippedCount, failedCount, skipped = [], failed = [], ...found }: State): RunAnswer => ({
  ...found,
  left: { skipped: skippedCount, failed: failedCount },
  skipped,
  failed,
});

/** The run that an address names. */
const at = ({ runid, resource, name }: RunPlace): SQL =>
  sql`${r.runid} = ${runid.slice(0, 80)} and ${r.resource} = ${resource.name} and ${r.action} = ${name}`;

/** Where a run of this person stands, with every record that it left out. */
export const readRun = async (tx: Transaction, place: RunPlace): Promise<RunAnswer> => {
  const found = await selectOne(tx, withLists, sql`from ${r} where ${at(place)}`);
  if (!found) throw notFound();
  return answerOf(found);
};

/** The runs of a resource that this person began and has not finished, newest first. */
export const openRuns = async (tx: Transaction, resource: AnyResource): Promise<readonly RunAnswer[]> =>
  (
    await select(
      tx,
      state,
      sql`from ${r} where ${r.resource} = ${resource.name} and ${r.finished_at} is null order by ${r.created} desc limit 20`,
    )
  ).map(answerOf);

/** The runs of this person over all resources: those in course first, then those that finished within a day. */
export const recentRuns = async (tx: Transaction): Promise<readonly (RunAnswer & { readonly resource: string })[]> => {
  const found = await select(
    tx,
    { ...state, resource: r.resource },
    sql`from ${r} where ${r.finished_at} is null or ${r.finished_at} > now() - interval '1 day' order by ${r.finished_at} is not null, ${r.created} desc limit 20`,
  );
  return found.map(({ resource, ...values }) => ({ ...answerOf(values), resource }));
};

/** Gives a run up; what it has done stays done. */
export const dropRun = async (tx: Transaction, place: RunPlace): Promise<void> => {
  const dropped = await selectOne(tx, { runid: r.runid }, (list) => sql`delete from ${r} where ${at(place)} returning ${list}`);
  if (!dropped) throw notFound();
};

/** Freezes what an action is to be done to; nothing is changed yet. */
export const beginRun = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks,
  name: string,
  body: ActionBody,
): Promise<RunAnswer> => {
  if (!can(tx.grants, name, resource)) throw forbidden();
  const order: Order = { resource, hooks, name, input: await inputOf(tx, resource, name, body.input) };
  const ids = await arranged(tx, order, body, actionLimits.run);
  await execute(tx, sql`delete from ${r} where ${r.updated} < now() - make_interval(days => ${keptDays})`);
  const runid = randomBytes(idBytes).toString('base64url');
  await execute(
    tx,
    sql`insert into ${r} (${r.runid}, ${r.resource}, ${r.action}, ${r.organizationid}, ${r.userid}, ${r.input}, ${r.ids}, ${r.finished_at})
      values (${runid}, ${resource.name}, ${name}, ${tx.grants.organizationid}, ${tx.userid}, ${JSON.stringify(order.input)}::jsonb, ${ids}::bigint[], case when cardinality(${ids}::bigint[]) = 0 then now() end)`,
  );
  return readRun(tx, { resource, name, runid });
};

const whenFinished = (list: Column<unknown>) =>
  value<readonly Refused[]>(sql`case when ${r.position} = cardinality(${r.ids}) then ${list} else '[]' end`);
/** Writes down how far a run is; the lists are answered once it has finished. */
const step = async (tx: Transaction, place: RunPlace, { done, ok, skipped, failed }: Performed): Promise<RunAnswer> => {
  const stepped = await selectOne(
    tx,
    { ...state, skipped: whenFinished(r.skipped), failed: whenFinished(r.failed) },
    (list) => sql`
      update ${r} set ${r.position} = ${r.position} + ${done}, ${r.ok} = ${r.ok} + ${ok}, ${r.skipped} = ${r.skipped} || ${JSON.stringify(skipped)}::jsonb, ${r.failed} = ${r.failed} || ${JSON.stringify(failed)}::jsonb,
             ${r.updated} = now(), ${r.finished_at} = case when ${r.position} + ${done} = cardinality(${r.ids}) then now() end
       where ${at(place)} returning ${list}`,
  );
  if (!stepped) throw notFound();
  return answerOf(stepped);
};

/** Does the next records of a run, where the client knows how far it is; otherwise it only says how far that is, so a repeated request does nothing twice. */
export const continueRun = async (
  tx: Transaction,
  place: RunPlace,
  hooks: Hooks,
  from: number,
  translate: Translate,
): Promise<RunAnswer> => {
  const { resource, name } = place;
  const found = await selectOne(
    tx,
    {
      ...state,
      input: value<Row>(sql`${r.input}`),
      ids: value<readonly number[]>(sql`${r.ids}[${r.position} + 1 : ${r.position} + ${sql.raw(String(mostOfStep))}]`),
    },
    sql`from ${r} where ${at(place)} for update`,
  );
  if (!found) throw notFound();
  if (!can(tx.grants, name, resource)) throw forbidden();
  const { input, ids, ...before } = found;
  if (before.finished) return readRun(tx, place);
  if (from !== before.done) return answerOf(before);
  const end = performance.now() + portionMs;
  const performed = await performRows(tx, { resource, hooks, name, input }, ids, translate, () => performance.now() > end);
  return step(tx, place, performed);
};
