import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DatabaseError } from '../../server/database/DatabaseError';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openFolderDatabase } from '../support/database';
import { longer } from '../support/limits';

test(
  'data of another version is named by its folder',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-version-'));
    const database = await openFolderDatabase(dataDir);
    try {
      await database.pool.query(
        "update drizzle.__drizzle_migrations set hash = 'another'; update dorsal_state set hash = 'another'; drop table coupons cascade",
      );
      const refused = await migrateDatabase(database).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DatabaseError);
      expect((refused as Error).message).toContain(`The data folder ${dataDir} was made by another version`);
      expect((refused as Error).message).toContain('DATA_DIR');
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  longer.timeout,
);
