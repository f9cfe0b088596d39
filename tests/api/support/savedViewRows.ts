import type pg from 'pg';

/** A view that a person keeps of the list of events. */
export const addSavedView = async (
  client: Pick<pg.ClientBase, 'query'>,
  userid: number,
  organizationid: number,
): Promise<{ readonly saved_views: number }> => {
  const { rows } = await client.query<{ saved_viewid: number }>(
    `insert into saved_views (organizationid, userid, resource, name, state) values ($1, $2, 'events', 'Las mías', '{"q": "maratón"}') returning saved_viewid`,
    [organizationid, userid],
  );
  return { saved_views: Number(rows[0]!.saved_viewid) };
};
