import { createPasswords } from '../../server/auth/passwords';
import type { Database } from '../../server/database/openDatabase';
import { seedDemo } from '../../demo/seedDemo';

export const passwords = createPasswords('a secret of tests that is long enough');
export const total = 2000;

/** Writes the demo data into a database with the catalogues, as they are at one certain hour. */
export const fillDemo = ({ pool }: Pick<Database, 'pool'>): Promise<boolean> =>
  seedDemo(pool, { inscriptions: total, now: new Date('2026-05-14T17:20:00Z'), passwords });
