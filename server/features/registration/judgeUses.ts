import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupon_uses } from '@/resources/coupon_uses/coupon_uses';
import { coupons } from '@/resources/coupons/coupons';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { store_sales } from '@/resources/store_sales/store_sales';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { columnsOf } from '../../kernel/columnsOf';
import type { DomainError } from '../../kernel/DomainError';
import { select, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { refusedCoupon } from './couponLimits';

const c = columnsOf(coupons, 'c');
const b = columnsOf(coupon_batches, 'b');
const u = columnsOf(coupon_uses, 'u');
const i = columnsOf(inscriptions, 'i');
const t = columnsOf(price_tiers, 't');
const s = columnsOf(store_sales, 's');
const web_userid = value<number>(sql`coalesce(${i.web_userid}, ${s.web_userid})`);
const orderid = value<number | null>(sql`coalesce(${i.orderid}, ${s.orderid})`);
const couponShape = {
  couponid: c.couponid,
  batch: c.coupon_batchid,
  status: c.status,
  isEarly: value<boolean | null>(sql`${c.starts_at} > now()`),
  isLate: value<boolean | null>(sql`${c.ends_at} <= now()`),
  eventid: c.eventid,
  organizationid: c.organizationid,
  distanceids: value<readonly number[]>(sql`coalesce(${c.distanceids}, '{}')`),
  max_uses: c.max_uses,
  taken: value<number>(sql`${c.uses_count} + ${c.reserved_count}`),
  perAthlete: c.max_uses_per_user,
  perOrder: c.max_inscriptions_per_order,
  leastTotal: c.min_total_cents,
  budget_cents: c.budget_cents,
  spent_cents: c.spent_cents,
  domain: c.domain_restricted,
  audience: c.price_audience,
  emails: c.email_restricted,
};
type Coupon = Selected<typeof couponShape>;
const batchShape = { id: b.coupon_batchid, budget_cents: b.budget_cents, spent_cents: b.spent_cents };

/** What a coupon is asked for: a registration, or a sale of the store, which has neither a distance nor a price of its own without one. */
export type Claim = Pick<Inscription, 'web_userid' | 'eventid' | 'organizationid' | 'list_price_cents'> & {
  readonly [K in 'inscriptionid' | 'orderid' | 'distanceid' | 'price_tierid']?: number | null | undefined;
} & { readonly email?: string | null | undefined };
/** A use of a coupon that somebody asks for, with what it would take off. */
export interface AskedUse {
  readonly row: Readonly<Claim>;
  readonly couponid: number;
  readonly discount_cents: number;
}

/** Coupons with what is left of them, the coupons locked before their batches, so that two never share the last cents. */
const lockAll = async (tx: Transaction, couponids: readonly number[]) => {
  const found = await select(
    tx,
    couponShape,
    sql`from ${c} where ${c.couponid} = any(${couponids}::bigint[]) and ${c.deleted_at} is null order by ${c.couponid} for no key update`,
  );
  const batchids = [...new Set(found.flatMap(({ batch }) => batch ?? []))];
  const batches =
    batchids.length === 0
      ? []
      : await select(
          tx,
          batchShape,
          sql`from ${b} where ${b.coupon_batchid} = any(${batchids}::bigint[]) order by ${b.coupon_batchid} for no key update`,
        );
  return {
    coupons: new Map(found.map((coupon) => [coupon.couponid, coupon])),
    batches: new Map(batches.map((batch) => [batch.id, batch])),
  };
};

/** The uses of the same coupons by the same athletes, or in the same orders. */
const usesAround = async (tx: Transaction, limited: readonly Coupon[], asked: readonly AskedUse[]) => {
  const of = limited.map(({ couponid }) => couponid),
    athletes = [...new Set(asked.map(({ row }) => row.web_userid))],
    orders = [...new Set(asked.flatMap(({ row }) => row.orderid ?? []))];
  if (of.length === 0) return [];
  return select(
    tx,
    { couponid: u.couponid, inscriptionid: u.inscriptionid, web_userid, orderid },
    sql`from ${u} left join ${i} on ${i.inscriptionid} = ${u.inscriptionid} left join ${s} on ${s.saleid} = ${u.saleid}
       where ${u.couponid} = any(${of}::bigint[]) and ${u.state} <> 'returned' and (${web_userid} = any(${athletes}::bigint[]) or ${orderid} = any(${orders}::bigint[]))`,
  );
};
type Around = Awaited<ReturnType<typeof usesAround>>;

const audiencesOf = async (tx: Transaction, asked: readonly AskedUse[]): Promise<ReadonlyMap<number, string>> => {
  const ids = [...new Set(asked.flatMap(({ row }) => row.price_tierid ?? []))];
  const found =
    ids.length > 0
      ? await select(tx, { id: t.price_tierid, audience: t.audience }, sql`from ${t} where ${t.price_tierid} = any(${ids}::bigint[])`)
      : [];
  return new Map(found.map(({ id, audience }) => [id, audience]));
};

/** What coupons and batches have spent, and who used them, as one use after another is taken. */
interface Book {
  readonly taken: Map<number, number>;
  readonly spent: Map<number, number>;
  readonly spentOfBatch: Map<number, number>;
  readonly around: Around[number][];
}
const more = (map: Map<number, number>, key: number, by: number): void => void map.set(key, (map.get(key) ?? 0) + by);
const isOver = (budget_cents: number | null, spent: number): boolean => budget_cents !== null && spent > budget_cents;

/** What a coupon says of itself: its state, its period, its place. */
const whyClosed = (coupon: Coupon, row: Readonly<Claim>, isOut: boolean): DomainError | null => {
  if (coupon.status === 'exhausted' || isOut) return refusedCoupon('COUPON_EXHAUSTED');
  if (coupon.status !== 'active') return refusedCoupon('COUPON_CLOSED');
  if (coupon.isEarly) return refusedCoupon('COUPON_EARLY');
  if (coupon.isLate) return refusedCoupon('COUPON_LATE');
  if ((coupon.eventid !== null && coupon.eventid !== row.eventid) || coupon.organizationid !== row.organizationid)
    return refusedCoupon('COUPON_ELSEWHERE');
  return coupon.distanceids.length > 0 && !coupon.distanceids.includes(row.distanceid ?? 0) ? refusedCoupon('COUPON_DISTANCE') : null;
};
const whyUsedUp = (coupon: Coupon, { row }: AskedUse, { around }: Book): DomainError | null => {
  const others = around.filter(
    (use) => use.couponid === coupon.couponid && (use.inscriptionid === null || use.inscriptionid !== row.inscriptionid),
  );
  const byAthlete = others.filter((use) => use.web_userid === row.web_userid).length,
    inOrder = others.filter((use) => use.orderid === row.orderid).length;
  if (coupon.perAthlete !== null && byAthlete >= coupon.perAthlete) return refusedCoupon('COUPON_USED_UP');
  return coupon.perOrder !== null && row.orderid && inOrder >= coupon.perOrder ? refusedCoupon('COUPON_ORDER') : null;
};
const whyNotFor = (coupon: Coupon, { row }: AskedUse, audience: string | undefined): DomainError | null => {
  const email = row.email ?? '',
    emails = coupon.emails ?? [];
  if (coupon.domain && !email.endsWith(`@${coupon.domain}`)) return refusedCoupon('COUPON_DOMAIN');
  if (emails.length > 0 && !emails.includes(email.toLowerCase())) return refusedCoupon('COUPON_EMAIL');
  return coupon.audience && audience !== coupon.audience ? refusedCoupon('COUPON_AUDIENCE') : null;
};

/** Locks the coupons that inscriptions ask for, and answers for each, in their order, why it may not use it; what those before it take is gone. */
export const judgeUses = async (tx: Transaction, asked: readonly AskedUse[]): Promise<readonly (DomainError | null)[]> => {
  const { coupons: known, batches } = await lockAll(tx, [...new Set(asked.map(({ couponid }) => couponid))]);
  const limited = [...known.values()].filter(({ perAthlete, perOrder }) => perAthlete !== null || perOrder !== null);
  const book: Book = {
    taken: new Map([...known.values()].map((coupon) => [coupon.couponid, coupon.taken])),
    spent: new Map([...known.values()].map((coupon) => [coupon.couponid, coupon.spent_cents])),
    spentOfBatch: new Map([...batches.values()].map((batch) => [batch.id, batch.spent_cents])),
    around: [...(await usesAround(tx, limited, asked))],
  };
  const audiences = await audiencesOf(tx, asked);
  const hasTaken = new Set<number>();
  const judge = (use: AskedUse): DomainError | null => {
    const { row, couponid, discount_cents } = use,
      coupon = known.get(couponid);
    if (!coupon) return refusedCoupon('COUPON_UNKNOWN');
    const { max_uses, budget_cents } = coupon,
      count = book.taken.get(couponid) ?? 0,
      spent = book.spent.get(couponid) ?? 0,
      batch = coupon.batch === null ? undefined : batches.get(coupon.batch);
    const hasNone = max_uses !== null && count >= max_uses;
    // What was taken here exhausts it as soon as nothing is left; before that its status says so.
    const isOut = hasTaken.has(couponid) && (hasNone || (budget_cents !== null && spent >= budget_cents));
    const closed = whyClosed(coupon, row, isOut) ?? (hasNone ? refusedCoupon('COUPON_EXHAUSTED') : whyUsedUp(coupon, use, book));
    if (closed) return closed;
    if (coupon.leastTotal !== null && row.list_price_cents < coupon.leastTotal) return refusedCoupon('COUPON_MINIMUM');
    if (discount_cents > 0 && isOver(budget_cents, spent + discount_cents)) return refusedCoupon('COUPON_EXHAUSTED');
    if (discount_cents > 0 && batch && isOver(batch.budget_cents, (book.spentOfBatch.get(batch.id) ?? 0) + discount_cents))
      return refusedCoupon('BATCH_EXHAUSTED');
    return whyNotFor(coupon, use, audiences.get(row.price_tierid ?? 0));
  };
  return asked.map((use) => {
    const refusal = judge(use);
    if (refusal) return refusal;
    const { row, couponid, discount_cents } = use,
      batch = known.get(couponid)?.batch ?? null;
    hasTaken.add(couponid);
    more(book.taken, couponid, 1);
    more(book.spent, couponid, discount_cents);
    if (batch !== null) more(book.spentOfBatch, batch, discount_cents);
    book.around.push({ couponid, inscriptionid: row.inscriptionid ?? null, web_userid: row.web_userid, orderid: row.orderid ?? null });
    return null;
  });
};
