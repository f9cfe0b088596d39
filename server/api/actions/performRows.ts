import type pg from 'pg';
import type { AnyResource } from '@/schema';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Translate } from '../../kernel/messages';
import { quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { toldByCaller } from '../audit/audit';
import { explain, judgePeriods } from '../../kernel/constraints';
import type { Stored } from '../list/stored';
import { rowFor, rowsFor } from '../list/visible';
import { applySet } from './applySet';
import { judgeState, leftOut, writeDown, type Order, type Performed, type Refused } from './order';
import { isPlainSet, setSlice } from './setSlice';

/** Runs an action on a record that its state admits: first what it sets, then its body. */
export const performOn = async (tx: Transaction, order: Order, id: number, row: Row): Promise<unknown> => {
  const { resource, hooks, name, input } = order;
  judgeState(tx, order, row);
  toldByCaller(tx, resource, id);
  await applySet(tx, order, id, row);
  const result = await hooks.actions[name]?.({ tx, id, row, input });
  await judgePeriods(tx, resource);
  return result;
};

const undo = 'rollback to savepoint record; ',
  keep = 'release savepoint record; ',
  start = 'savepoint record; ';
/** Begins a record where the one before ended, and reads its mark, in one exchange with the database. */
const begin = async (tx: Transaction, { name, key }: AnyResource, id: number, before: string): Promise<string | undefined> => {
  const results = (await tx.client.query(
    `${before}select ctid::text as mark from ${quote(name)} where ${quote(key)} = ${Math.trunc(id)}`,
  )) as unknown as readonly pg.QueryResult<{ mark: string }>[];
  return results.at(-1)?.rows[0]?.mark;
};

const isEmbedding = ({ all }: AnyResource): boolean => Object.values(all).some(({ embeds }) => embeds);

const sliceSize = 200;
/** One slice: read and locked at once, done one by one, written down at once. A record that an earlier one changed is read again. */
const performSlice = async (
  tx: Transaction,
  order: Order,
  ids: readonly number[],
  translate: Translate,
  isOver: () => boolean,
): Promise<Performed> => {
  const { resource, name } = order;
  const whole = isPlainSet(order) ? await setSlice(tx, order, ids, translate) : null;
  if (whole) return whole;
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

/** Runs an action on records one after the other, each in a savepoint of its own and with its own reason when it is left out; stops before the record at which `isOver`. */
export const performRows = async (
  tx: Transaction,
  order: Order,
  ids: readonly number[],
  translate: Translate,
  isOver: () => boolean = () => false,
): Promise<Performed> => {
  const skipped: Refused[] = [],
    failed: Refused[] = [];
  let done = 0,
    ok = 0;
  while (done < ids.length && !isOver()) {
    const slice = await performSlice(tx, order, ids.slice(done, done + sliceSize), translate, isOver).catch((error: unknown) => {
      throw explain(tx, order.resource, error);
    });
    done += slice.done;
    ok += slice.ok;
    skipped.push(...slice.skipped);
    failed.push(...slice.failed);
  }
  return { done, ok, skipped, failed };
};
