import type pg from 'pg';

/** A follow-up link of an event, open for a week. */
export const addPublicLinks = async (client: Pick<pg.ClientBase, 'query'>, eventid: number): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await client.query(
    "insert into followup_links (eventid, title, expires_at) values ($1, 'Patrocinadores', now() + interval '7 days') returning followupid",
    [eventid],
  );
  return { followup_links: Number(rows[0].followupid) };
};
