import { seatedSql } from '@/domain/registration/lifecycle';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { price_tiers } from '@/resources/price_tiers/price_tiers';
import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf, orNull } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, DomainError, invalid } from '../../../kernel/DomainError';
import { select, selectOne, value, type Selected } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { tierInForce } from '../effects/price';
import { ageOn, raceDay, whyNotAdmitted } from '../eligibility';
import { takesPeople } from '../offers';
import { noSeat } from '../seats';
import { exceeded } from './facts';
import { openLedger } from './ledger';

const w = columnsOf(waitlist_entries, 'w');
const a = columnsOf(web_users, 'a');
const d = columnsOf(distances, 'd');
const e = columnsOf(events, 'e');
const o = columnsOf(inscriptions, 'o');
const t = columnsOf(price_tiers);
const shape = {
  id: w.waitlist_entryid,
  distanceid: w.distanceid,
  web_userid: w.web_userid,
  isOpen: value<boolean>(
    sql`${d.deleted_at} is null and ${d.status} in ('open', 'sold_out') and ${e.deleted_at} is null and ${takesPeople}`,
  ),
  free: value<number | null>(sql`${d.capacity} - ${d.sold_count} - ${d.held_count}`),
  isActive: value<boolean>(sql`${a.web_userid} is not null`),
  gender: orNull(a.gender),
  least: d.age_min,
  most: d.age_max,
  branch: d.branch_rule,
  age: value<number | null>(ageOn(a.birth_date)),
  isRegistered: value<boolean>(
    sql`exists (select 1 from ${o} where ${o.distanceid} = ${w.distanceid} and ${o.web_userid} = ${w.web_userid} and ${o.deleted_at} is null and ${sql.raw(seatedSql.replaceAll('status', 'o.status'))})`,
  ),
};
type Fact = Selected<typeof shape>;
const factsOf = (tx: Transaction, ids: readonly number[]): Promise<readonly Fact[]> =>
  select(
    tx,
    shape,
    sql`from unnest(${ids}::bigint[]) with ordinality as asked (id, at) join ${w} on ${w.waitlist_entryid} = asked.id
          join ${d} on ${d.distanceid} = ${w.distanceid} join ${e} on ${e.eventid} = ${d.eventid} ${raceDay}
          left join ${a} on ${a.web_userid} = ${w.web_userid} and ${a.status} = 'active' and ${a.deleted_at} is null
         order by asked.at`,
  );

/** The present price of a distance, how many more it is available for, and why there is none. */
interface Price {
  readonly tierid: number | null;
  readonly left: number | null;
  readonly none: DomainError | null;
}
const readPrice = async (tx: Transaction, distanceid: number): Promise<Price> => {
  try {
    const tierid = await tierInForce(tx, distanceid);
    const left = value<number | null>(sql`${t.qty_limit} - ${t.sold_count}`);
    const found = tierid === null ? undefined : await selectOne(tx, { left }, sql`from ${t} where ${t.price_tierid} = ${tierid}`);
    return { tierid, left: found?.left ?? null, none: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { tierid: null, left: null, none: error };
  }
};

const closed = conflict('OFFERS_CLOSED', [{ path: 'distanceid', code: 'OFFERS_CLOSED' }]),
  inactive = invalid([{ path: 'web_userid', code: 'ATHLETE_NOT_ACTIVE' }]),
  registered = conflict('ALREADY_REGISTERED', [{ path: 'web_userid', code: 'ALREADY_REGISTERED' }]),
  full = noSeat(),
  priceFull = exceeded('price_tierid', 'price_tiers.sold_within_limit');

/** Seats that are offered to people on the waiting list, in order, if they may still be registered. */
export const foreseeOffers = (): Forecast => {
  const [seats, places] = [openLedger(), openLedger()];
  const prices = new Map<number, Price>(),
    offered = new Set<string>();
  const check = (fact: Fact): DomainError | null => {
    const { distanceid, web_userid } = fact,
      price = prices.get(distanceid);
    if (!fact.isOpen) return closed;
    if (!fact.isActive) return inactive;
    if (fact.isRegistered || offered.has(`${distanceid} ${web_userid}`)) return registered;
    const barred = whyNotAdmitted(fact, fact.gender);
    if (barred) return barred;
    seats.know(distanceid, fact.free);
    if (!seats.has(distanceid)) return full;
    if (price?.none) return price.none;
    if (price?.tierid != null && !places.has(price.tierid)) return priceFull;
    seats.take(distanceid);
    if (price?.tierid != null) places.take(price.tierid);
    offered.add(`${distanceid} ${web_userid}`);
    return null;
  };
  return async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    const facts = await tx.asOwner(() => factsOf(tx, ids));
    for (const distanceid of new Set(facts.map((fact) => fact.distanceid))) {
      if (prices.has(distanceid)) continue;
      const price = await readPrice(tx, distanceid);
      prices.set(distanceid, price);
      if (price.tierid !== null) places.know(price.tierid, price.left);
    }
    for (const fact of facts) {
      const refusal = check(fact);
      if (refusal) refused.set(fact.id, refusal);
    }
    return refused;
  };
};
