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
import type { Order, Refused } from './order';
import { performRows } from './performRows';
import type { Transaction } from '../../kernel/transaction';

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
const columns =
  'runid, action, cardinality(ids), position, ok, jsonb_array_length(skipped), jsonb_array_length(failed), finished_at is not null, created';
const lists = 'skipped, failed',
  none = "'[]'::jsonb, '[]'::jsonb";
const of = 'where runid = $1 and resource = $2 and action = $3';

const answerOf = ([
  runid,
  action,
  total,
  done,
  ok,
  skippedCount,
  failedCount,
  finished,
  created,
  skipped,
  failed,
]: readonly unknown[]): RunAnswer =>
  ({
    runid,
    action,
    total,
    done,
    ok,
    left: { skipped: skippedCount, failed: failedCount },
    skipped,
    failed,
    finished,
    created,
  }) as RunAnswer;

const named = ({ runid, resource, name }: RunPlace): readonly unknown[] => [runid.slice(0, 80), resource.name, name];

/** Where a run of this person stands, with every record that it left out. */
export const readRun = async (tx: Transaction, place: RunPlace): Promise<RunAnswer> => {
  const [found] = await tx.run(`select ${columns}, ${lists} from action_runs ${of}`, named(place));
  if (!found) throw notFound();
  return answerOf(found);
};

/** The runs of a resource that this person began and has not finished, newest first. */
export const openRuns = async (tx: Transaction, resource: AnyResource): Promise<readonly RunAnswer[]> =>
  (
    await tx.run(`select ${columns}, ${none} from action_runs where resource = $1 and finished_at is null order by created desc limit 20`, [
      resource.name,
    ])
  ).map(answerOf);

/** The runs of this person over all resources: those in course first, then those that finished within a day. */
export const recentRuns = async (tx: Transaction): Promise<readonly (RunAnswer & { readonly resource: string })[]> => {
  const found = await tx.run(
    `select resource, ${columns}, ${none} from action_runs where finished_at is null or finished_at > now() - interval '1 day' order by finished_at is not null, created desc limit 20`,
  );
  return found.map(([resource, ...values]) => ({ ...answerOf(values), resource: String(resource) }));
};

/** Gives a run up; what it has done stays done. */
export const dropRun = async (tx: Transaction, place: RunPlace): Promise<void> => {
  const [dropped] = await tx.run(`delete from action_runs ${of} returning runid`, named(place));
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
  await tx.run(`delete from action_runs where updated < now() - ${keptDays} * interval '1 day'`);
  const runid = randomBytes(idBytes).toString('base64url');
  await tx.run(
    'insert into action_runs (runid, resource, action, organizationid, userid, input, ids, finished_at) values ($1, $2, $3, $4, $5, $6, $7, case when cardinality($7::bigint[]) = 0 then now() end)',
    [runid, resource.name, name, tx.grants.organizationid, tx.userid, JSON.stringify(order.input), ids],
  );
  return readRun(tx, { resource, name, runid });
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
  const [found] = await tx.run(
    `select ${columns}, ${none}, input, ids[position + 1 : position + ${mostOfStep}] from action_runs ${of} for update`,
    named(place),
  );
  if (!found) throw notFound();
  if (!can(tx.grants, name, resource)) throw forbidden();
  const state = answerOf(found);
  if (state.finished) return readRun(tx, place);
  if (from !== state.done) return state;
  const end = performance.now() + portionMs;
  const [input, ids] = [found.at(-2) as Row, found.at(-1) as readonly number[]];
  const { done, ok, skipped, failed } = await performRows(
    tx,
    { resource, hooks, name, input },
    ids,
    translate,
    () => performance.now() > end,
  );
  const [stepped] = await tx.run(
    `update action_runs set position = position + $4, ok = ok + $5, skipped = skipped || $6::jsonb, failed = failed || $7::jsonb, updated = now(), finished_at = case when position + $4 = cardinality(ids) then now() end ${of}
     returning ${columns}, case when position = cardinality(ids) then skipped else '[]' end, case when position = cardinality(ids) then failed else '[]' end`,
    [...named(place), done, ok, JSON.stringify(skipped), JSON.stringify(failed)],
  );
  return answerOf(stepped!);
};
