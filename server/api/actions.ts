import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Action, AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { fieldsSchema, parseInput } from '@/schema/project/zod';
import type { Hooks } from './defineHooks';
import { conflict, DomainError, forbidden, invalid } from './DomainError';
import { listCondition } from './list/readList';
import type { Row } from './list/reader';
import { columnText, quote } from './sql';
import type { Transaction } from './transaction';
import { audit } from './write/audit';
import { explain } from './write/constraints';
import { readStored } from './write/stored';
import { rowFor } from './write/visible';

/** Most records that one request changes; more are refused rather than half done. */
export const mostRecords = 5000;

export interface Refused { readonly id: number; readonly reason: string }
export interface ActionAnswer {
  readonly ok: number;
  readonly skipped: readonly Refused[];
  readonly failed: readonly Refused[];
  readonly result?: unknown;
}
/** What an action request says; `dry_run` rehearses it. */
export const actionBody = z.strictObject({
  ids: z.array(z.int().positive()).max(mostRecords).optional(),
  filter: z.unknown().optional(),
  search: z.string().nullish(),
  input: z.record(z.string(), z.unknown()).nullish(),
  dry_run: z.boolean().optional(),
});
export type ActionBody = z.infer<typeof actionBody>;

const declared = (resource: AnyResource, name: string): Action => (resource.actions as Readonly<Record<string, Action>>)[name]!;

const inputOf = (resource: AnyResource, name: string, sent: unknown): Row => {
  const parsed = parseInput(fieldsSchema(declared(resource, name).input ?? {}), sent ?? {});
  if ('problems' in parsed) throw invalid(parsed.problems.map((problem) => ({ ...problem, path: `input.${problem.path}` })));
  return parsed.value;
};

const perform = async (tx: Transaction, resource: AnyResource, hooks: Hooks, name: string, id: number, input: Row): Promise<unknown> => {
  const row = await rowFor(tx, resource, id, name);
  if (declared(resource, name).when?.(row as never) === false) throw conflict('errors.notApplicable');
  const result = await hooks.actions[name]!({ tx, id, row, input });
  await audit(tx, { resource, id, verb: 'action', action: name, before: row, after: await readStored(tx, resource, id) });
  return result;
};

/** Runs an action on one record; a refusal is the answer of the request. */
export const runRowAction = async (tx: Transaction, resource: AnyResource, hooks: Hooks, name: string, id: number, body: ActionBody): Promise<ActionAnswer> => {
  const input = can(tx.grants, name, resource) ? inputOf(resource, name, body.input) : {};
  try {
    const result = await perform(tx, resource, hooks, name, id, input);
    return { ok: 1, skipped: [], failed: [], ...(result !== undefined && { result }) };
  } catch (error) {
    throw explain(tx, resource, error);
  }
};

const selected = async (tx: Transaction, resource: AnyResource, body: ActionBody): Promise<readonly number[]> => {
  if (body.ids) return [...new Set(body.ids)];
  if (body.filter === undefined && !body.search) throw invalid([{ path: 'ids', message: 'validation.required' }]);
  const condition = listCondition(tx, resource, { filter: body.filter, search: body.search ?? null });
  const key = columnText('t', resource.key);
  const rows = await tx.rows(sql`select ${sql.raw(`${key} from ${quote(resource.name)} "t" where`)} ${condition} order by ${sql.raw(`${key} limit ${mostRecords + 1}`)}`);
  if (rows.length > mostRecords) throw invalid([{ path: 'filter', message: 'validation.tooMany', params: { max: mostRecords } }]);
  return rows.map(([id]) => Number(id));
};

const reasonOf = (tx: Transaction, translate: Translate, error: DomainError): string => {
  const [first] = error.errors;
  return first ? translate(first.message, tx.locale, first.params) : translate(error.key, tx.locale, error.params);
};
type Translate = (key: string, locale: string, params?: Readonly<Record<string, unknown>>) => string;

/** Runs an action on a selection or a filter; each record in a savepoint of its own, with its own reason when it is left out. */
export const runRowsAction = async (tx: Transaction, resource: AnyResource, hooks: Hooks, name: string, body: ActionBody, translate: Translate): Promise<ActionAnswer> => {
  if (!can(tx.grants, name, resource)) throw forbidden();
  const input = inputOf(resource, name, body.input);
  const skipped: Refused[] = [], failed: Refused[] = [];
  const ids = await selected(tx, resource, body);
  for (const id of ids) {
    await tx.run('savepoint record');
    try {
      await perform(tx, resource, hooks, name, id, input);
      await tx.run('release savepoint record');
    } catch (error) {
      await tx.run('rollback to savepoint record');
      const cause = explain(tx, resource, error);
      if (!(cause instanceof DomainError)) throw cause;
      (cause.statusCode === 400 ? failed : skipped).push({ id, reason: reasonOf(tx, translate, cause) });
    }
  }
  return { ok: ids.length - skipped.length - failed.length, skipped, failed };
};

/** Runs an action that belongs to the list as a whole. */
export const runListAction = async (tx: Transaction, resource: AnyResource, hooks: Hooks, name: string, body: ActionBody): Promise<ActionAnswer> => {
  if (!can(tx.grants, name, resource)) throw forbidden();
  try {
    return { ok: 1, skipped: [], failed: [], result: await hooks.actions[name]!({ tx, input: inputOf(resource, name, body.input) }) };
  } catch (error) {
    throw explain(tx, resource, error);
  }
};
