import type { Lifecycle } from '@/domain/registration/lifecycle';
import { nth } from '@/schema/must';
import { day, iso, type Calendar } from './calendar';
import type { InscriptionRow } from './inscriptions';
import type { Row } from './insertRows';
import { isActive, isHeld } from './lifecycle';
import type { CouponPlan, EventPlan, TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 31,
  batchSize = 60,
  letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  unlimited = Number.POSITIVE_INFINITY,
  smallest = 60;
const offers = [
  { code: 'CLUB', type: 'percent', value: 15, comment: 'Convenio con clubes.' },
  { code: 'AMIGO', type: 'amount', value: 10_000, comment: null },
  { code: 'PRENSA', type: 'free', value: null, comment: 'Solo medios acreditados.' },
] as const;
const owners = [
  ['sponsor', 'Patrocinador principal'],
  ['club', 'Clubes aliados'],
  ['company', 'Empresas del parque industrial'],
] as const;

const codeOf = (chance: ReturnType<typeof createRandom>, length: number): string =>
  Array.from({ length }, () => chance.pick([...letters])).join('');

interface Made {
  readonly plans: readonly CouponPlan[];
  readonly coupons: readonly Row[];
  readonly batches: readonly Row[];
}

/** Three public codes for each event, and for every second event a batch of codes for one use. */
const couponsOf = (event: EventPlan, { now }: Calendar, nextCoupon: number, nextBatch: number): Made => {
  const chance = createRandom(seedOf(chapter, event.eventid));
  const { openAt: from, closeAt: to, eventid, organizationid, count } = event;
  const base = {
    organizationid,
    eventid,
    starts_at: iso(from),
    ends_at: iso(to),
    status: to < now ? 'expired' : 'active',
    created: iso(from - 5 * day),
    updated: iso(from - 5 * day),
  };
  const open = offers.map((offer, at) => {
    const max_uses = offer.type === 'free' ? Math.max(5, Math.floor(count / 100)) : null;
    return {
      plan: { couponid: nextCoupon + at, type: offer.type, value: offer.value, from, to, left: max_uses ?? unlimited },
      row: {
        ...base,
        couponid: nextCoupon + at,
        coupon_batchid: null,
        code: `${offer.code}${eventid}`,
        type: offer.type,
        value: offer.value,
        max_uses,
        comment: offer.comment,
      },
    };
  });
  if (eventid % 2 === 0) return { plans: open.map(({ plan }) => plan), coupons: open.map(({ row }) => row), batches: [] };
  const [owner_type, name] = nth(owners, eventid % owners.length);
  const prefix = owner_type.slice(0, 3).toUpperCase();
  const single = Array.from({ length: batchSize }, (_, at) => {
    const couponid = nextCoupon + offers.length + at;
    return {
      plan: { couponid, type: 'percent' as const, value: 50, from, to, left: 1 },
      row: {
        ...base,
        couponid,
        coupon_batchid: nextBatch,
        code: `${prefix}${eventid}${codeOf(chance, 6)}`,
        type: 'percent',
        value: 50,
        max_uses: 1,
        comment: null,
      },
    };
  });
  return {
    plans: [...open, ...single].map(({ plan }) => plan),
    coupons: [...open, ...single].map(({ row }) => row),
    batches: [
      {
        coupon_batchid: nextBatch,
        organizationid,
        eventid,
        name,
        owner_type,
        contact_email: `convenios@${owner_type}.test`,
        prefix,
        code_length: 10,
        qty: batchSize,
        status: to < now ? 'closed' : 'active',
        created: iso(from - 5 * day),
        updated: iso(from - 5 * day),
      },
    ],
  };
};

/** The coupons of every event that sells, by event. */
export const makeCoupons = (
  events: readonly EventPlan[],
  calendar: Calendar,
): { readonly byEvent: ReadonlyMap<number, readonly CouponPlan[]>; readonly tables: readonly TableRows[] } => {
  const byEvent = new Map<number, readonly CouponPlan[]>();
  const coupons: Row[] = [],
    batches: Row[] = [];
  for (const event of events.filter(({ count }) => count >= smallest)) {
    const made = couponsOf(event, calendar, coupons.length + 1, batches.length + 1);
    byEvent.set(event.eventid, made.plans);
    coupons.push(...made.coupons);
    batches.push(...made.batches);
  }
  return {
    byEvent,
    tables: [
      { table: 'coupon_batches', rows: batches },
      { table: 'coupons', rows: coupons },
    ],
  };
};

const stateOf = (status: Lifecycle, cancel_reason: string | null): string => {
  if (isHeld(status)) return 'reserved';
  return isActive(status) || status === 'chargeback' || status === 'change_event' || cancel_reason === 'fraud' ? 'used' : 'returned';
};
/** What an inscription did with its coupon: closing returns it, except for a move to another event or for fraud. */
export const couponUseOf = ({
  inscriptionid,
  organizationid,
  eventid,
  couponid,
  status,
  cancel_reason,
  discount_cents,
  created,
  updated,
}: InscriptionRow): readonly Row[] =>
  couponid === null
    ? []
    : [
        {
          organizationid,
          couponid,
          eventid,
          inscriptionid,
          state: stateOf(status, cancel_reason),
          discount_cents,
          created,
          updated,
        },
      ];
