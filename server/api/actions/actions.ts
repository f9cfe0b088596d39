import { z } from 'zod';
import { type AnyResource, type Fields, actionOf } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import { can, looks } from '@/schema/project/access';
import { fieldsSchema } from '@/schema/fieldsSchema';
import { parseInput } from '@/schema/project/zod';
import type { Hooks } from '../../kernel/defineHooks';
import { forbidden, invalid } from '../../kernel/DomainError';
import { listCondition } from '../list/readList';
import type { Row } from '../../kernel/Row';
import type { Translate } from '../../kernel/messages';
import { type Order, type Refused } from './order';
import { performOn, performRows } from './performRows';
import { selectAll, value } from '../../kernel/select';
import { column, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { audit } from '../audit/audit';
import { cleanMarkup } from '../write/cleanMarkup';
import { explain, judgePeriods } from '../../kernel/constraints';
import { readStored } from '../list/stored';
import { settleUploads } from '../write/uploaded';
import { rowFor } from '../list/visible';

export interface ActionAnswer {
  readonly ok: number;
  readonly skipped: readonly Refused[];
  readonly failed: readonly Refused[];
  readonly result?: unknown;
  /** The records that were changed, if the action can be taken back. */
  readonly undo?: readonly number[];
}
/** What an action request says; `dry_run` rehearses it. */
export const actionBody = z.strictObject({
  ids: z.array(z.int().positive()).optional(),
  filter: z.unknown().optional(),
  search: z.string().nullish(),
  input: z.record(z.string(), z.unknown()).nullish(),
  dry_run: z.boolean().optional(),
});
export type ActionBody = z.infer<typeof actionBody>;
/** Runs work in a transaction of its own. */
export type Within = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
export type Chosen = Pick<ActionBody, 'ids' | 'filter' | 'search'>;

/** The input of an action, validated like the values of a form. */
export const inputOf = async (tx: Transaction, resource: AnyResource, name: string, sent: Row | null | undefined): Promise<Row> => {
  const fields: Fields = actionOf(resource, name).input ?? {};
  const parsed = parseInput(fieldsSchema(fields), cleanMarkup(tx.registry, fields, sent ?? {}));
  if ('problems' in parsed) throw invalid(parsed.problems.map((problem) => ({ ...problem, path: `input.${problem.path}` })));
  return { ...parsed.value, ...(await settleUploads(tx, fields, parsed.value, {}, 'input.')) };
};

/** Runs an action on one record; a refusal is the answer of the request. */
export const runRowAction = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks,
  name: string,
  id: number,
  body: ActionBody,
): Promise<ActionAnswer> => {
  try {
    const row = await rowFor(tx, resource, id, name);
    const input = await inputOf(tx, resource, name, body.input);
    const result = await performOn(tx, { resource, hooks, name, input }, id, row);
    if (!looks(resource, name) && !actionOf(resource, name).leaves)
      await audit(tx, {
        resource,
        id,
        verb: 'action',
        action: name,
        forgets: actionOf(resource, name).forgets,
        before: row,
        after: await readStored(tx, resource, id),
      });
    const canUndo = actionOf(resource, name).undo !== undefined && !body.dry_run;
    return { ok: 1, skipped: [], failed: [], ...(result !== undefined && { result }), ...(canUndo && { undo: [id] }) };
  } catch (error) {
    throw explain(tx, resource, error);
  }
};

const matching = async (
  tx: Transaction,
  resource: AnyResource,
  { filter, search = null }: Chosen,
  most: number,
  after = 0,
): Promise<readonly number[]> => {
  const condition = listCondition(tx, resource, { filter, search });
  const key = column('t', resource.key);
  return selectAll(
    tx,
    value<number>(key),
    sql`from ${sql.raw(quote(resource.name))} "t" where ${condition} and ${key} > ${after} order by ${key} limit ${sql.raw(String(most))}`,
  );
};

