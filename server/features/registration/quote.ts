import { seats } from '@/domain/registration/lifecycle';
import type { Quote } from '@/domain/registration/registering';
import { coupons } from '@/resources/coupons/coupons';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { wallets } from '@/resources/wallets/wallets';
import type { counterActions } from '@/resources/inscriptions/counterActions';
import type { InputOf } from '@/schema';
import type { ErrorCode } from '@/schema/errorCodes';
import { can } from '@/schema/project/access';
import { aliveText } from '../../api/list/alive';
import { scopeSql } from '../../api/list/scope';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { bearPromotion, type Borne } from '../promotions/bearPromotion';
import { whyNotAt } from './effects/coupons';
import { quotes, tierForAthlete } from './effects/price';

type Input = InputOf<typeof counterActions.quote.input>;
const i = columnsOf(inscriptions, 'i');
const d = columnsOf(distances, 'd');
const c = columnsOf(coupons);
const t = columnsOf(price_tiers);
const w = columnsOf(wallets);
const e = columnsOf(events);

const couponFor = async (tx: Transaction, { eventid, distanceid, coupon }: Input, tierid: number | null) => {
  const code = coupon?.trim();
  if (!code) return { couponid: null, problem: null };
  const found = await selectOne(
    tx,
    {
      couponid: c.couponid,
      status: c.status,
      isEarly: value<boolean>(sql`coalesce(${c.starts_at} > now(), false)`),
      isLate: value<boolean>(sql`coalesce(${c.ends_at} <= now(), false)`),
    },
    sql`from ${c} where upper(${c.code}) = upper(${code}) and (${c.eventid} = ${eventid} or (${c.eventid} is null and ${c.organizationid} = (select ${e.organizationid} from ${e} where ${e.eventid} = ${eventid}))) and ${c.deleted_at} is null order by ${c.eventid} nulls last limit 1`,
  );
  const because = (problem: ErrorCode) => ({ couponid: null, problem });
  if (!found) return because('COUPON_UNKNOWN');
  if (found.status === 'exhausted') return because('COUPON_EXHAUSTED');
  if (found.status !== 'active') return because('COUPON_CLOSED');
  if (found.isEarly) return because('COUPON_EARLY');
  if (found.isLate) return because('COUPON_LATE');
  const refusal = (await whyNotAt(tx, [found.couponid], distanceid, tierid)).get(found.couponid);
  return refusal ? because(refusal.code) : { couponid: found.couponid, problem: null };
};

const tierOf = async (
  tx: Transaction,
  distanceid: number,
  web_userid: number | null,
): Promise<{ readonly id: number | null; readonly problem: ErrorCode | null }> => {
  try {
    return { id: await tierForAthlete(tx, distanceid, web_userid), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { id: null, problem: error.errors[0]?.code ?? error.code };
  }
};

const registeredIn = async (tx: Transaction, eventid: number, web_userid: number): Promise<Quote['registered']> =>
  can(tx.grants, 'list', inscriptions)
    ? select(
        tx,
        { inscriptionid: i.inscriptionid, distance: d.name, status: value<string>(sql`${i.status}`) },
        sql`from ${i} join ${d} on ${d.distanceid} = ${i.distanceid}
           where ${i.eventid} = ${eventid} and ${i.web_userid} = ${web_userid} and ${i.status} = any(${[...seats.held, ...seats.sold]}::text[])
             and ${sql.raw(aliveText(inscriptions, 'i'))} and ${scopeSql(tx.registry, tx.grants, inscriptions, 'list', 'i') ?? sql.raw('true')} order by 1 limit 5`,
      )
    : [];

/** Prices a registration that does not exist yet; the registration itself is judged when it is made. */
export const quote = async (tx: Transaction, input: Input): Promise<Quote> => {
  const { eventid, distanceid, web_userid = null, bin } = input;
  const tier = await tierOf(tx, distanceid, web_userid);
  const { couponid, problem } = await couponFor(tx, input, tier.id);
  const [price] = await quotes(tx, [{ price_tierid: tier.id, couponid }]);
  const borne: Borne | null =
    bin && price ? await bearPromotion(tx, bin, { ...price, eventid, distanceid, web_userid, couponid, inscriptionid: null }) : null;
  const off = borne && 'promotion' in borne ? borne : null;
  const shown =
    tier.id === null
      ? undefined
      : await selectOne(tx, { name: t.name, until: t.ends_at }, sql`from ${t} where ${t.price_tierid} = ${tier.id}`);
  const wallet =
    web_userid && can(tx.grants, 'list', wallets)
      ? await selectOne(tx, { cents: w.available_cents }, sql`from ${w} where ${w.web_userid} = ${web_userid} and ${w.deleted_at} is null`)
      : undefined;
  return {
    list_price_cents: price?.list_price_cents ?? 0,
    discount_cents: price?.discount_cents ?? 0,
    fee_cents: price?.fee_cents ?? 0,
    total_cents: (price?.total_cents ?? 0) - (off?.discount_cents ?? 0),
    promotion: off?.promotion.name ?? null,
    promotion_discount_cents: off?.discount_cents ?? 0,
    promotion_problem: borne && 'problem' in borne ? borne.problem : null,
    tier: shown?.name ?? null,
    until: shown?.until ?? null,
    price_problem: tier.problem,
    coupon_problem: problem,
    wallet_cents: wallet?.cents ?? null,
    registered: web_userid ? await registeredIn(tx, eventid, web_userid) : [],
  };
};
