import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testServer } from '../../support/onServer';
import { makeSeededTemplate, seededFolder } from '../../support/seededFolder';

/** Makes the demo data that every server of the run starts from a copy of, and removes the copies at the end. */
export default async (): Promise<() => void> => {
  const [seeded] = await Promise.all([seededFolder(), testServer() ? makeSeededTemplate() : undefined]);
  process.env['DORSAL_E2E_SEEDED'] = seeded;
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-e2e-'));
  process.env['DORSAL_E2E_FOLDER'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
