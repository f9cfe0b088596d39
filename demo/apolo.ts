import { retryAt, retryDays } from '@/domain/subscriptions/dunning';
import { anchorOf, periodEnd } from '@/domain/subscriptions/periods';
import { isUnbilled, monthsOf } from '@/domain/subscriptions/states';
import { day, hour, iso, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import type { Row } from './insertRows';
import type { TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 131,
  most = 160,
  every = 7,
  trialDays = 14;
const plans = [
  {
    planid: 1,
    name: 'APOLO Mensual',
    interval: 'month',
    price_cents: 14_900,
    trial_days: trialDays,
    benefits: ['Preferencia en inscripciones', '10 % en la tienda'],
  },
  {
    planid: 2,
    name: 'APOLO Trimestral',
    interval: 'quarter',
    price_cents: 39_900,
    trial_days: 0,
    benefits: ['Preferencia en inscripciones', '10 % en la tienda', 'Una medición InBody'],
  },
  {
    planid: 3,
    name: 'APOLO Anual',
    interval: 'year',
    price_cents: 139_000,
    trial_days: 0,
    benefits: ['Preferencia en inscripciones', '15 % en la tienda', 'Cuatro mediciones InBody', 'Guardarropa sin costo'],
  },
] as const;
const statuses = [
  ['active', 68],
  ['trialing', 6],
  ['pending', 4],
  ['past_due', 6],
  ['paused', 4],
  ['cancel_at_period_end', 6],
  ['cancelled', 8],
  ['expired', 4],
] as const;
type Status = (typeof statuses)[number][0];
/** What nobody charges is never late. */
const unbilledStatuses = [
  ['active', 80],
  ['cancel_at_period_end', 6],
  ['cancelled', 8],
] as const;
const reasons = ['Se mudó de ciudad.', 'Lo pidió por teléfono.', 'Cambio a otro plan.', 'Cobro no reconocido.'] as const;

interface Made {
  readonly subscription: Row;
  readonly charges: readonly Row[];
}
type Random = ReturnType<typeof createRandom>;
type Plan = (typeof plans)[number];
/** When the present or last period begins and ends, and when the first one began. */
interface Span {
  readonly begin: number;
  readonly start: number;
  readonly end: number;
  readonly periods: number;
}
const spanOf = (chance: Random, status: Status, { interval }: Plan, { now }: Calendar): Span => {
  const months = monthsOf[interval];
  const isOver = status === 'cancelled' || status === 'expired';
  const periods = status === 'trialing' || status === 'pending' ? 1 : chance.between(1, months > 3 ? 2 : 8);
  const shift = (from: number, count: number): number => periodEnd(new Date(from), count * months, anchorOf(new Date(from))).getTime();
  if (status === 'trialing') {
    const start = now - chance.between(1, trialDays - 1) * day;
    return { begin: start, start, end: start + trialDays * day, periods };
  }
  const since = now - chance.between(0, 6) * day - 6 * hour;
  const start =
    status === 'past_due' ? shift(since, -1) : isOver ? shift(now - chance.between(9, 90) * day, -1) : now - chance.between(2, 26) * day;
  const begin = shift(start, 1 - periods);
  const at = (count: number): number => shift(begin, count);
  return { begin, start: at(periods - 1), end: at(periods), periods };
};

const subscriptionOf = (subscriptionid: number, web_userid: number, calendar: Calendar): Made => {
  const { now } = calendar;
  const chance = createRandom(seedOf(chapter, web_userid));
  const source = chance.weighted([
    ['web', 50],
    ['app', 30],
    ['backoffice', 10],
    ['gift', 6],
    ['partner', 4],
  ] as const);
  const isBilled = !isUnbilled(source);
  const status = chance.weighted<Status>(isBilled ? statuses : unbilledStatuses);
  const plan =
    status === 'trialing'
      ? plans[0]
      : chance.weighted<Plan>([
          [plans[0], 60],
          [plans[1], 22],
          [plans[2], 18],
        ]);
  const { begin, start, end, periods } = spanOf(chance, status, plan, calendar);
  const isPaid = isBilled && status !== 'trialing' && status !== 'pending',
    isLate = status === 'past_due' || status === 'expired';
  const isCancelled = status === 'cancelled' || status === 'cancel_at_period_end';
  const hasCard = isBilled && status !== 'pending' && status !== 'cancelled' && status !== 'expired';
  const charge = (period: number, attempt: number, at: number, code: string | null): Row => {
    const months = monthsOf[plan.interval];
    const [from, until] = [0, 1].map((more) => periodEnd(new Date(begin), (period + more) * months, anchorOf(new Date(begin))).getTime());
    return {
      subscriptionid,
      planid: plan.planid,
      status: code === null ? 'paid' : 'declined',
      amount_cents: plan.price_cents,
      period_start: iso(from ?? begin),
      period_end: iso(until ?? end),
      attempt,
      provider: 'local',
      provider_ref: `local-demo-${subscriptionid}-${period + 1}-${attempt}`,
      decline_code: code,
      settled_at: iso(at),
      idempotency_key: `demo:${subscriptionid}:${period + 1}:${attempt}`,
      created: iso(at),
    };
  };
  const attempts = [0, ...retryDays].map((days) => end + days * day).filter((at) => at <= now);
  const charges = isPaid
    ? [
        ...Array.from({ length: periods }, (_, period) =>
          charge(period, 1, periodEnd(new Date(begin), period * monthsOf[plan.interval], anchorOf(new Date(begin))).getTime(), null),
        ),
        ...(isLate ? attempts.map((at, index) => charge(periods, index + 1, at, 'insufficient_funds')) : []),
      ]
    : [];
  const retry = isLate ? retryAt(new Date(end), new Date(attempts.at(-1) ?? end)) : null;
  const ended = status === 'cancelled' ? end : status === 'expired' ? (attempts.at(-1) ?? end) : null;
  const decided = isCancelled ? iso(Math.min(now, end) - day) : null;
  const next = !isBilled
    ? null
    : status === 'active' || status === 'trialing'
      ? iso(end)
      : status === 'pending'
        ? iso(now + 12 * hour)
        : status === 'past_due'
          ? iso(retry?.getTime() ?? now)
          : null;
  const paused = status === 'paused' ? iso(now - day) : null;
  return {
    subscription: {
      subscriptionid,
      web_userid,
      planid: plan.planid,
      source,
      provider_ref: null,
      status,
      price_cents: isBilled ? plan.price_cents : 0,
      paid_cents: isPaid ? plan.price_cents : 0,
      current_period_start: iso(status === 'pending' ? now - 12 * hour : start),
      current_period_end: iso(end),
      next_charge_at: next,
      anchor_day: status === 'trialing' || status === 'pending' ? null : anchorOf(new Date(begin)),
      retries: isLate ? attempts.length : 0,
      past_due_since: isLate ? iso(end) : null,
      paused_at: paused,
      card_ref: hasCard ? `demo-${subscriptionid}` : null,
      card_brand: hasCard ? 'visa' : null,
      card_last4: hasCard ? (isLate ? '0341' : '4242') : null,
      card_asked_at: isBilled && status === 'pending' ? iso(now - 12 * hour) : null,
      cancel_reason: isCancelled ? chance.pick(reasons) : null,
      cancelled_by_userid: isCancelled ? demoUserOf('customer-support') : null,
      cancelled_at: decided,
      ended_at: ended === null ? null : iso(ended),
      created: iso(status === 'pending' ? now - 12 * hour : begin),
      updated: decided ?? iso(start),
    },
    charges: charges.filter(({ created }) => String(created) <= iso(now)),
  };
};

/** The plans of APOLO, the subscriptions and the charges. */
export const makeApolo = (athletes: number, calendar: Calendar): readonly TableRows[] => {
  const count = Math.min(most, Math.floor(athletes / every));
  const made = Array.from({ length: count }, (_, at) => subscriptionOf(at + 1, (at + 1) * every, calendar));
  const created = iso(calendar.today - 900 * day);
  return [
    {
      table: 'apolo_plans',
      rows: plans.map(({ planid, name, interval, price_cents, trial_days, benefits }) => ({
        planid,
        name,
        interval,
        price_cents,
        trial_days,
        benefits: benefits.map((description) => ({ description })),
        status: 'active',
        created,
        updated: created,
      })),
    },
    { table: 'apolo_subscriptions', rows: made.map(({ subscription }) => subscription) },
    {
      table: 'subscription_charges',
      rows: made.flatMap(({ charges }) => charges).sort((one, other) => String(one['created']).localeCompare(String(other['created']))),
    },
  ];
};
