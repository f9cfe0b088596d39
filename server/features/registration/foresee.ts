import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { bibs } from '@/resources/bibs/bibs';
import { coupons } from '@/resources/coupons/coupons';
import { distances } from '@/resources/distances/distances';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { wallets } from '@/resources/wallets/wallets';
import { waves } from '@/resources/waves/waves';
import type { ArrangeCall, Shortage } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { refusedCoupon } from './couponLimits';
import { pool, servingPools } from './effects/bibs';
import { noSize } from './effects/shirts';
import { noSeat } from './seats';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

/** Of those who want the same thing, in their order, the ones for whom nothing is left; `free` is null where there is no limit. */
const beyond = (wanting: readonly number[], free: number | null): readonly number[] =>
  free === null ? [] : wanting.slice(Math.max(0, free));
const i = columnsOf(inscriptions, 'i');

/** Groups records by a key that SQL computes; those without one want nothing. */
const groups = async (tx: Transaction, ids: readonly number[], key: SQL): Promise<ReadonlyMap<string, readonly number[]>> => {
  const found = await select(
    tx,
    { id: i.inscriptionid, group: value<string | null>(sql`(${key})::text`) },
    sql`from unnest(${ids}::bigint[]) with ordinality as asked (id, at) join ${i} on ${i.inscriptionid} = asked.id order by asked.at`,
  );
  const wanting = new Map<string, number[]>();
  for (const { id, group } of found) if (group !== null) wanting.set(group, [...(wanting.get(group) ?? []), id]);
  return wanting;
};
/** Those of the records of which a condition holds. */
const those = async (tx: Transaction, ids: readonly number[], condition: SQL): Promise<readonly number[]> =>
  (await groups(tx, ids, sql`case when ${condition} then 'all' end`)).get('all') ?? [];

const b = columnsOf(bibs, 'b');
const freeBibs = value<number>(
  sql`(select count(*) from ${b} where ${b.bib_poolid} = ${pool.bib_poolid} and ${b.state} = 'free' and ${b.deleted_at} is null)`,
);
/** Numbers: each pool is drawn from as the real work draws, until it is empty. */
export const foreseeNumbers = async ({
  tx,
  ids,
  input: { bib_poolid },
}: ArrangeCall<{ readonly bib_poolid?: number | null | undefined }>): Promise<readonly Shortage[]> => {
  const left = new Map<number, number>(),
    without: number[] = [];
  for (const [key, wanting] of await groups(
    tx,
    ids,
    sql`case when ${i.bibid} is null then concat_ws(' ', ${i.eventid}, ${i.distanceid}, ${i.gender}) end`,
  )) {
    const [eventid, distanceid, gender = null] = key.split(' ');
    let open = wanting.length;
    const serving = servingPools({ eventid: Number(eventid), distanceid: Number(distanceid), gender }, bib_poolid ?? null);
    for (const { id, free } of await select(tx, { id: pool.bib_poolid, free: freeBibs }, serving)) {
      const here = left.get(id) ?? free,
        drawn = Math.min(open, here);
      left.set(id, here - drawn);
      open -= drawn;
    }
    without.push(...beyond(wanting, wanting.length - open));
  }
  return [{ ids: without, refusal: conflict('POOL_EMPTY') }];
};

const d = columnsOf(distances);
const freeSeats = async (tx: Transaction, distanceid: number): Promise<number | null> => {
  const free = value<number | null>(sql`${d.capacity} - ${d.sold_count} - ${d.held_count}`);
  return (await selectOne(tx, { free }, sql`from ${d} where ${d.distanceid} = ${distanceid}`))?.free ?? null;
};

/** Seats of the distance to which all of them are to move. */
export const foreseeRace = async ({
  tx,
  ids,
  input: { distanceid },
}: ArrangeCall<{ readonly distanceid: number }>): Promise<readonly Shortage[]> => {
  const moving = await those(tx, ids, sql`${i.distanceid} <> ${distanceid}`);
  return [{ ids: beyond(moving, await freeSeats(tx, distanceid)), refusal: noSeat() }];
};

/** Seats of the distances to which closed registrations return. */
export const foreseeReturn = async ({ tx, ids }: ArrangeCall): Promise<readonly Shortage[]> => {
  const found: Shortage[] = [];
  for (const [distanceid, wanting] of await groups(tx, ids, sql`${i.distanceid}`))
    found.push({ ids: beyond(wanting, await freeSeats(tx, Number(distanceid))), refusal: noSeat() });
  return found;
};

