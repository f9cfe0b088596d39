import { day, iso, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import type { Row } from './insertRows';
import type { TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 131,
  most = 160,
  every = 7,
  attemptDays = 3;
const plans = [
  {
    planid: 1,
    name: 'APOLO Mensual',
    interval: 'month',
    price_cents: 14_900,
    days: 30,
    benefits: ['Preferencia en inscripciones', '10 % en la tienda'],
  },
  {
    planid: 2,
    name: 'APOLO Trimestral',
    interval: 'quarter',
    price_cents: 39_900,
    days: 91,
    benefits: ['Preferencia en inscripciones', '10 % en la tienda', 'Una medición InBody'],
  },
  {
    planid: 3,
    name: 'APOLO Anual',
    interval: 'year',
    price_cents: 139_000,
    days: 365,
    benefits: ['Preferencia en inscripciones', '15 % en la tienda', 'Cuatro mediciones InBody', 'Guardarropa sin costo'],
  },
] as const;
const statuses = [
  ['active', 70],
  ['trialing', 6],
  ['past_due', 6],
  ['paused', 4],
  ['cancel_at_period_end', 6],
  ['cancelled', 8],
  ['expired', 4],
] as const;
const reasons = ['Se mudó de ciudad.', 'Lo pidió por teléfono.', 'Cambio a otro plan.', 'Cobro no reconocido.'] as const;

interface Made {
  readonly subscription: Row;
  readonly charges: readonly Row[];
}
const subscriptionOf = (subscriptionid: number, web_userid: number, { now }: Calendar): Made => {
  const chance = createRandom(seedOf(chapter, web_userid));
  const {
    planid,
    price_cents: price,
    days,
  } = chance.weighted<(typeof plans)[number]>([
    [plans[0], 60],
    [plans[1], 22],
    [plans[2], 18],
  ]);
  const status = chance.weighted(statuses);
  const source = chance.weighted([
    ['web', 50],
    ['app', 30],
    ['backoffice', 10],
    ['gift', 6],
    ['partner', 4],
  ] as const);
  const isBilled = source !== 'gift' && source !== 'partner';
  const periods = status === 'trialing' ? 1 : chance.between(1, days > 100 ? 2 : 8);
  const isOver = status === 'cancelled' || status === 'expired';
  const end = isOver ? now - chance.between(2, 90) * day : now + chance.between(2, Math.min(days, 28)) * day;
  const begin = end - periods * days * day,
    start = end - days * day;
  const isLate = status === 'past_due',
    isPaid = isBilled && status !== 'trialing';
  const isCancelled = status === 'cancelled' || status === 'cancel_at_period_end';
  const charge = (period: number, attempt: number, paid: boolean): Row => {
    const from = begin + period * days * day;
    return {
      subscriptionid,
      status: paid ? 'paid' : 'declined',
      amount_cents: price,
      period_start: iso(from),
      period_end: iso(from + days * day),
      attempt,
      provider_ref: paid ? `APL-${subscriptionid}-${period + 1}` : null,
      decline_code: paid ? null : 'insufficient_funds',
      idempotency_key: `demo:${subscriptionid}:${period + 1}:${attempt}`,
      created: iso(from + (attempt - 1) * attemptDays * day),
    };
  };
  const charges = isPaid ? Array.from({ length: periods }, (_, period) => charge(period, 1, !(isLate && period === periods - 1))) : [];
  const decided = isCancelled ? iso(Math.min(now, end) - day) : null;
  return {
    subscription: {
      subscriptionid,
      web_userid,
      planid,
      source,
      provider_ref: isBilled ? `SUB-${100_000 + subscriptionid}` : null,
      status,
      price_cents: isBilled ? price : 0,
      current_period_start: iso(start),
      current_period_end: iso(end),
      next_charge_at: isBilled && (status === 'active' || status === 'trialing') ? iso(end) : isLate ? iso(now + attemptDays * day) : null,
      retries: isLate ? 1 : 0,
      cancel_reason: isCancelled ? chance.pick(reasons) : null,
      cancelled_by_userid: isCancelled ? demoUserOf('customer-support') : null,
      cancelled_at: decided,
      created: iso(begin),
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
      rows: plans.map(({ planid, name, interval, price_cents, benefits }) => ({
        planid,
        name,
        interval,
        price_cents,
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
