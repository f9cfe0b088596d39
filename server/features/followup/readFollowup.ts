import type pg from 'pg';
import { statusGroups } from '@/domain/registration/lifecycle';
import { followup_links, partsOfKind } from '@/resources/followup_links/followup_links';
import type { Followup } from '@/domain/web/followup';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { timeLimits } from '../../database/timeLimits';
import { withOwner } from '../../database/transaction';
import { tokenHash } from './linkSecrets';
import { followup_secrets } from '../../database/tables';
import { columnsOf, type Expression } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { runnerOf } from '../../kernel/runnerOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

/** An open link, as only the server sees it. */
export interface OpenLink {
  readonly followupid: number;
  readonly eventid: number;
  readonly title: string;
  readonly kind: keyof typeof partsOfKind;
  readonly fields: readonly string[];
  readonly passwordHash: string | null;
}

const l = columnsOf(followup_links, 'l');
const secret = columnsOf(followup_secrets, 's');
const e = columnsOf(events, 'e');
const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const s = columnsOf(result_sets, 's');
const r = columnsOf(results, 'r');
const link = columnsOf(followup_links);

/** The link of a token; null when it is unknown, expired or revoked, which look the same to the visitor. */
export const findLink = async (pool: pg.Pool, token: string): Promise<OpenLink | null> => {
  const found = await selectOne(
    runnerOf(pool),
    {
      followupid: l.followupid,
      eventid: l.eventid,
      title: l.title,
      kind: l.kind,
      fields: l.fields,
      passwordHash: secret.password_hash,
    },
    sql`from ${secret} join ${l} on ${l.followupid} = ${secret.followupid} join ${e} on ${e.eventid} = ${l.eventid} and ${e.deleted_at} is null
     where ${secret.token_hash} = ${tokenHash(token)} and ${l.deleted_at} is null and ${l.revoked_at} is null and ${l.expires_at} > now()`,
  );
  return found ?? null;
};

/** Counts one view of a link; false when the maximum is reached. */
export const countView = async (pool: pg.Pool, { followupid }: OpenLink): Promise<boolean> => {
  const counted = await selectOne(
    runnerOf(pool),
    { followupid: link.followupid },
    (list) =>
      sql`update ${link} set ${link.views} = ${link.views} + 1, ${link.last_view_at} = now() where ${link.followupid} = ${followupid} and (${link.max_views} is null or ${link.views} < ${link.max_views}) returning ${list}`,
  );
  return counted !== undefined;
};

const inGroup = (group: 'active' | 'hold'): SQL =>
  sql`${i.status} in (${sql.raw(statusGroups[group].map((status) => `'${status}'`).join(', '))})`;
const active = inGroup('active'),
  hold = inGroup('hold');
const tally = (condition: SQL): Expression<number> => value<number>(sql`count(${i.status}) filter (where ${condition})::int`);
const counts = { active: tally(active), hold: tally(hold), out: tally(sql`not (${active} or ${hold})`) };
const ofActive = (condition: SQL): Expression<number> => tally(sql`${active} and ${condition}`);

const eventFacts = {
  name: value<Followup['event']['name']>(sql`${e.name}`),
  start_at: e.start_at,
  status: e.status,
  city: value<string>(sql`${e.city}`),
  capacity: e.capacity,
};
const athleteCounts = {
  numbered: ofActive(sql`${i.status} = 'assign_number'`),
  cleared: ofActive(sql`${i.exoneration_status} in ('signed', 'not_required')`),
  delivered: ofActive(sql`${i.kit_status} = 'delivered'`),
  arrived: ofActive(sql`${i.checked_in_at} is not null`),
};
const allCounts = {
  ...counts,
  delivered: athleteCounts.delivered,
  partial: ofActive(sql`${i.kit_status} = 'partial'`),
  pending: ofActive(sql`${i.kit_status} in ('pending', 'returned')`),
};
const distanceCounts = { name: d.name, capacity: d.capacity, ...counts };
const ended = (status: 'finished' | 'DNF' | 'DNS' | 'DQ'): Expression<number> =>
  value<number>(sql`count(*) filter (where ${r.status} = ${sql.raw(`'${status}'`)})::int`);
const resultCounts = {
  name: d.name,
  official: value<boolean>(sql`s.status = 'official'`),
  finished: ended('finished'),
  dnf: ended('DNF'),
  dns: ended('DNS'),
  dq: ended('DQ'),
};
const { result_setid, status, distanceid, revision } = s;
/** The last published times of every distance. */
const published = sql`
  from ${d} join lateral (select ${result_setid} as result_setid, ${status} as status from ${s} where ${distanceid} = ${d.distanceid} and ${status} in ('provisional', 'official') order by ${revision} desc limit 1) s on true
  join ${r} on ${r.result_setid} = s.result_setid
 group by ${d.distanceid}, ${d.name}, ${d.sort}, s.status order by ${d.sort}, ${d.distanceid}`;
const byDistance = sql`
  from ${d} left join ${i} on ${i.distanceid} = ${d.distanceid} group by ${d.distanceid}, ${d.name}, ${d.capacity}, ${d.sort} order by ${d.sort}, ${d.distanceid}`;

/** Reads the counts of the event of a link, under a role that sees only this event and no personal data. */
export const readFollowup = (pool: pg.Pool, { eventid, title, kind, fields }: OpenLink): Promise<Followup> =>
  withOwner(
    pool,
    async (client) => {
      await client.query(`set local role dorsal_public; set local app.event = '${Number(eventid)}'`);
      const has = (part: (typeof partsOfKind)['organizer_stats'][number]): boolean =>
        fields.includes(part) && partsOfKind[kind].includes(part);
      const runner = runnerOf(client);
      const event = await selectOne(runner, eventFacts, sql`from ${e}`);
      const all = await selectOne(runner, allCounts, sql`from ${i}`);
      if (!event || !all) throw notFound();
      const times = has('results') ? await select(runner, resultCounts, published) : [];
      const athletes = has('athletes') ? await selectOne(runner, athleteCounts, sql`from ${i}`) : undefined;
      const races = has('distances') ? await select(runner, distanceCounts, byDistance) : [];
      return {
        title,
        event: { name: event.name, start_at: event.start_at, city: event.city, status: event.status },
        active: all.active,
        ...(has('statuses') && { statuses: { active: all.active, hold: all.hold, out: all.out } }),
        ...(has('capacity') && { capacity: event.capacity }),
        ...(has('distances') && {
          distances: races.map((row) => ({
            name: row.name,
            active: row.active,
            hold: row.hold,
            out: row.out,
            capacity: has('capacity') ? row.capacity : null,
          })),
        }),
        ...(athletes && { athletes }),
        ...(has('results') && { results: times }),
        ...(has('delivery') && { delivery: { delivered: all.delivered, partial: all.partial, pending: all.pending } }),
      };
    },
    timeLimits(pool, 'read'),
  );
