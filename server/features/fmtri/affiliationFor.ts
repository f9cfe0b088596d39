import type { Transaction } from '../../kernel/transaction';

const requiredSql = 'select 1 from events where eventid = $1 and fmtri_required';
/** The first to run out, of those that hold on the day of the race and that the race admits. */
const holdingSql = `
  select a.affiliationid from events e join distances d using (eventid) cross join fmtri_affiliate_users u join fmtri_affiliations a using (affiliate_userid)
   where e.eventid = $1 and d.distanceid = $2 and u.web_userid = $3 and u.status = 'active' and u.deleted_at is null and a.status = 'active' and a.deleted_at is null
     and (coalesce(d.start_at, e.start_at) at time zone e.timezone)::date between a.starts_on and a.ends_on
     and case when cardinality(coalesce(d.fmtri_affiliation_typeids, '{}')) > 0 then a.typeid = any(d.fmtri_affiliation_typeids) else a.audience in ('atleta', 'infantil', 'elite', 'paratriatlon') end
   order by a.ends_on, a.affiliationid limit 1`;

/** The affiliation with which an athlete enters a race that asks for one, if they hold it on its day. The register is the federation's: no policy lets an organizer read it. */
export const affiliationFor = async (
  tx: Transaction,
  { eventid, distanceid, web_userid }: Readonly<Record<string, unknown>>,
): Promise<number | null> => {
  if ((await tx.run(requiredSql, [eventid])).length === 0) return null;
  const [[affiliationid] = []] = await tx.asOwner(() => tx.run(holdingSql, [eventid, distanceid, web_userid]));
  return affiliationid === undefined ? null : Number(affiliationid);
};
