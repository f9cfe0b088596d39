import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { numberIn, partOf, rowsIn } from '@/schema/unknown';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const e = columnsOf(waitlist_entries, 'e');
const o = columnsOf(waitlist_entries, 'o');

/** A place of a waiting list that ended with a merge, and what it was. */
export interface EndedPlace {
  readonly id: number;
  readonly status: 'waiting' | 'offered';
}

/** One person waits once for a distance: of two accounts the better place stays, which is a seat that is offered or else the longer wait. */
export const endSecondPlaces = async (
  tx: Transaction,
  people: readonly number[],
  duplicates: readonly number[],
  reason: string,
): Promise<readonly EndedPlace[]> => {
  const ended = await select(
    tx,
    { id: value<number>(sql`q.id`), status: value<EndedPlace['status']>(sql`q.status`) },
    sql`from (
      select ${e.waitlist_entryid} as id, ${e.status} as status, row_number() over (partition by ${e.distanceid} order by coalesce(${e.inscriptionid} = any(${duplicates}::bigint[]), false), ${e.status} = 'offered' desc, ${e.created}, ${e.waitlist_entryid}) as place
        from ${e} where ${e.web_userid} = any(${people}::bigint[]) and ${e.status} in ('waiting', 'offered') and ${e.deleted_at} is null
    ) q where q.place > 1 order by q.id`,
  );
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0)
    await updateAudited(tx, waitlist_entries, (entry) => sql`${entry.waitlist_entryid} = any(${ids}::bigint[])`, {
      status: 'withdrawn',
      withdrawn_because: 'registered',
      reason,
    });
  return ended;
};

/** Places that a merge ended are there again, unless their person waits again meanwhile. */
export const returnPlaces = async (tx: Transaction, places: unknown): Promise<void> => {
  for (const place of rowsIn(places)) {
    const id = numberIn(partOf(place, 'id'));
    if (id === null || id === undefined) continue;
    await updateAudited(
      tx,
      waitlist_entries,
      (entry) => sql`${entry.waitlist_entryid} = ${id} and ${entry.status} = 'withdrawn' and not exists (
        select 1 from ${o} where ${o.distanceid} = ${entry.distanceid} and ${o.web_userid} = ${entry.web_userid} and ${o.status} in ('waiting', 'offered') and ${o.deleted_at} is null)`,
      { status: partOf(place, 'status') === 'offered' ? 'offered' : 'waiting', withdrawn_because: null, reason: null },
    );
  }
};
