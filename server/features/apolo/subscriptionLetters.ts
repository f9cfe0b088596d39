import { noticeDays } from '@/domain/subscriptions/dunning';
import { coverOf } from '@/domain/subscriptions/proration';
import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { organizations } from '@/resources/organizations/organizations';
import { subscription_charges } from '@/resources/subscription_charges/subscription_charges';
import { web_users } from '@/resources/web_users/web_users';
import { homeZone } from '@/schema/homeZone';
import { subscription_letters } from '../../database/gatewayTables';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { locales, type Locale, type Translate } from '../../kernel/messages';
import { moneyIn, regional } from '../../kernel/regional';
import { execute, select, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { LetterTemplate } from '../letters/addedLetters';

/** Letters about a subscription. */
const letterKinds = [
  'card',
  'upcoming',
  'paid',
  'declined',
  'unpaid',
  'cancelled',
  'kept',
  'plan',
  'paused',
  'resumed',
  'refunded',
] as const;
export type SubscriptionLetter = (typeof letterKinds)[number];

const l = columnsOf(subscription_letters, 'l');
const bare = columnsOf(subscription_letters);
const s = columnsOf(apolo_subscriptions, 's');
const w = columnsOf(web_users, 'w');
const c = columnsOf(subscription_charges, 'c');
const p = columnsOf(apolo_plans, 'p');
const n = columnsOf(apolo_plans, 'n');
const o = columnsOf(organizations, 'o');

/** Queues a letter; `about` is the charge or the instant that it is about, so that one says it once. */
export const writeSubscriber = (
  tx: Transaction,
  subscriptionid: number,
  kind: SubscriptionLetter,
  about: number | string | Date,
): Promise<void> =>
  tx.asOwner(() =>
    execute(
      tx,
      sql`insert into ${bare} (${bare.subscriptionid}, ${bare.kind}, ${bare.about})
          values (${subscriptionid}, ${kind}, ${about instanceof Date ? about.toISOString() : String(about)}) on conflict do nothing`,
    ),
  );

/** Queues the letters before charges, a few days ahead; one for each charge. */
export const announceCharges = (tx: Transaction, at: Date): Promise<void> => {
  const now = at.toISOString();
  return execute(
    tx,
    sql`insert into ${bare} (${bare.subscriptionid}, ${bare.kind}, ${bare.about})
        select ${s.subscriptionid}, 'upcoming', to_char(${s.next_charge_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from ${s}
         where ${s.status} in ('trialing', 'active') and ${s.deleted_at} is null and ${s.next_charge_at} > ${now}::timestamptz
           and ${s.next_charge_at} <= ${now}::timestamptz + make_interval(days => ${noticeDays}::int)
        on conflict do nothing`,
  );
};

const aboutCharge = ['paid', 'declined', 'refunded'];
const due = {
  id: l.letterid,
  to: value<string>(sql`${w.email}`),
  language: value<string>(sql`${w.locale}`),
  person: value<string>(sql`coalesce(${w.first_name}, '')`),
  plan: p.name,
  next_plan: orNull(n.name),
  price_cents: value<number>(sql`coalesce(${n.price_cents}, ${s.price_cents})`),
  credit_cents: s.credit_cents,
  status: s.status,
  amount_cents: orNull(c.amount_cents),
  decline_code: orNull(c.decline_code),
  until: s.current_period_end,
  next_charge_at: s.next_charge_at,
  resume_on: s.resume_on,
  brand: s.card_brand,
  last4: s.card_last4,
  link: s.card_link,
  contact: value<string>(
    sql`coalesce((select ${o.email} from ${o} where ${o.is_platform} and ${o.deleted_at} is null order by ${o.organizationid} limit 1), '')`,
  ),
};
type Due = Selected<typeof due>;

const dayIn = (locale: Locale, at: string | null): string =>
  at === null
    ? ''
    : new Intl.DateTimeFormat(regional[locale], { timeZone: homeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(
        new Date(at.length === 10 ? `${at}T18:00:00Z` : at),
      );

/** What the texts may say; sentences that depend on the state come as whole sentences. */
const saysOf = (row: Due, locale: Locale, translate: Translate): Readonly<Record<string, string>> => {
  const say = (key: string, params: Readonly<Record<string, string>> = {}): string =>
    translate(`apolo_subscriptions.letters.${key}`, locale, params);
  const next = moneyIn(locale, coverOf(row.price_cents, row.credit_cents ?? 0).charge);
  const card = row.last4 === null ? say('noCard') : say('card_of', { brand: row.brand ?? '', last4: row.last4 });
  return {
    person: row.person,
    plan: row.plan,
    amount: moneyIn(locale, row.amount_cents ?? 0),
    next,
    date: dayIn(locale, row.next_charge_at),
    until: dayIn(locale, row.until),
    card,
    why: say(row.decline_code === 'no_card' ? 'whyNoCard' : 'whyDeclined', { last4: row.last4 ?? '' }),
    link: row.link ?? '',
    how: row.link === null ? say('write', { contact: row.contact }) : say('changeCard', { link: row.link, contact: row.contact }),
    back: row.resume_on === null ? say('write', { contact: row.contact }) : say('resumes', { date: dayIn(locale, row.resume_on) }),
    ends:
      row.status === 'cancel_at_period_end' ? say('endsLater', { until: dayIn(locale, row.until), contact: row.contact }) : say('endsNow'),
    becomes:
      row.next_plan === null
        ? say('planNow', { plan: row.plan, next })
        : say('planLater', { plan: row.next_plan, until: dayIn(locale, row.until), next }),
    contact: row.contact,
  };
};

/** What a letter says is over: the charge was made or is not made any more, or the subscription ended. */
const outdated = sql`update ${l} set ${bare.state} = 'withdrawn' where ${l.state} = 'waiting' and exists (select 1 from ${s} where ${s.subscriptionid} = ${l.subscriptionid}
  and case ${l.kind} when 'upcoming' then ${s.status} not in ('trialing', 'active') or ${s.next_charge_at} is null or abs(extract(epoch from ${s.next_charge_at} - ${l.about}::timestamptz)) > 1
    when 'declined' then ${s.status} not in ('pending', 'past_due') when 'card' then ${s.status} in ('cancelled', 'expired') or ${s.card_session} is distinct from ${l.about}
    when 'kept' then ${s.status} = 'cancel_at_period_end' when 'plan' then ${s.status} not in ('trialing', 'active') when 'paused' then ${s.status} <> 'paused' when 'resumed' then ${s.status} = 'paused' else false end)`;

/** Letters to subscribers, composed when they leave from what holds then. */
export const subscriptionLetters = (translate: Translate): readonly LetterTemplate[] =>
  letterKinds.map((kind) => ({
    name: `subscription-${kind}`,
    words: `apolo_subscriptions.letters.${kind}`,
    take: async (tx, most) => {
      if (kind === letterKinds[0]) await execute(tx, outdated);
      const rows = await select(
        tx,
        due,
        sql`from ${l} join ${s} on ${s.subscriptionid} = ${l.subscriptionid} join ${w} on ${w.web_userid} = ${s.web_userid} join ${p} on ${p.planid} = ${s.planid}
             left join ${n} on ${n.planid} = ${s.next_planid}
             left join ${c} on ${l.kind} = any(${aboutCharge}::text[]) and ${c.subscription_chargeid}::text = ${l.about}
           where ${l.state} = 'waiting' and ${l.kind} = ${kind} and ${w.email} is not null and ${w.status} in ('active', 'blocked')
           order by ${l.letterid} limit ${most} for update of l skip locked`,
      );
      await execute(
        tx,
        sql`update ${bare} set ${bare.state} = 'sending', ${bare.taken_at} = now() where ${bare.letterid} = any(${rows.map(({ id }) => id)}::bigint[])`,
      );
      return rows.map((row) => {
        const locale = locales.find((each) => each === row.language) ?? 'es';
        return { id: row.id, to: row.to, locale, says: saysOf(row, locale, translate) };
      });
    },
    settle: (tx, id, outcome) =>
      execute(
        tx,
        sql`update ${bare} set ${bare.state} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'refused' : 'waiting'}, ${bare.error} = ${'error' in outcome ? outcome.error : null} where ${bare.letterid} = ${id} and ${bare.state} = 'sending'`,
      ),
  }));
