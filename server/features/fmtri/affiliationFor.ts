import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectAll } from '../../kernel/select';
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
const holding = ({ eventid, distanceid, web_userid }: Entry) => sql`
  from ${e} join ${d} on ${d.eventid} = ${e.eventid} cross join ${u} join ${a} on ${a.affiliate_userid} = ${u.affiliate_userid}
   where ${e.eventid} = ${eventid} and ${d.distanceid} = ${distanceid} and ${u.web_userid} = ${web_userid} and ${u.status} = 'active' and ${u.deleted_at} is null and ${a.status} = 'active' and ${a.deleted_at} is null
     and ${raceDay} between ${a.starts_on} and ${a.ends_on} and not coalesce(${raceDay} between ${u.sanction_from} and ${u.sanction_until}, false)
     and case when cardinality(coalesce(${d.fmtri_affiliation_typeids}, '{}')) > 0 then ${a.typeid} = any(${d.fmtri_affiliation_typeids}) else ${a.audience} in ('atleta', 'infantil', 'elite', 'paratriatlon') end
   order by ${a.ends_on}, ${a.affiliationid} limit 1`;

/**
 * The affiliation with which an athlete enters a race that requires one, if they have it on that day. The register belongs to the
 * federation: no policy lets an organizer read it.
 */
export const affiliationFor = async (tx: Transaction, entry: Entry): Promise<number | null> => {
  if (!(await exists(tx, sql`from ${e} where ${e.eventid} = ${entry.eventid} and ${e.fmtri_required}`))) return null;
  const [affiliationid = null] = await tx.asOwner(() => selectAll(tx, a.affiliationid, holding(entry)));
  return affiliationid;
};
