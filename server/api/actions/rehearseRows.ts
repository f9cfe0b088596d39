import { setImmediate } from 'node:timers/promises';
import type { AnyResource } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import { can } from '@/schema/project/access';
import { chosenInPortions, inOrder, inputOf, type ActionAnswer, type ActionBody, type Within } from './actions';
import type { ApiDeps } from '../../kernel/ApiDeps';
import type { Hooks } from '../../kernel/defineHooks';
import { conflict, forbidden } from '../../kernel/DomainError';
import { foreseeRows } from './foreseeRows';
import { byReason, type Group } from './byReason';
import type { Order, Refused } from './order';
import { performRows } from './performRows';
import { mostTried, spread } from './phases';
import { inTransaction, type Call } from '../../kernel/transaction';

/**
 * The answer of a rehearsal that did not try all records: how many it tried with the whole code, and which it expects to be left out, by
 * reason.
 */
export interface Estimate {
  readonly ok: number;
  readonly total: number;
  readonly tried: number;
  /** How many of the tried records only the code of the action left out; a similar share of the others may be left out too. */
  readonly surprised: number;
  readonly left: readonly Group[];
}
interface Asked {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly resource: AnyResource;
  readonly hooks: Hooks;
  readonly name: string;
  readonly body: ActionBody;
  /** Whether the client has stopped waiting for the answer. */
  readonly isGone: () => boolean;
}

/**
 * The longest and shortest time that one transaction tries records. Nobody else reaches the embedded database in the meantime. A
 * transaction with less time than the minimum is not started.
 */
const portionMs = 400,
  leastMs = 150,
  lastMs = 1500;

/**
 * Says what an action would do to many records without blocking the database: each step is a short transaction that is rolled back.
 *
 * The whole code runs on as many records as there is time for. The others are checked by their state, and by whether the things that
 * they would take are left (`foresee`).
 */
export const rehearseRows = async ({ deps, call, resource, hooks, name, body, isGone }: Asked): Promise<ActionAnswer | Estimate> => {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const within: Within = async (work) => {
    await setImmediate(); // the embedded database answers within one turn of the event loop; this lets other requests in
    if (isGone()) throw conflict('BUSY');
    return inTransaction(deps, call, 'rehearse', work);
  };
  const order = await within(async (tx): Promise<Order> => {
    if (!can(tx.grants, name, resource)) throw forbidden();
    return { resource, hooks, name, input: await inputOf(tx, resource, name, body.input) };
  });
  const chosen = await chosenInPortions(within, resource, body, actionLimits.rehearsal);
  const ids = chosen.length <= mostTried ? await within((tx) => inOrder(tx, order, chosen)) : chosen;
  const skipped: Refused[] = [],
    failed: Refused[] = [];
  /** Tries records in order until the time of one transaction is over, and answers how many it tried. */
  const tryOn = async (some: readonly number[]): Promise<number> => {
    const over = performance.now() + Math.max(leastMs, Math.min(portionMs, lastMs - elapsed()));
    const done = await within((tx) => performRows(tx, order, some, deps.translate, () => isGone() || performance.now() > over));
    skipped.push(...done.skipped);
    failed.push(...done.failed);
    return done.done;
  };

  let tried = ids.length <= mostTried ? await tryOn(ids) : 0;
  if (tried === ids.length) return { ok: ids.length - skipped.length - failed.length, skipped, failed };

  const known = new Set([...skipped, ...failed].map(({ id }) => id));
  const passed = ids.slice(0, tried).filter((id) => !known.has(id)),
    rest = ids.slice(tried);
  const foreseen = await foreseeRows(within, order, rest, passed);
  const byOrder = skipped.length + failed.length;
  const sample = spread(
    rest.filter((id) => !foreseen.has(id)),
    mostTried - tried,
  );
  let done = 0;
  do done += sample.length > done ? await tryOn(sample.slice(done)) : 0;
  while (done < sample.length && elapsed() < lastMs);
  tried += done;
  const left = byReason({ skipped, failed, foreseen }, deps.translate, call.locale);
  const out = left.reduce((sum, group) => sum + group.ids.length, 0);
  return { ok: ids.length - out, total: ids.length, tried, surprised: skipped.length + failed.length - byOrder, left };
};
