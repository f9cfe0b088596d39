import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder } from '../../support/seededFolder';
import { startServer, type RunningServer } from '../../support/startServer';

/** A data folder of its own with the demo data of this run. */
export const seededCopy = (): string => {
  const folder = join(process.env['DORSAL_E2E_FOLDER']!, randomUUID());
  copyFolder(process.env['DORSAL_E2E_SEEDED']!, folder);
  return folder;
};

/** Starts a server on a copy of the demo data, which goes when it stops. */
export const startSeeded = async (env: Readonly<Record<string, string>> = {}, dataDir: string = seededCopy()): Promise<RunningServer> => {
  const server = await startServer({ DATA_DIR: dataDir, ...env });
  const stop: RunningServer['stop'] = async (signal) => {
    const code = await server.stop(signal);
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return { ...server, stop };
};
