import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionLimits } from '@/schema/actionLimits';
import { openDatabase } from '../../server/database/openDatabase';
import { fill, versionOfTables } from './database';

/** A folder with the demo data on the embedded engine: made once for each version of the tables, and kept. */
export const benchFolder = async (inscriptions: number = actionLimits.rehearsal): Promise<string> => {
  const folder = join(tmpdir(), `dorsal-bench-${inscriptions}-${versionOfTables()}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await fill(await openDatabase({ dataDir: draft }), inscriptions);
  renameSync(draft, folder);
  return folder;
};

/** Works on a copy of it, which is removed afterwards. */
export const onCopyOfFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-copy-'));
  try {
    cpSync(await benchFolder(), folder, { recursive: true });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
