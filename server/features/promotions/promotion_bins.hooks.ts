import { promotion_bins, type PromotionBin } from '@/resources/promotion_bins/promotion_bins';
import { conflicts, judged, standing, type Venue } from '@/domain/web/promotionBins';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { readAllStored } from '../../api/list/stored';

/** Saves of promotions wait for each other: two that begin to ask for the same card at once would not see each other. */
const conflictLock = 5_220_117,
  mostConflicts = 200;
const nearSql = `
  select o.promotion_binid from promotion_bins p join promotion_bins o on o.promotion_binid <> p.promotion_binid and o.bins && p.bins and o.starts_at < p.ends_at and p.starts_at < o.ends_at
   where p.promotion_binid = $1 and o.deleted_at is null and o.status = any($2::text[])`;
const ownSql = 'update promotion_bins set conflict_promotion_binids = $2::bigint[] where promotion_binid = $1';
const othersSql = `
  update promotion_bins set conflict_promotion_binids = case when promotion_binid = any($2::bigint[]) then (select array_agg(distinct each order by each) from unnest(array_append(conflict_promotion_binids, $1::bigint)) each)
                                                           else nullif(array_remove(conflict_promotion_binids, $1::bigint), '{}') end
   where promotion_binid <> $1 and (promotion_binid = any($2::bigint[])) <> coalesce(conflict_promotion_binids @> array[$1::bigint], false)
     and (cardinality(conflict_promotion_binids) is null or cardinality(conflict_promotion_binids) < ${mostConflicts} or not promotion_binid = any($2::bigint[]))`;
const venuesSql = `
  select e.eventid, e.organizationid, e.region, coalesce(array_agg(d.distanceid) filter (where d.distanceid is not null), '{}')
    from events e left join distances d on d.eventid = e.eventid and d.deleted_at is null where e.eventid = any($1::bigint[]) and e.deleted_at is null group by e.eventid`;
const namedSql = 'select promotion_binid from promotion_bins where (bins @> array[$1] or bins @> array[$2]) and deleted_at is null';

const venuesOf = async (tx: Transaction, eventids: readonly number[]): Promise<readonly Venue[]> =>
  (await tx.run(venuesSql, [eventids])).map(([eventid, organizationid, region, distances]) => ({
    eventid: Number(eventid),
    organizationid: Number(organizationid),
    region: String(region),
    distanceids: (distances as readonly unknown[]).map(Number),
  }));
const read = async (tx: Transaction, ids: readonly number[]): Promise<readonly PromotionBin[]> =>
  [...(await readAllStored(tx, promotion_bins, ids)).values()].map(({ row }) => row as unknown as PromotionBin);

const conflictsOf = async (tx: Transaction, id: number): Promise<readonly number[]> => {
  const near = (await tx.run(nearSql, [id, standing])).map(([other]) => Number(other));
  const all = await read(tx, [id, ...near]);
  const venues = await venuesOf(
    tx,
    all.flatMap(({ eventids }) => eventids ?? []),
  );
  const one = all.find(({ promotion_binid }) => promotion_binid === id);
  return one
    ? all
        .filter((other) => other !== one && conflicts(one, other, venues))
        .map(({ promotion_binid }) => promotion_binid)
        .sort((left, right) => left - right)
        .slice(0, mostConflicts)
    : [];
};

/** Writes on both sides which promotions ask for the same card; nobody's version moves, since nobody edited them. Answers how many there are. */
const settleConflicts = async (tx: Transaction, id: number, isGone = false): Promise<number> => {
  await tx.run('select pg_advisory_xact_lock($1)', [conflictLock]);
  const found = isGone ? [] : await conflictsOf(tx, id);
  await tx.run(ownSql, [id, found.length > 0 ? found : null]);
  await tx.run(othersSql, [id, found]);
  return found.length;
};

const countConflicts = async ({ tx, id }: { readonly tx: Transaction; readonly id: number }): Promise<{ readonly conflicts: number }> => ({
  conflicts: await settleConflicts(tx, id),
});

/** What happens around a promotion of cards that only the server knows: its conflicts, and which promotion a card gets. */
export const promotionBinsHooks = defineHooks(promotion_bins, {
  beforeWrite: async ({ tx, verb, before }) => {
    if (verb === 'delete') await settleConflicts(tx, Number(before?.['promotion_binid']), true);
  },
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await settleConflicts(tx, id);
  },
  actions: {
    activate: countConflicts,
    pause: countConflicts,
    end: async ({ tx, id }) => {
      await settleConflicts(tx, id);
    },
    test: async ({ tx, input: { bin, eventid, at } }) => {
      const [venue = null] = eventid ? await venuesOf(tx, [eventid]) : [];
      if (eventid && !venue) throw invalid([{ path: 'input.eventid', code: 'INVALID_REFERENCE' }]);
      const named = await read(
        tx,
        (await tx.run(namedSql, [bin.slice(0, 6), bin.slice(0, 8)])).map(([id]) => Number(id)),
      );
      return {
        promotions: judged(named, bin, at ? Date.parse(at) : Date.now(), venue).map(
          ({ promotion: { promotion_binid, name, bank, status, priority, discount_type, value, installments }, digits, verdict }) => ({
            promotion_binid,
            name,
            bank,
            status,
            priority,
            discount_type,
            value,
            installments,
            digits,
            verdict,
          }),
        ),
      };
    },
  },
});
