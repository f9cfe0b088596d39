import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupons } from '@/resources/coupons/coupons';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import type { InferColumns, InferWrite } from '@/schema';
import { nth } from '@/schema/must';
import type { DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { createAllAudited, updateAudited, updateEachAudited } from '../../../api/write/audited';
import type { RowChange } from '../../../api/write/columns';
import type { Change, EffectBody } from '../Change';
import { refusedCoupon, settleCoupons } from '../couponLimits';
import { judgeUses } from '../judgeUses';
import { quotes } from './price';
import { columnsOf, orNull, type Columns } from '../../../kernel/columnsOf';
import { Entangled } from '../../../kernel/group';
import { execute, select, selectAll, value } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';

const c = columnsOf(coupons, 'c');
const u = columnsOf(coupon_uses, 'u');
const t = columnsOf(price_tiers, 't');
const isElsewhere = (distanceid: number) =>
  value<boolean>(sql`cardinality(coalesce(${c.distanceids}, '{}')) > 0 and ${distanceid} <> all(${c.distanceids})`);

/** Inscriptions that exchange their coupons wait for each other in the same order. */
const lockCoupons = async (tx: Transaction, couponids: readonly number[]): Promise<void> => {
  const [one, batch] = [columnsOf(coupons), columnsOf(coupon_batches)];
  await execute(
    tx,
    sql`select 1 from ${one} where ${one.couponid} = any(${couponids}::bigint[]) order by ${one.couponid} for no key update`,
  );
  await execute(
    tx,
    sql`select 1 from ${batch} where ${batch.coupon_batchid} in (select ${c.coupon_batchid} from ${c} where ${c.couponid} = any(${couponids}::bigint[])) order by ${batch.coupon_batchid} for no key update`,
  );
};

/** Why coupons are not valid for another distance at its price. */
export const whyNotAt = async (
  tx: Transaction,
  couponids: readonly number[],
  distanceid: number,
  price_tierid: number | null,
): Promise<ReadonlyMap<number | null, DomainError>> => {
  if (couponids.length === 0) return new Map();
  const places = await select(
    tx,
    {
      couponid: c.couponid,
      isElsewhere: isElsewhere(distanceid),
      audience: c.price_audience,
      tierAudience: orNull(t.audience),
      isBelow: value<boolean | null>(sql`${c.min_total_cents} > coalesce(${t.price_cents}, 0)`),
    },
    sql`from ${c} left join ${t} on ${t.price_tierid} = ${price_tierid} where ${c.couponid} = any(${couponids}::bigint[])`,
  );
  const refused = new Map<number | null, DomainError>();
  for (const { couponid, isElsewhere: isWrong, isBelow, audience, tierAudience } of places) {
    if (isWrong) refused.set(couponid, refusedCoupon('COUPON_DISTANCE'));
    else if (isBelow) refused.set(couponid, refusedCoupon('COUPON_MINIMUM'));
    else if (audience && audience !== tierAudience) refused.set(couponid, refusedCoupon('COUPON_AUDIENCE'));
  }
  return refused;
};

type Uses = Columns<InferColumns<typeof coupon_uses>>;
/** Uses go back to their coupons. */
export const giveBackUses = async (tx: Transaction, which: (use: Uses) => SQL): Promise<void> => {
  const given = await updateAudited(tx, coupon_uses, (use) => sql`${which(use)} and ${use.state} <> 'returned'`, { state: 'returned' });
  if (given.length > 0)
    await settleCoupons(tx, await selectAll(tx, u.couponid, sql`from ${u} where ${u.coupon_useid} = any(${given}::bigint[])`));
};

/** The uses that inscriptions have go back to their coupons. */
export const giveBack = async (tx: Transaction, inscriptionids: readonly number[], except: number | null = null): Promise<void> => {
  if (inscriptionids.length === 0) return;
  await giveBackUses(
    tx,
    (use) => sql`${use.inscriptionid} = any(${inscriptionids}::bigint[]) and ${use.couponid} is distinct from ${except}::bigint`,
  );
};

/** The uses that inscriptions ever had. */
const usesOf = (tx: Transaction, inscriptionids: readonly number[]) =>
  select(
    tx,
    { id: u.coupon_useid, inscriptionid: u.inscriptionid, couponid: u.couponid, state: u.state },
    sql`from ${u} where ${u.inscriptionid} = any(${inscriptionids}::bigint[]) and ${u.deleted_at} is null`,
  );
type KnownUses = Awaited<ReturnType<typeof usesOf>>;

/** What a coupon takes off each of some inscriptions: a new one by its price, one that comes back what it did before. */
const discountsOf = async (tx: Transaction, wanted: readonly Wanted[]): Promise<readonly number[]> => {
  const named = wanted.filter(({ change }) => change.details.couponid);
  const prices = await quotes(
    tx,
    named.map(({ change, couponid }) => ({ price_tierid: change.now.price_tierid ?? null, couponid })),
  );
  const byChange = new Map(named.map(({ change }, at) => [change, nth(prices, at).discount_cents]));
  return wanted.map(({ change }) => byChange.get(change) ?? change.now.discount_cents);
};
interface Wanted {
  readonly change: Change;
  readonly couponid: number;
}

/** Writes the uses that were taken: one that was returned before is taken again. */
const writeUses = async (
  tx: Transaction,
  taken: readonly (Wanted & { readonly discount_cents: number })[],
  uses: KnownUses,
): Promise<void> => {
  const again: RowChange<typeof coupon_uses>[] = [],
    fresh: InferWrite<typeof coupon_uses>[] = [];
  for (const { change, couponid, discount_cents } of taken) {
    const before = uses.find((use) => use.inscriptionid === change.id && use.couponid === couponid);
    if (before) again.push({ id: before.id, values: { state: 'reserved', discount_cents } });
    else fresh.push({ couponid, inscriptionid: change.id, eventid: change.now.eventid, state: 'reserved', discount_cents });
  }
  await updateEachAudited(tx, coupon_uses, again);
  await createAllAudited(tx, coupon_uses, fresh);
  await settleCoupons(tx, [...new Set(taken.map(({ couponid }) => couponid))]);
};

/** Takes one use of a coupon, and of its budget, for each inscription. A coupon that it had before is given back. */
export const reserveCoupon: EffectBody = async (tx, changes) => {
  const wanted = changes.flatMap((change): readonly Wanted[] => {
    const couponid = change.details.couponid ?? change.now.couponid;
    return couponid ? [{ change, couponid }] : [];
  });
  if (wanted.length === 0) return;
  const exchanged = wanted.filter(({ change, couponid }) => change.now.couponid && change.now.couponid !== couponid);
  if (exchanged.length > 0)
    await lockCoupons(
      tx,
      exchanged.flatMap(({ change, couponid }) => [change.now.couponid ?? couponid, couponid]),
    );
  const uses = await usesOf(
    tx,
    wanted.map(({ change }) => change.id),
  );
  const held = uses.filter(({ state }) => state !== 'returned');
  const isOwn = ({ change, couponid }: Wanted) => held.some((use) => use.inscriptionid === change.id && use.couponid === couponid);
  const others = wanted.filter(({ change, couponid }) => held.some((use) => use.inscriptionid === change.id && use.couponid !== couponid));
  if (others.length > 0) {
    if (changes.length > 1) throw new Entangled(); // what one gives back counts for those behind it
    for (const { change, couponid } of others) await giveBack(tx, [change.id], couponid);
  }
  const refuse = ({ change }: Wanted, refusal: DomainError): void => {
    if (others.length > 0) throw refusal; // something of it was written: it is undone
    change.refuse(refusal);
  };
  for (const each of wanted.filter((one) => isOwn(one) && one.change.details.couponid)) refuse(each, refusedCoupon('COUPON_APPLIED'));
  const kept = wanted.filter((each) => isOwn(each) && !each.change.details.couponid).map(({ change }) => change.id);
  // a cancellation kept the use
  if (kept.length > 0)
    await updateAudited(tx, coupon_uses, (use) => sql`${use.inscriptionid} = any(${kept}::bigint[]) and ${use.state} = 'used'`, {
      state: 'reserved',
    });
  const asking = wanted.filter((each) => !isOwn(each));
  if (asking.length === 0) return;
  const discounts = await discountsOf(tx, asking);
  const judged = await judgeUses(
    tx,
    asking.map(({ change, couponid }, at) => ({ row: change.now, couponid, discount_cents: nth(discounts, at) })),
  );
  for (const [at, refusal] of judged.entries()) if (refusal) refuse(nth(asking, at), refusal);
  const taken = asking.map((each, at) => ({ ...each, discount_cents: nth(discounts, at) })).filter((_, at) => !judged[at]);
  await writeUses(tx, taken, uses);
  for (const { change, couponid } of taken) change.write({ couponid });
};

const spend = async (tx: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await updateAudited(tx, coupon_uses, (use) => sql`${use.inscriptionid} = any(${ids}::bigint[]) and ${use.state} = 'reserved'`, {
      state: 'used',
    });
};
const using = (changes: readonly Change[]): readonly number[] => changes.filter(({ now }) => now.couponid).map(({ id }) => id);

/** The reservation becomes a use. */
export const useCoupon: EffectBody = (tx, changes) => spend(tx, using(changes));

/** The use returns to the coupon, unless somebody decided otherwise: then it counts as used. */
export const returnCoupon: EffectBody = async (tx, changes) => {
  await spend(tx, using(changes.filter(({ details }) => details.returnCoupon === false)));
  await giveBack(tx, using(changes.filter(({ details }) => details.returnCoupon !== false)));
};
