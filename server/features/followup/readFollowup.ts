import type pg from 'pg';
import { statusGroups } from '@/domain/registration/lifecycle';
import { partsOfKind } from '@/resources/followup_links/followup_links';
import type { Followup } from '@/domain/web/followup';
import { withOwner } from '../../database/transaction';
import { tokenHash } from './linkSecrets';

/** A link that is still open, as the server alone sees it. */
export interface OpenLink {
  readonly followupid: number;
  readonly eventid: number;
  readonly title: string;
  readonly kind: keyof typeof partsOfKind;
  readonly fields: readonly string[];
  readonly passwordHash: string | null;
}

const linkSql = `select l.followupid, l.eventid, l.title, l.kind, l.fields, s.password_hash from followup_secrets s join followup_links l using (followupid) join events e on e.eventid = l.eventid and e.deleted_at is null
  where s.token_hash = $1 and l.deleted_at is null and l.revoked_at is null and l.expires_at > now()`;

/** The link that a token opens; null when it is unknown, expired or revoked, which nobody can tell apart. */
export const findLink = async (pool: pg.Pool, token: string): Promise<OpenLink | null> => {
  const {
    rows: [row],
  } = await pool.query(linkSql, [tokenHash(token)]);
  return row
    ? {
        followupid: Number(row.followupid),
        eventid: Number(row.eventid),
        title: row.title,
        kind: row.kind,
        fields: row.fields,
        passwordHash: row.password_hash,
      }
    : null;
};

/** Counts one look at a link; false when it has been looked at as often as it may. */
export const countView = async (pool: pg.Pool, { followupid }: OpenLink): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'update followup_links set views = views + 1, last_view_at = now() where followupid = $1 and (max_views is null or views < max_views)',
    [followupid],
  );
  return rowCount === 1;
};

const inGroup = (group: 'active' | 'hold'): string => `i.status in (${statusGroups[group].map((status) => `'${status}'`).join(', ')})`;
const active = inGroup('active'),
  hold = inGroup('hold');
const countsSql = `count(*) filter (where ${active})::int as active, count(*) filter (where ${hold})::int as hold, count(*) filter (where not (${active} or ${hold}))::int as out`;
const kitSql = (condition: string): string => `count(*) filter (where ${active} and ${condition})::int`;

const athletesSql = `select ${kitSql("status = 'assign_number'")} as numbered, ${kitSql("exoneration_status in ('signed', 'not_required')")} as cleared, ${kitSql("kit_status = 'delivered'")} as delivered, ${kitSql('checked_in_at is not null')} as arrived from inscriptions i`;
const ended = ['finished', 'DNF', 'DNS', 'DQ'] as const;
/** Of every distance the newest times that were published. */
const resultsSql = `select d.name, s.status = 'official' as official, ${ended.map((status) => `count(*) filter (where r.status = '${status}')::int as ${status.toLowerCase()}`).join(', ')}
  from distances d join lateral (select result_setid, status from result_sets where distanceid = d.distanceid and status in ('provisional', 'official') order by revision desc limit 1) s on true join results r on r.result_setid = s.result_setid
 group by d.distanceid, d.name, d.sort, s.status order by d.sort, d.distanceid`;

/** Reads the counts of the event of a link under a role that sees this one event and no column that says who anybody is. */
export const readFollowup = (pool: pg.Pool, { eventid, title, kind, fields }: OpenLink): Promise<Followup> =>
  withOwner(pool, async (client) => {
    await client.query(`set local role dorsal_public; set local app.event = '${Number(eventid)}'`);
    const has = (part: (typeof partsOfKind)['organizer_stats'][number]): boolean =>
      fields.includes(part) && partsOfKind[kind].includes(part);
    const {
      rows: [event],
    } = await client.query('select name, start_at, city, capacity from events');
    const {
      rows: [all],
    } = await client.query(
      `select ${countsSql}, ${kitSql("kit_status = 'delivered'")} as delivered, ${kitSql("kit_status = 'partial'")} as partial, ${kitSql("kit_status in ('pending', 'returned')")} as pending from inscriptions i`,
    );
    const { rows: results } = has('results') ? await client.query(resultsSql) : { rows: [] };
    const {
      rows: [athletes],
    } = has('athletes') ? await client.query(athletesSql) : { rows: [] };
    const { rows: distances } = has('distances')
      ? await client.query(
          `select d.name, d.capacity, ${countsSql.replace(/count\(\*\)/g, 'count(i.status)')} from distances d left join inscriptions i on i.distanceid = d.distanceid group by d.distanceid, d.name, d.capacity, d.sort order by d.sort, d.distanceid`,
        )
      : { rows: [] };
    return {
      title,
      event: { name: event.name, start_at: new Date(event.start_at).toISOString(), city: event.city },
      active: all.active,
      ...(has('statuses') && { statuses: { active: all.active, hold: all.hold, out: all.out } }),
      ...(has('capacity') && { capacity: event.capacity }),
      ...(has('distances') && {
        distances: distances.map((row) => ({
          name: row.name,
          active: row.active,
          hold: row.hold,
          out: row.out,
          capacity: has('capacity') ? row.capacity : null,
        })),
      }),
      ...(athletes && { athletes }),
      ...(has('results') && { results }),
      ...(has('delivery') && { delivery: { delivered: all.delivered, partial: all.partial, pending: all.pending } }),
    };
  });
