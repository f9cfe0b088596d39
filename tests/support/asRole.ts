import type pg from 'pg';
import { withOwner } from '../../server/database/transaction';

/** Who a request works as. */
export interface RequestRole {
  readonly role: 'tenant' | 'platform';
  readonly organizationid: number | null;
  readonly userid: number | null;
}

/** Runs work in one transaction under the policies, as the role, organization and person that a request would have. */
export const asRole = <T>(
  pool: pg.Pool,
  { role, organizationid, userid }: RequestRole,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  withOwner(pool, async (client) => {
    await client.query(`set local role dorsal_${role}`);
    await client.query("select set_config('app.org', $1, true), set_config('app.userid', $2, true)", [
      String(organizationid ?? ''),
      String(userid ?? ''),
    ]);
    return work(client);
  });
