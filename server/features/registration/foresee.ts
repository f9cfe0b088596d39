import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { ArrangeCall, Shortage } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { refusedCoupon } from './couponLimits';
import { servingPools } from './effects/bibs';
import { noSize } from './effects/shirts';
import { noSeat } from './seats';

/** Of those who want the same thing, in their order, the ones for whom nothing is left; `free` is null where there is no limit. */
const beyond = (wanting: readonly number[], free: number | null): readonly number[] =>
  free === null ? [] : wanting.slice(Math.max(0, free));
const whole = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** Groups records by a key that SQL computes; those without one want nothing. */
const groups = async (tx: Transaction, ids: readonly number[], key: string): Promise<ReadonlyMap<string, readonly number[]>> => {
  const found = await tx.run(
    `select i.inscriptionid, (${key})::text from unnest($1::bigint[]) with ordinality as asked (id, at) join inscriptions i on i.inscriptionid = asked.id order by asked.at`,
    [ids],
  );
  const wanting = new Map<string, number[]>();
  for (const [id, group] of found) {
    if (group === null) continue;
    const list = wanting.get(String(group)) ?? wanting.set(String(group), []).get(String(group))!;
    list.push(Number(id));
  }
  return wanting;
};

const poolsSql = `select p.bib_poolid, (select count(*) from bibs b where b.bib_poolid = p.bib_poolid and b.state = 'free' and b.deleted_at is null) ${servingPools}`;
/** Numbers: each pool is drawn from as the real work draws, until it is empty. */
export const foreseeNumbers = async ({
  tx,
  ids,
  input: { bib_poolid },
}: ArrangeCall<{ readonly bib_poolid?: number | null | undefined }>): Promise<readonly Shortage[]> => {
  const left = new Map<string, number>(),
    without: number[] = [];
  for (const [key, wanting] of await groups(
    tx,
    ids,
    `case when i.bibid is null then concat_ws(' ', i.eventid, i.distanceid, i.gender) end`,
  )) {
    const [eventid, distanceid, gender] = key.split(' ');
    let open = wanting.length;
    for (const [pool, free] of await tx.run(poolsSql, [eventid, distanceid, gender ?? null, bib_poolid ?? null])) {
      const here = left.get(String(pool)) ?? Number(free),
        drawn = Math.min(open, here);
      left.set(String(pool), here - drawn);
      open -= drawn;
    }
    without.push(...beyond(wanting, wanting.length - open));
  }
  return [{ ids: without, refusal: conflict('POOL_EMPTY') }];
};

const seatsSql = 'select capacity - sold_count - held_count from distances where distanceid = $1';
const freeSeats = async (tx: Transaction, distanceid: number | string): Promise<number | null> =>
  whole((await tx.run(seatsSql, [distanceid]))[0]?.[0]);

/** Seats of the distance to which all of them are to move. */
export const foreseeRace = async ({
  tx,
  ids,
  input: { distanceid },
}: ArrangeCall<{ readonly distanceid: number }>): Promise<readonly Shortage[]> => {
  const moving = (await groups(tx, ids, `case when i.distanceid <> ${Math.trunc(distanceid)} then 'all' end`)).get('all') ?? [];
  return [{ ids: beyond(moving, await freeSeats(tx, distanceid)), refusal: noSeat() }];
};

/** Seats of the distances to which closed registrations return. */
export const foreseeReturn = async ({ tx, ids }: ArrangeCall): Promise<readonly Shortage[]> => {
  const found: Shortage[] = [];
  for (const [distanceid, wanting] of await groups(tx, ids, 'i.distanceid'))
    found.push({ ids: beyond(wanting, await freeSeats(tx, distanceid)), refusal: noSeat() });
  return found;
};

const stockSql =
  'select case when oversell then null else available end from tshirt_stock where tshirt_modelid = $1 and size = $2 and deleted_at is null';
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
    ? String(Math.trunc(tshirt_modelid))
    : `case when i.tshirt_size is distinct from '${tshirt_size}' then i.tshirt_modelid end`;
  for (const [model, wanting] of await groups(tx, ids, key)) {
    const [stock] = await tx.run(stockSql, [model, tshirt_size]);
    if (stock) found.push({ ids: beyond(wanting, whole(stock[0])), refusal: noSize(tshirt_size) });
  }
  return found;
};

const usesSql =
  'select max_uses - uses_count - reserved_count, budget_cents - spent_cents, type, value from coupons where couponid = $1 and deleted_at is null';
/** Uses of one coupon, and what is left of its budget where every use costs the same. */
export const foreseeCoupon = async ({
  tx,
  ids,
  input: { couponid },
}: ArrangeCall<{ readonly couponid: number }>): Promise<readonly Shortage[]> => {
  const [coupon] = await tx.run(usesSql, [couponid]);
  if (!coupon) return [];
  const [uses, budget, type, value] = coupon;
  const wanting = (await groups(tx, ids, `case when i.couponid is distinct from ${Math.trunc(couponid)} then 'all' end`)).get('all') ?? [];
  const affordable = type === 'amount' && Number(value) > 0 && budget !== null ? Math.floor(Number(budget) / Number(value)) : null;
  const free = [whole(uses), affordable].filter((each): each is number => each !== null);
  return [{ ids: beyond(wanting, free.length > 0 ? Math.min(...free) : null), refusal: refusedCoupon('COUPON_EXHAUSTED') }];
};

const balanceSql = `
  select i.inscriptionid, coalesce(w.available_cents, 0) from inscriptions i left join wallets w on w.web_userid = i.web_userid and w.deleted_at is null
   where i.inscriptionid = any($1::bigint[]) and coalesce(w.available_cents, 0) < $2`;
/** Money of the wallets from which a part is to be paid. */
export const foreseeWallets = async ({
  tx,
  ids,
  input: { wallet_cents },
}: ArrangeCall<{ readonly wallet_cents?: number | null | undefined }>): Promise<readonly Shortage[]> => {
  if (!wallet_cents) return [];
  const poor = await tx.asOwner(() => tx.run(balanceSql, [ids, wallet_cents]));
  return poor.map(([id, available]) => ({
    ids: [Number(id)],
    refusal: conflict('WALLET_SHORT', [], { available: Number(available) / 100 }),
  }));
};

const wavesSql = 'select capacity - assigned_count from waves where waveid = $1 and deleted_at is null';
/** Places of a wave. */
export const foreseeWave = async ({
  tx,
  ids,
  input: { waveid },
}: ArrangeCall<{ readonly waveid?: number | null | undefined }>): Promise<readonly Shortage[]> => {
  if (!waveid) return [];
  const joining = (await groups(tx, ids, `case when i.waveid is distinct from ${Math.trunc(waveid)} then 'all' end`)).get('all') ?? [];
  const refusal = invalid([{ path: 'waveid', code: 'CHECK_FAILED', rule: 'waves.assigned_within_capacity' }]);
  return [{ ids: beyond(joining, whole((await tx.run(wavesSql, [waveid]))[0]?.[0])), refusal }];
};
