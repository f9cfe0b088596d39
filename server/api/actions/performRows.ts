import type pg from 'pg';
import type { AnyResource } from '@/schema';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Translate } from '../../kernel/messages';
import { quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { auditedByCaller } from '../audit/audit';
import { explain, judgePeriods } from '../../kernel/constraints';
import type { Stored } from '../list/stored';
import { rowFor, rowsFor } from '../list/visible';
import { applySet } from './applySet';
import { judgeState, leftOut, writeDown, type Order, type Performed, type Refused } from './order';
import { groupBodyOf, performTogether } from './performTogether';
import { isPlainSet, setSlice } from './setSlice';

/** Runs an action on a record whose state allows it: first what it sets, then its body. */
export const performOn = async (tx: Transaction, order: Order, id: number, row: Row): Promise<unknown> => {
  const { resource, hooks, name, input } = order;
  judgeState(tx, order, row);
  auditedByCaller(tx, resource, id);
  await applySet(tx, order, id, row);
  const result = await hooks.actions[name]?.({ tx, id, row, input });
  await judgePeriods(tx, resource);
  return result;
};

const undo = 'rollback to savepoint record; ',
  keep = 'release savepoint record; ',
  start = 'savepoint record; ';
/** Begins the savepoint of a record where the one before ended, and reads its version mark, in one exchange with the database. */
const begin = async (tx: Transaction, { name, key }: AnyResource, id: number, before: string): Promise<string | undefined> => {
  const results = (await tx.client.query(
    `${before}select ctid::text as mark from ${quote(name)} where ${quote(key)} = ${Math.trunc(id)}`,
  )) as unknown as readonly pg.QueryResult<{ mark: string }>[];
  return results.at(-1)?.rows[0]?.mark;
};

const isEmbedding = ({ all }: AnyResource): boolean => Object.values(all).some(({ embeds }) => embeds);

/** Reads and locks records together, does them one by one, and logs them together. A record that an earlier one changed is read again. */
export const performOneByOne = async (
  tx: Transaction,
  order: Order,
  ids: readonly number[],
  translate: Translate,
  isOver: () => boolean,
): Promise<Performed> => {
  const { resource, name } = order;
  const known: ReadonlyMap<number, Stored> = isEmbedding(resource) ? new Map() : await rowsFor(tx, resource, ids, name);
  const skipped: Refused[] = [],
    failed: Refused[] = [],
    changed: { readonly id: number; readonly before: Row }[] = [];
  let closing = start,
    done = 0;
  for (const id of ids) {
    if (isOver()) break;
    const mark = await begin(tx, resource, id, closing);
    try {
      const found = known.get(id);
      const before = found && found.mark === mark ? found.row : await rowFor(tx, resource, id, name);
      await performOn(tx, order, id, before);
      changed.push({ id, before });
      closing = keep + start;
    } catch (error) {
      const cause = explain(tx, resource, error);
      if (!(cause instanceof DomainError)) throw cause;
      (cause.statusCode === 400 ? failed : skipped).push(leftOut(id, cause, translate, tx.locale));
      closing = undo;
    }
    done += 1;
  }
  if (done > 0) await tx.client.query(closing === undo ? undo + keep : keep);
  await writeDown(tx, order, changed);
  return { done, ok: changed.length, skipped, failed };
};

const sum = (one: Performed, other: Performed): Performed => ({
  done: one.done + other.done,
  ok: one.ok + other.ok,
  skipped: [...one.skipped, ...other.skipped],
  failed: [...one.failed, ...other.failed],
});

/** How few are not worth another try together. */
const fewest = 12;
/** One slice: in one go where the action can, else in halves, and in the end one by one. The answers are the same. */
const performSlice = async (
  tx: Transaction,
  order: Order,
  ids: readonly number[],
  translate: Translate,
  isOver: () => boolean,
): Promise<Performed> => {
  const body = groupBodyOf(order);
  const isWhole = ids.length > 1 && (body !== null || isPlainSet(order));
  const whole = isWhole ? await (body ? performTogether(tx, order, body, ids, translate) : setSlice(tx, order, ids, translate)) : null;
  if (whole) return whole;
  if (!isWhole || ids.length <= fewest) return performOneByOne(tx, order, ids, translate, isOver);
  const middle = Math.ceil(ids.length / 2);
  const first = await performSlice(tx, order, ids.slice(0, middle), translate, isOver);
  return first.done < middle || isOver() ? first : sum(first, await performSlice(tx, order, ids.slice(middle), translate, isOver));
};

const sliceSize = 500;
/** Runs an action on records in their order, each with its own reason when it is left out and nothing of it left behind; stops before a record, or some of them, at which `isOver`. */
export const performRows = async (
  tx: Transaction,
  order: Order,
  ids: readonly number[],
  translate: Translate,
  isOver: () => boolean = () => false,
): Promise<Performed> => {
  let performed: Performed = { done: 0, ok: 0, skipped: [], failed: [] };
  while (performed.done < ids.length && !isOver()) {
    const some = ids.slice(performed.done, performed.done + sliceSize);
    performed = sum(
      performed,
      await performSlice(tx, order, some, translate, isOver).catch((error: unknown) => {
        throw explain(tx, order.resource, error);
      }),
    );
  }
  return performed;
};
