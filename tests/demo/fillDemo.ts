import { createPasswords } from '../../server/auth/passwords';
import type { Database } from '../../server/database/openDatabase';
import { seedDemo } from '../../server/demo/seedDemo';
import { seedReference } from '../../server/reference/seedReference';
import { openTestDatabase } from '../support/database';

export const passwords = createPasswords('a secret of tests that is long enough');
export const total = 2000;

/** A database of its own with the demo data as they are at one certain hour. */
export const fillDemo = async (): Promise<Database> => {
  const made = await openTestDatabase();
  await seedReference(made.pool);
  await seedDemo(made.pool, { inscriptions: total, now: new Date('2026-05-14T17:20:00Z'), passwords });
  return made;
};
