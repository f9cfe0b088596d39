import type { DomainError } from '../../kernel/DomainError';
import { inOrder, type Within } from './actions';
import { judgeStates } from './judgeStates';
import type { Order } from './order';

/** How long one portion may make others wait, and the size of the first portion, before the pace is known. */
const portionMs = 250,
  firstRows = 2500,
  leastRows = 500,
  mostGrowth = 2;

/** Processes records in portions. The size of each follows from the pace of the one before. */
const inPortions = async (ids: readonly number[], work: (some: readonly number[]) => Promise<void>): Promise<void> => {
  let size = firstRows;
  for (let at = 0; at < ids.length;) {
    const some = ids.slice(at, at + size),
      begun = performance.now();
    await work(some);
    at += some.length;
    const atThisPace = Math.floor((some.length * portionMs) / Math.max(1, performance.now() - begun));
    size = Math.max(leastRows, Math.min(size * mostGrowth, atThisPace));
  }
};

/** Which records refuse an action by their state. */
const byState = async (within: Within, order: Order, ids: readonly number[]): Promise<Map<number, DomainError>> => {
  const refused = new Map<number, DomainError>();
  await inPortions(ids, async (some) => {
    for (const [id, error] of await within((tx) => judgeStates(tx, order, some))) refused.set(id, error);
  });
  return refused;
};

/**
 * Finds the records that an action would refuse, without running it: by their state, and by what is left of the things that it takes
 * when it is their turn.
 *
 * Records that are known to pass come first, take their share and are not checked again.
 */
export const foreseeRows = async (
  within: Within,
  order: Order,
  ids: readonly number[],
  passed: readonly number[] = [],
): Promise<ReadonlyMap<number, DomainError>> => {
  const { hooks, name, input } = order;
  const refused = await byState(within, order, ids);
  const forecast = hooks.foresee[name]?.(input);
  if (!forecast) return refused;
  const open = ids.filter((id) => !refused.has(id)),
    isKnown = new Set(passed);
  const turns = await within((tx) => inOrder(tx, order, open));
  await inPortions([...passed, ...turns], async (some) => {
    for (const [id, error] of await within((tx) => forecast({ tx, ids: some }))) if (!isKnown.has(id)) refused.set(id, error);
  });
  return refused;
};
