import { promotion_bins, type PromotionBin } from '@/resources/promotion_bins/promotion_bins';
import { conflicts, judged, standing, type Venue } from '@/domain/web/promotionBins';
import { statusGroups } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { readAllStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** Saves of promotions wait for each other: two simultaneous ones that ask for the same card would not see each other. */
const conflictLock = 5_220_117,
  mostConflicts = 200;
const p = columnsOf(promotion_bins, 'p');
const o = columnsOf(promotion_bins, 'o');
const b = columnsOf(promotion_bins);
const e = columnsOf(events, 'e');
const d = columnsOf(distances, 'd');
const n = columnsOf(inscriptions, 'n');
/** Registrations that take a use. */
export const taking: readonly string[] = [...statusGroups.hold, ...statusGroups.active, ...statusGroups.disputed];

/** Promotions with some of the same cards at overlapping times. */
const nearTo = (tx: Transaction, id: number): Promise<readonly number[]> =>
  selectAll(
    tx,
    o.promotion_binid,
    sql`from ${p} join ${o} on ${o.promotion_binid} <> ${p.promotion_binid} and ${o.bins} && ${p.bins} and ${o.starts_at} < ${p.ends_at} and ${p.starts_at} < ${o.ends_at}
     where ${p.promotion_binid} = ${id} and ${o.deleted_at} is null and ${o.status} = any(${standing}::text[])`,
  );
/** The promotions that name a BIN. */
export const namedBy = (tx: Transaction, bin: string): Promise<readonly number[]> =>
  selectAll(
    tx,
    b.promotion_binid,
    sql`from ${b} where (${b.bins} @> array[${bin.slice(0, 6)}] or ${b.bins} @> array[${bin.slice(0, 8)}]) and ${b.deleted_at} is null`,
  );
const writeOwn = (tx: Transaction, id: number, found: readonly number[]): Promise<void> =>
  execute(
    tx,
    sql`update ${b} set ${b.conflict_promotion_binids} = ${found.length > 0 ? found : null}::bigint[] where ${b.promotion_binid} = ${id}`,
  );
const writeOthers = (tx: Transaction, id: number, found: readonly number[]): Promise<void> => {
  const list = b.conflict_promotion_binids;
  const isFound = sql`${b.promotion_binid} = any(${found}::bigint[])`;
  return execute(
    tx,
    sql`update ${b} set ${list} = case when ${isFound} then (select array_agg(distinct each order by each) from unnest(array_append(${list}, ${id}::bigint)) each)
                                   else nullif(array_remove(${list}, ${id}::bigint), '{}') end
         where ${b.promotion_binid} <> ${id} and (${isFound}) <> coalesce(${list} @> array[${id}::bigint], false)
           and (cardinality(${list}) is null or cardinality(${list}) < ${sql.raw(String(mostConflicts))} or not ${isFound})`,
  );
};

/** The parts of events that the scopes of promotions depend on. */
export const venuesOf = (tx: Transaction, eventids: readonly number[]): Promise<readonly Venue[]> =>
  select(
    tx,
    {
      eventid: e.eventid,
      organizationid: value<number>(sql`${e.organizationid}`),
      region: e.region,
      distanceids: value<readonly number[]>(sql`coalesce(array_agg(${d.distanceid}) filter (where ${d.distanceid} is not null), '{}')`),
    },
    sql`from ${e} left join ${d} on ${d.eventid} = ${e.eventid} and ${d.deleted_at} is null where ${e.eventid} = any(${eventids}::bigint[]) and ${e.deleted_at} is null group by ${e.eventid}`,
  );
/** Promotions by their keys. */
export const readPromotions = async (tx: Transaction, ids: readonly number[]): Promise<readonly PromotionBin[]> =>
  [...(await readAllStored(tx, promotion_bins, ids)).values()].map(({ row }) => row as PromotionBin);

const conflictsOf = async (tx: Transaction, id: number): Promise<readonly number[]> => {
  const near = await nearTo(tx, id);
  const all = await readPromotions(tx, [id, ...near]);
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

/**
 * Stores on both sides which promotions ask for the same card. No version is raised, because nobody edited them. Answers how many there
 * are.
 */
const settleConflicts = async (tx: Transaction, id: number, isGone = false): Promise<number> => {
  await execute(tx, sql`select pg_advisory_xact_lock(${conflictLock})`);
  const found = isGone ? [] : await conflictsOf(tx, id);
  await writeOwn(tx, id, found);
  await writeOthers(tx, id, found);
  return found.length;
};

const countConflicts = async ({ tx, id }: { readonly tx: Transaction; readonly id: number }): Promise<{ readonly conflicts: number }> => ({
  conflicts: await settleConflicts(tx, id),
});

/** The server's rules for a promotion of cards: its conflicts, and which promotion a card gets. */
export const promotionBinsHooks = defineHooks(promotion_bins, {
  beforeWrite: async ({ tx, verb, before }) => {
    if (verb === 'delete') await settleConflicts(tx, Number(before?.['promotion_binid']), true);
  },
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await settleConflicts(tx, id);
  },
  actions: {
    uses: async ({ tx, id }) => ({
      events: await select(
        tx,
        {
          eventid: e.eventid,
          name: e.name,
          uses: value<number>(sql`count(*)::int`),
          spent_cents: value<number>(sql`sum(${n.promotion_discount_cents})::int`),
        },
        sql`from ${n} join ${e} on ${e.eventid} = ${n.eventid} where ${n.promotion_binid} = ${id} and ${n.status} = any(${taking}::text[]) and ${n.deleted_at} is null
           group by ${e.eventid} order by count(*) desc, ${e.eventid} limit 200`,
      ),
    }),
    activate: countConflicts,
    pause: countConflicts,
    end: async ({ tx, id }) => {
      await settleConflicts(tx, id);
    },
    test: async ({ tx, input: { bin, eventid, at } }) => {
      const [venue = null] = eventid ? await venuesOf(tx, [eventid]) : [];
      if (eventid && !venue) throw invalid([{ path: 'input.eventid', code: 'INVALID_REFERENCE' }]);
      const named = await readPromotions(tx, await namedBy(tx, bin));
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
