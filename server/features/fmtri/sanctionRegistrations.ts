import { statusGroups } from '@/domain/registration/lifecycle';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { today } from '../../kernel/dayOf';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { addLogs } from '../log/log';

const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const u = columnsOf(fmtri_affiliate_users, 'u');
const raceDay = sql`(coalesce(${d.start_at}, ${e.start_at}) at time zone ${e.timezone})::date`;

/** The days and the reason of a sanction. */
export interface SanctionTerms {
  readonly sanction_from: string;
  readonly sanction_until: string;
  readonly status_reason: string;
}

/**
 * Says on the registrations of a person for races of the federation that they are sanctioned on that day, or no longer. Works as the owner,
 * since registrations belong to organizations; their log takes it to the desks.
 */
export const sanctionRegistrations = (tx: Transaction, affiliate_userid: number, terms: SanctionTerms | null): Promise<void> =>
  tx.asOwner(async () => {
    const isHit = terms
      ? sql`coalesce(${e.fmtri_required}, false) and ${raceDay} >= ${today} and ${raceDay} between ${terms.sanction_from}::date and ${terms.sanction_until}::date`
      : sql`false`;
    const found = await select(
      tx,
      { inscriptionid: i.inscriptionid, eventid: i.eventid, until: i.sanction_until },
      sql`from ${u} join ${i} on ${i.web_userid} = ${u.web_userid} join ${d} on ${d.distanceid} = ${i.distanceid} join ${e} on ${e.eventid} = ${i.eventid}
         where ${u.affiliate_userid} = ${affiliate_userid} and ${i.deleted_at} is null
           and (${i.sanction_until} is not null or (${i.status} = any(${[...statusGroups.active, ...statusGroups.hold]}::text[]) and ${isHit}))
           order by ${i.inscriptionid} for no key update of i`,
    );
    const ids = found.map(({ inscriptionid }) => inscriptionid);
    if (ids.length === 0) return;
    const among = sql`any(${ids}::bigint[])`;
    const cleared = { sanction_from: null, sanction_until: null, sanction_reason: null };
    await updateAudited(tx, inscriptions, (row) => sql`${row.inscriptionid} = ${among}`, cleared);
    if (terms)
      await updateAudited(
        tx,
        inscriptions,
        (row) =>
          sql`${row.inscriptionid} in (select ${i.inscriptionid} from ${i} join ${d} on ${d.distanceid} = ${i.distanceid} join ${e} on ${e.eventid} = ${i.eventid} where ${i.inscriptionid} = ${among} and ${isHit})`,
        { sanction_from: terms.sanction_from, sanction_until: terms.sanction_until, sanction_reason: terms.status_reason },
      );
    const after = await select(
      tx,
      { inscriptionid: i.inscriptionid, eventid: i.eventid, until: i.sanction_until },
      sql`from ${i} where ${i.inscriptionid} = ${among} order by ${i.inscriptionid}`,
    );
    const before = new Map(found.map(({ inscriptionid, until }) => [inscriptionid, until]));
    await addLogs(
      tx,
      after.map((row) => [
        row,
        {
          status: 'data_updated',
          changes: [{ field: 'sanction_until', old: before.get(row.inscriptionid) ?? null, new: row.until }],
          reason: row.until === null ? null : terms?.status_reason,
          permissionKey: 'fmtri-affiliate-users',
          ...(tx.userid === null && { actor: 'system' as const }),
        },
      ]),
    );
  });
