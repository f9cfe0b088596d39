import { availableParallelism } from 'node:os';

/** Does the work of each item, as many at once as there are processors, started in order; answers in order. */
export const inParallel = async (items, work, most = availableParallelism()) => {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
};
