import { availableParallelism } from 'node:os';

/** Does the work of each item, as many at once as there are processors, beginning in their order; answers in their order. */
export const inLanes = async (items, work, lanes = availableParallelism()) => {
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return results;
};
