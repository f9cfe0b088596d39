import type pg from 'pg';

/** A change that no snapshot contains, so that every total is counted again. */
const farXid = '4611686018427387904';

/** Has every total counted each time, or lets the server answer those that nothing has changed. */
export const countAgain = async (pool: Pick<pg.Pool, 'query'>, isOn: boolean): Promise<void> => {
  await pool.query(
    isOn
      ? `insert into list_changes (resource, xid, organizationid, eventid) values ('inscriptions', '${farXid}', 0, 0) on conflict do nothing`
      : `delete from list_changes where xid = '${farXid}'`,
  );
};
