import { registry } from '@/resources';
import { runsQueue } from '../../../server/api/actions/runsQueue';
import type { Manners } from '../../../server/jobs/pace';
import { startWorker, type Worker, type WorkerDeps } from '../../../server/jobs/worker';
import type { Hooks } from '../../../server/kernel/defineHooks';
import { createTranslate } from '../../../server/kernel/messages';
import { fileURLToPath } from 'node:url';
import { sleepers } from '../../support/eventually';
import type { World } from './openWorld';

const translate = createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url)));
const manners: Manners = { polite: { batchMs: 15, portionMs: 50 }, alone: { batchMs: 50, portionMs: 400 } };

/**
 * A process that works off the jobs of a world; errors that it meets are given to `onError` or forgotten. A test that waits for it with
 * `eventually` wakes it, as a signal of the database does in the product.
 */
export const workAt = ({ pool }: Pick<World, 'pool'>, hooks: ReadonlyMap<string, Hooks>, changes: Partial<WorkerDeps> = {}): Worker => {
  const worker = startWorker({
    pool,
    registry,
    replica: undefined,
    asked: [runsQueue({ registry, hooks, translate })],
    own: [],
    atOnce: 1,
    manners,
    isWanted: () => false,
    name: 'test',
    onError: () => {},
    ...changes,
  });
  sleepers.add(worker);
  const stop: Worker['stop'] = () => {
    sleepers.delete(worker);
    return worker.stop();
  };
  return { ...worker, stop };
};
