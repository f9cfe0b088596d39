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
export type Chosen = Pick<ActionBody, 'ids' | 'filter' | 'search'>;

/** The input of an action, judged like the values of a form. */
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
    if (!looks(resource, name))
      await audit(tx, {
        resource,
        id,
        verb: 'action',
        action: name,
        forgets: actionOf(resource, name).forgets,
        before: row,
        after: await readStored(tx, resource, id),
      });
    return { ok: 1, skipped: [], failed: [], ...(result !== undefined && { result }) };
  } catch (error) {
    throw explain(tx, resource, error);
  }
};

const matching = async (
  tx: Transaction,
  resource: AnyResource,
  { filter, search = null }: Chosen,
  most: number,
): Promise<readonly number[]> => {
  const condition = listCondition(tx, resource, { filter, search });
  const key = column('t', resource.key);
  return selectAll(
    tx,
    value<number>(key),
    sql`from ${sql.raw(quote(resource.name))} "t" where ${condition} order by ${key} limit ${sql.raw(String(most + 1))}`,
  );
};

/** The records that a call names, in the order in which its action takes them. */
export const arranged = async (
  tx: Transaction,
  { resource, hooks, name, input }: Order,
  chosen: Chosen,
  most: number,
): Promise<readonly number[]> => {
  if (!chosen.ids && chosen.filter === undefined && !chosen.search) throw invalid([{ path: 'ids', code: 'REQUIRED' }]);
  const ids = chosen.ids ? [...new Set(chosen.ids)].sort((one, other) => one - other) : await matching(tx, resource, chosen, most);
  if (ids.length > most)
    throw invalid([
      {
        path: chosen.ids ? 'ids' : 'filter',
        code: most === actionLimits.request ? 'TOO_MANY_AT_ONCE' : 'TOO_MANY_AT_ALL',
        params: { max: most },
      },
    ]);
  const first = (await hooks.arrange[name]?.({ tx, ids, input })) ?? [];
  const known = new Set(ids);
  // Records that the arrangement does not know are not visible: they come last and are told so.
  return [...new Set([...first.filter((id) => known.has(id)), ...ids])];
};

/** What is left to do of an action over a selection or a filter, and what became of the records before. */
export interface Portion {
  readonly order: Order;
  readonly rest: readonly number[];
  readonly answer: ActionAnswer;
}
/** How long one transaction of an action works, since nobody else reaches the embedded database meanwhile, and whoever wants one of its records waits. */
export const portionMs = 500;

/** Does what there is time for in one transaction; whoever calls goes on with the answer until nothing is left. */
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
  const ids = before?.rest ?? (await arranged(tx, order, body, actionLimits.request));
  const end = performance.now() + portionMs;
  const { done, ok, skipped, failed } = await performRows(tx, order, ids, translate, () => performance.now() > end);
  const { answer = { ok: 0, skipped: [], failed: [] } } = before ?? {};
  return {
    order,
    rest: ids.slice(done),
    answer: { ok: answer.ok + ok, skipped: [...answer.skipped, ...skipped], failed: [...answer.failed, ...failed] },
  };
};

/** Runs an action that belongs to the list as a whole. */
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
