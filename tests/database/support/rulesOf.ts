import type pg from 'pg';
import { foundRules, plainNames } from '../../../server/database/rules/foundRules';
import { withOwner } from '../../../server/database/transaction';

/** The rules that a database has, as it tells them, by their names. */
export const rulesOf = (pool: pg.Pool): Promise<Readonly<Record<string, string>>> =>
  withOwner(pool, async (client) => {
    await client.query(plainNames);
    return Object.fromEntries([...(await foundRules(client))].sort());
  });
