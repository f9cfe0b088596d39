import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { testServer } from '../../support/onServer';
import { copyFolder } from '../../../demo/demoImage';
import { seededDatabase } from '../../support/seededFolder';
import { startServer, type RunningServer } from '../../support/startServer';

/** A data folder of its own with the demo data of this run. */
export const seededCopy = (): string => {
  const folder = join(process.env['DORSAL_E2E_FOLDER']!, randomUUID());
  copyFolder(process.env['DORSAL_E2E_SEEDED']!, folder);
  return folder;
};

/** Where a server keeps its data: a folder, and a database of its own where the tests have a PostgreSQL. */
const openPlace = async () => {
  if (!testServer()) return { dataDir: seededCopy(), env: {}, drop: async () => {} };
  return { dataDir: join(process.env['DORSAL_E2E_FOLDER']!, randomUUID()), ...(await seededDatabase()) };
};

/** A test waits for charges to be opened, which the product does every five seconds. */
const chargeSeconds = '1';

/**
 * Starts a server on a copy of the demo data, which goes when it stops: on the PostgreSQL of the tests, whose work costs a quarter of the
 * embedded one, or in `dataDir` when that is given.
 */
export const startSeeded = async (env: Readonly<Record<string, string>> = {}, dataDir?: string): Promise<RunningServer> => {
  const place = dataDir === undefined ? await openPlace() : { dataDir, env: {}, drop: async () => {} };
  const server = await startServer({ DATA_DIR: place.dataDir, CHARGE_SECONDS: chargeSeconds, ...place.env, ...env });
  const stop: RunningServer['stop'] = async (signal) => {
    const code = await server.stop(signal);
    await place.drop();
    rmSync(place.dataDir, { recursive: true, force: true });
    return code;
  };
  return { ...server, stop };
};
