import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { result_sets } from '@/resources/result_sets/result_sets';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const e = columnsOf(events, 'e');
const s = columnsOf(result_sets, 's');
const d = columnsOf(distances, 'd');

/** Published results of a distance that may be claimed. */
export interface ClaimableSet {
  readonly result_setid: number;
  readonly distanceid: number;
  readonly distance: string;
  readonly claim_until: string;
}
/** An event as its page for claims shows it. */
export interface Claimable {
  readonly eventid: number;
  readonly slug: string;
  readonly name: { readonly es: string; readonly en?: string };
  readonly timezone: string;
  readonly contact: string;
  /** Days in which a claim is answered. */
  readonly days: number;
  /** `over` says that there were results to claim, `none` that there are none yet. */
  readonly standing: 'open' | 'over' | 'none';
  readonly sets: readonly ClaimableSet[];
}

/** Which results of an event athletes may claim now; nothing where there is no such event. */
export const readClaimable = async (tx: Transaction, slug: string): Promise<Claimable | null> => {
  const event = await selectOne(
    tx,
    {
      eventid: e.eventid,
      name: value<Claimable['name']>(sql`${e.name}`),
      slug: value<string>(sql`${e.slug}`),
      timezone: value<string>(sql`${e.timezone}`),
      contact: value<string>(sql`coalesce(${e.contact_email}, '')`),
      isPublic: value<boolean>(sql`${e.published_at} is not null`),
      days: value<number>(sql`coalesce(${e.results_claim_days}, 2)`),
    },
    sql`from ${e} where ${e.slug} = ${slug} and ${e.deleted_at} is null`,
  );
  if (!event) return null;
  const sets = await select(
    tx,
    {
      result_setid: s.result_setid,
      distanceid: s.distanceid,
      distance: d.name,
      claim_until: value<string>(sql`${s.claim_until}`),
      isOpen: value<boolean>(sql`(${s.status} = 'provisional' and ${s.claim_until} > now())`),
    },
    sql`from ${s} join ${d} on ${d.distanceid} = ${s.distanceid} where ${s.eventid} = ${event.eventid} and ${s.status} in ('provisional', 'official') and ${s.deleted_at} is null
         order by ${d.sort}, ${d.distanceid}`,
  );
  if (sets.length === 0 && !event.isPublic) return null;
  const open = sets.filter(({ isOpen }) => isOpen);
  return { ...event, standing: open.length > 0 ? 'open' : sets.length > 0 ? 'over' : 'none', sets: open };
};
