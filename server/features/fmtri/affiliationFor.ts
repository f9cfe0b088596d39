import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { nth } from '@/schema/must';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events, 'e');
const d = columnsOf(distances, 'd');
const u = columnsOf(fmtri_affiliate_users, 'u');
const a = columnsOf(fmtri_affiliations, 'a');
const raceDay = sql`(coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date`;
interface Entry {
  readonly eventid: number;
  readonly distanceid: number;
  readonly web_userid: number;
}
/** The first one to expire among those that are valid on the day of the race and that the race accepts; none where the person is sanctioned on that day. */
const held = sql`
  select ${a.affiliationid} as affiliationid from ${e} join ${d} on ${d.eventid} = ${e.eventid} cross join ${u} join ${a} on ${a.affiliate_userid} = ${u.affiliate_userid}
   where ${e.eventid} = of.eventid and ${d.distanceid} = of.distanceid and ${u.web_userid} = of.web_userid and ${u.status} = 'active' and ${u.deleted_at} is null and ${a.status} = 'active' and ${a.deleted_at} is null
     and ${raceDay} between ${a.starts_on} and ${a.ends_on} and not coalesce(${raceDay} between ${u.sanction_from} and ${u.sanction_until}, false)
     and case when cardinality(coalesce(${d.fmtri_affiliation_typeids}, '{}')) > 0 then ${a.typeid} = any(${d.fmtri_affiliation_typeids}) else ${a.audience} in ('atleta', 'infantil', 'elite', 'paratriatlon') end
   order by ${a.ends_on}, ${a.affiliationid} limit 1`;

/**
 * The affiliation with which each of some athletes enters a race that requires one, if they have it on that day. The register belongs to
 * the federation: no policy lets an organizer read it.
 */
export const affiliationsFor = async (tx: Transaction, entries: readonly Entry[]): Promise<readonly (number | null)[]> => {
  const eventids = [...new Set(entries.map(({ eventid }) => eventid))];
  const requiring = await selectAll(tx, e.eventid, sql`from ${e} where ${e.eventid} = any(${eventids}::bigint[]) and ${e.fmtri_required}`);
  if (requiring.length === 0) return entries.map(() => null);
  const [places, races, people] = [
    entries.map(({ eventid }) => (requiring.includes(eventid) ? eventid : null)),
    entries.map(({ distanceid }) => distanceid),
    entries.map(({ web_userid }) => web_userid),
  ];
  return tx.asOwner(() =>
    selectAll(
      tx,
      value<number | null>(sql`h.affiliationid`),
      sql`from unnest(${places}::bigint[], ${races}::bigint[], ${people}::bigint[]) with ordinality as of (eventid, distanceid, web_userid, at) left join lateral (${held}) h on true order by of.at`,
    ),
  );
};
/** The same of one athlete. */
export const affiliationFor = async (tx: Transaction, entry: Entry): Promise<number | null> => nth(await affiliationsFor(tx, [entry]), 0);