const s = columnsOf(tshirt_stock);
const leftOf = value<number | null>(sql`case when ${s.oversell} then null else ${s.available} end`);
/** Shirts of one size, by model. */
export const foreseeSize = async ({
  tx,
  ids,
  input: { tshirt_modelid, tshirt_size },
}: ArrangeCall<{
  readonly tshirt_modelid?: number | null | undefined;
  readonly tshirt_size: NonNullable<Inscription['tshirt_size']>;
}>): Promise<readonly Shortage[]> => {
  const found: Shortage[] = [];
  const key = tshirt_modelid
    ? sql`${tshirt_modelid}::bigint`
    : sql`case when ${i.tshirt_size} is distinct from ${tshirt_size} then ${i.tshirt_modelid} end`;
  for (const [model, wanting] of await groups(tx, ids, key)) {
    const stock = await selectOne(
      tx,
      { left: leftOf },
      sql`from ${s} where ${s.tshirt_modelid} = ${Number(model)} and ${s.size} = ${tshirt_size} and ${s.deleted_at} is null`,
    );
    if (stock) found.push({ ids: beyond(wanting, stock.left), refusal: noSize(tshirt_size) });
  }
  return found;
};

const c = columnsOf(coupons);
const leftOfCoupon = {
  uses: value<number | null>(sql`${c.max_uses} - ${c.uses_count} - ${c.reserved_count}`),
  budget: value<number | null>(sql`${c.budget_cents} - ${c.spent_cents}`),
  type: c.type,
  off: c.value,
};
/** Uses of one coupon, and what is left of its budget where every use costs the same. */
export const foreseeCoupon = async ({
  tx,
  ids,
  input: { couponid },
}: ArrangeCall<{ readonly couponid: number }>): Promise<readonly Shortage[]> => {
  const coupon = await selectOne(tx, leftOfCoupon, sql`from ${c} where ${c.couponid} = ${couponid} and ${c.deleted_at} is null`);
  if (!coupon) return [];
  const { uses, budget, type, off } = coupon;
  const wanting = await those(tx, ids, sql`${i.couponid} is distinct from ${couponid}`);
  const affordable = type === 'amount' && off !== null && off > 0 && budget !== null ? Math.floor(budget / off) : null;
  const free = [uses, affordable].filter((each): each is number => each !== null);
  return [{ ids: beyond(wanting, free.length > 0 ? Math.min(...free) : null), refusal: refusedCoupon('COUPON_EXHAUSTED') }];
};

const w = columnsOf(wallets, 'w');
const inHand = sql`coalesce(${w.available_cents}, 0)`;
/** Money of the wallets from which a part is to be paid. */
export const foreseeWallets = async ({
  tx,
  ids,
  input: { wallet_cents },
}: ArrangeCall<{ readonly wallet_cents?: number | null | undefined }>): Promise<readonly Shortage[]> => {
  if (!wallet_cents) return [];
  const poor = await tx.asOwner(() =>
    select(
      tx,
      { id: i.inscriptionid, available: value<number>(inHand) },
      sql`from ${i} left join ${w} on ${w.web_userid} = ${i.web_userid} and ${w.deleted_at} is null where ${i.inscriptionid} = any(${ids}::bigint[]) and ${inHand} < ${wallet_cents}`,
    ),
  );
  return poor.map(({ id, available }) => ({
    ids: [id],
    refusal: conflict('WALLET_SHORT', [], { available: available / 100 }),
  }));
};

const v = columnsOf(waves);
const places = value<number | null>(sql`${v.capacity} - ${v.assigned_count}`);
/** Places of a wave. */
export const foreseeWave = async ({
  tx,
  ids,
  input: { waveid },
}: ArrangeCall<{ readonly waveid?: number | null | undefined }>): Promise<readonly Shortage[]> => {
  if (!waveid) return [];
  const joining = await those(tx, ids, sql`${i.waveid} is distinct from ${waveid}`);
  const wave = await selectOne(tx, { places }, sql`from ${v} where ${v.waveid} = ${waveid} and ${v.deleted_at} is null`);
  const refusal = invalid([{ path: 'waveid', code: 'CHECK_FAILED', rule: 'waves.assigned_within_capacity' }]);
  return [{ ids: beyond(joining, wave?.places ?? null), refusal }];
};
