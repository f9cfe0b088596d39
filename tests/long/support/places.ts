import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../server/database/openDatabase';
import { openCluster } from './cluster';

/** Where a server of a long test keeps its data: what it is started with, a way to look into it while no server runs, and its end. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}
/** A new place of each engine. */
export const places: Readonly<Record<string, () => Promise<Place>>> = {
  embedded: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-long-'));
    return {
      env: { DATA_DIR: dataDir },
      open: () => openDatabase({ dataDir }),
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const cluster = await openCluster();
    return { env: { DATABASE_URL: cluster.url }, open: () => openDatabase({ databaseUrl: cluster.url }), remove: cluster.remove };
  },
};
