import type { AnyResource } from '@/schema';
import { explain } from '../../kernel/constraints';
import type { Hooks } from '../../kernel/defineHooks';
import { DomainError } from '../../kernel/DomainError';
import { Entangled, openGroup, type GroupBody, type Member } from '../../kernel/group';
import type { Translate } from '../../kernel/messages';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { forgetUndoing, undoMemory } from '../../kernel/undoing';
import { auditedByCaller } from '../audit/audit';
import { rowFor, rowsFor } from '../list/visible';
import { updateRows } from '../write/columns';
import { valuesToSet } from './applySet';
import { judgeState, leftOut, writeDown, type Order, type Performed } from './order';

const isIndependent = ({ exclusions, all }: AnyResource): boolean => !exclusions && !Object.values(all).some(({ embeds }) => embeds);

/** The body of an action for many records, in a table whose rows are independent of each other; null if there is none. */
export const groupBodyOf = ({ resource, hooks, name }: Order): GroupBody<Row, Row> | null => {
  const body: Hooks['actions'][string] | undefined = hooks.actions[name];
  return body?.together && isIndependent(resource) ? body.together : null;
};

interface Judged {
  /** Those whose state allows the action, with what it sets. */
  readonly open: readonly (Member<Row> & { readonly values: Row | null })[];
  readonly refused: ReadonlyMap<number, DomainError>;
}
/** Reads and locks records, and checks each by itself. */
const judgeAll = async (tx: Transaction, order: Order, ids: readonly number[]): Promise<Judged> => {
  const { resource, name } = order;
  const known = await rowsFor(tx, resource, ids, name);
  const open: Judged['open'][number][] = [],
    refused = new Map<number, DomainError>();
  const now = new Date().toISOString();
  for (const id of ids) {
    try {
      const row = known.get(id)?.row ?? (await rowFor(tx, resource, id, name));
      judgeState(tx, order, row);
      open.push({ id, row, values: valuesToSet(tx, order, row, now) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.set(id, error);
    }
  }
  return { open, refused };
};

/**
 * Does records together: each is judged by itself, and statements are made once for all of them.
 *
 * Answers null and leaves no trace if a refusal may have influenced the other records, or if the database refused a statement, since it
 * does not say which record is to blame. The caller then tries fewer records.
 */
export const performTogether = async (
  tx: Transaction,
  order: Order,
  body: GroupBody<Row, Row>,
  ids: readonly number[],
  translate: Translate,
): Promise<Performed | null> => {
  const { resource } = order;
  const { open, refused } = await judgeAll(tx, order, ids);
  const { group, refusals, isSpoiled } = openGroup(tx, open);
  for (const { id } of open) auditedByCaller(tx, resource, id);
  forgetUndoing(tx);
  await tx.client.query('savepoint slice');
  const undo = async (): Promise<null> => {
    await tx.client.query('rollback to savepoint slice; release savepoint slice');
    undoMemory(tx);
    return null;
  };
  try {
    await updateRows(
      tx,
      resource,
      open.flatMap(({ id, values }) => (values ? [{ id, values }] : [])),
    );
    await body(group, order.input);
  } catch (error) {
    if (!(error instanceof Entangled || explain(tx, resource, error) instanceof DomainError)) throw error;
    return undo();
  }
  if (isSpoiled()) return undo();
  await tx.client.query('release savepoint slice');
  forgetUndoing(tx);
  const reasons = new Map([...refused, ...refusals]);
  const changed = open.filter(({ id }) => !refusals.has(id)).map(({ id, row }) => ({ id, before: row }));
  await writeDown(tx, order, changed);
  const left = ids.flatMap((id) => {
    const error = reasons.get(id);
    return error ? [{ isWrong: error.statusCode === 400, said: leftOut(id, error, translate, tx.locale) }] : [];
  });
  return {
    done: ids.length,
    ok: changed.length,
    skipped: left.filter(({ isWrong }) => !isWrong).map(({ said }) => said),
    failed: left.filter(({ isWrong }) => isWrong).map(({ said }) => said),
  };
};
