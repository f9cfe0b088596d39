import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { tokenHash } from '../server/features/followup/linkSecrets';
import { iso, type Calendar } from './calendar';

/** Links that organizers shared for the next events. Their tokens were shown once and are unknown. */
export const fillPublicLinks = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const { rows } = await client.query<{ followupid: string }>(
    `
    insert into followup_links (eventid, title, kind, fields, expires_at, views, last_view_at, revoked_at, created)
    select e.eventid, l.title, l.kind, l.fields, greatest(e.start_at, $1::timestamptz) + interval '7 days', l.views, $1::timestamptz - interval '3 hours', case when l.revoked then $1::timestamptz - interval '2 days' end, $1::timestamptz - interval '20 days'
      from (select * from events where deleted_at is null and start_at > $1::timestamptz order by start_at, eventid limit 6) e
      cross join (values
        ('Patrocinador principal', 'organizer_stats', array['distances', 'statuses', 'capacity']::text[], 42, false),
        ('Equipo de entrega', 'delivery_progress', array['delivery']::text[], 8, false),
        ('Municipio', 'organizer_stats', array['distances', 'capacity']::text[], 3, true),
        ('Puesto de mando', 'athlete_status', array['statuses', 'athletes']::text[], 5, false),
        ('Prensa', 'results', array['results']::text[], 0, false)) as l (title, kind, fields, views, revoked)
    returning followupid`,
    [iso(now)],
  );
  await client.query('insert into followup_secrets (followupid, token_hash) select * from unnest($1::bigint[], $2::text[])', [
    rows.map(({ followupid }) => followupid),
    rows.map(() => tokenHash(randomBytes(24).toString('hex'))),
  ]);
};