/** The names of records in a call; a call that names more than the limit is refused. */
const checkChosen = (chosen: Chosen, count: number, most: number): void => {
  if (!chosen.ids && chosen.filter === undefined && !chosen.search) throw invalid([{ path: 'ids', code: 'REQUIRED' }]);
  if (count > most)
    throw invalid([
      {
        path: chosen.ids ? 'ids' : 'filter',
        code: most < actionLimits.run ? 'TOO_MANY_AT_ONCE' : 'TOO_MANY_AT_ALL',
        params: { max: most },
      },
    ]);
};
const named = ({ ids = [] }: Chosen): readonly number[] => [...new Set(ids)].sort((one, other) => one - other);

/** The records that a call names, by key. */
const chosenIds = async (tx: Transaction, resource: AnyResource, chosen: Chosen, most: number): Promise<readonly number[]> => {
  checkChosen(chosen, 0, most);
  const ids = chosen.ids ? named(chosen) : await matching(tx, resource, chosen, most + 1);
  checkChosen(chosen, ids.length, most);
  return ids;
};

const keysAtOnce = 10_000;
/** The same, read in several short transactions. */
export const chosenInPortions = async (within: Within, resource: AnyResource, chosen: Chosen, most: number): Promise<readonly number[]> => {
  checkChosen(chosen, 0, most);
  const ids: number[] = chosen.ids ? [...named(chosen)] : [];
  for (let isMore = !chosen.ids; isMore && ids.length <= most;) {
    const some = await within((tx) => matching(tx, resource, chosen, keysAtOnce, ids.at(-1)));
    for (const id of some) ids.push(id);
    isMore = some.length === keysAtOnce;
  }
  checkChosen(chosen, ids.length, most);
  return ids;
};

/**
 * Records in the order in which an action takes them. Records that its arrangement does not return are not visible: they come last, with
 * that reason.
 */
export const inOrder = async (tx: Transaction, { hooks, name, input }: Order, ids: readonly number[]): Promise<readonly number[]> => {
  const first = await hooks.arrange[name]?.({ tx, ids, input });
  if (!first) return ids;
  const known = new Set(ids);
  return [...new Set([...first.filter((id) => known.has(id)), ...ids])];
};

/** The records that an action over a selection or a filter still has to process, and the outcome of the earlier ones. */
export interface Portion {
  readonly order: Order;
  readonly rest: readonly number[];
  readonly answer: ActionAnswer;
}
/**
 * How long one transaction of an action may take. During it nobody else reaches the embedded database, and other requests wait for its
 * records.
 */
export const portionMs = 500;

/** Processes as many records as fit into one transaction. The caller calls again with the answer until nothing is left. */
export const runPortion = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks,
  name: string,
  body: ActionBody,
  translate: Translate,
  before?: Portion,
): Promise<Portion> => {
  if (!can(tx.grants, name, resource)) throw forbidden();
  const order: Order = before?.order ?? { resource, hooks, name, input: await inputOf(tx, resource, name, body.input) };
  const ids = before?.rest ?? (await inOrder(tx, order, await chosenIds(tx, resource, body, actionLimits.request)));
  const end = performance.now() + portionMs;
  const { done, ok, skipped, failed } = await performRows(tx, order, ids, translate, () => performance.now() > end);
  const { answer = { ok: 0, skipped: [], failed: [] } } = before ?? {};
  const left = new Set([...skipped, ...failed].map(({ id }) => id));
  const changed = actionOf(resource, name).undo === undefined ? undefined : ids.slice(0, done).filter((id) => !left.has(id));
  return {
    order,
    rest: ids.slice(done),
    answer: {
      ok: answer.ok + ok,
      skipped: [...answer.skipped, ...skipped],
      failed: [...answer.failed, ...failed],
      ...(changed && { undo: [...(answer.undo ?? []), ...changed] }),
    },
  };
};

/** Runs an action of the list as a whole. */
export const runListAction = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks,
  name: string,
  body: ActionBody,
): Promise<ActionAnswer> => {
  if (!can(tx.grants, name, resource)) throw forbidden();
  try {
    const result = await hooks.actions[name]?.({ tx, input: await inputOf(tx, resource, name, body.input) });
    await judgePeriods(tx, resource);
    return { ok: 1, skipped: [], failed: [], result };
  } catch (error) {
    throw explain(tx, resource, error);
  }
};
