import { judged, promotionDiscount, type Verdict } from '@/domain/web/promotionBins';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { promotion_bins, type PromotionBin } from '@/resources/promotion_bins/promotion_bins';
import type { CodeOf } from '@/schema/errorCodes';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { namedBy, readPromotions, taking, venuesOf } from './promotion_bins.hooks';

type Priced = Pick<Inscription, 'eventid' | 'distanceid' | 'couponid' | 'list_price_cents' | 'discount_cents' | 'fee_cents'>;
/** A registration that a card is to pay. One that is only quoted has no key. */
export type Paying = Priced & { readonly inscriptionid: number | null; readonly web_userid: number | null };
/** The promotion that a card gets, or why it gets none. */
export type Borne = { readonly promotion: PromotionBin; readonly discount_cents: number } | { readonly problem: CodeOf<409> };

const p = columnsOf(promotion_bins);
const i = columnsOf(inscriptions);

/** What the registration itself takes of a promotion, which does not count against it, and how often its athlete uses it elsewhere. */
const takenBy = async (tx: Transaction, promotion_binid: number, { inscriptionid, web_userid }: Paying) => {
  const isOwn = sql`${i.inscriptionid} = ${inscriptionid}::bigint`;
  const found = await selectOne(
    tx,
    {
      uses: value<number>(sql`(count(*) filter (where ${isOwn}))::int`),
      spent: value<number>(sql`coalesce(sum(${i.promotion_discount_cents}) filter (where ${isOwn}), 0)::int`),
      elsewhere: value<number>(sql`(count(*) filter (where ${i.inscriptionid} is distinct from ${inscriptionid}::bigint))::int`),
    },
    sql`from ${i} where ${i.web_userid} = ${web_userid}::bigint and ${i.promotion_binid} = ${promotion_binid} and ${i.status} = any(${taking}::text[]) and ${i.deleted_at} is null`,
  );
  return found ?? { uses: 0, spent: 0, elsewhere: 0 };
};

/** Judges one promotion for a registration, and locks it, so that two never share the last use or the last cents. */
const judgeLimits = async (tx: Transaction, id: number, paying: Paying, isKept = false): Promise<Borne> => {
  // A quote takes nothing, so it locks nothing.
  if (paying.inscriptionid !== null) await execute(tx, sql`select 1 from ${p} where ${p.promotion_binid} = ${id} for no key update`);
  const [promotion] = await readPromotions(tx, [id]);
  if (!promotion || (!isKept && promotion.status !== 'active')) return { problem: 'PROMOTION_NONE' };
  const entry = paying.list_price_cents - paying.discount_cents;
  const discount_cents = promotionDiscount(promotion, entry);
  if (paying.couponid && !promotion.stackable_with_coupon) return { problem: 'PROMOTION_COUPON' };
  if (entry + paying.fee_cents < (promotion.min_total_cents ?? 0)) return { problem: 'PROMOTION_MINIMUM' };
  const own = await takenBy(tx, id, paying);
  const [uses, spent] = [promotion.uses_count - own.uses, promotion.spent_cents - own.spent];
  if (promotion.max_uses !== null && uses >= promotion.max_uses) return { problem: 'PROMOTION_EXHAUSTED' };
  if (promotion.budget_cents !== null && spent + discount_cents > promotion.budget_cents) return { problem: 'PROMOTION_EXHAUSTED' };
  if (paying.web_userid !== null && own.elsewhere >= (promotion.max_uses_per_user ?? 1)) return { problem: 'PROMOTION_USED_UP' };
  return { promotion, discount_cents };
};

/** Promotions that are in force for a card in a race, the strongest first. */
const inForce = async (tx: Transaction, bin: string, { eventid, distanceid }: Priced): Promise<readonly PromotionBin[]> => {
  const [venue] = await venuesOf(tx, [eventid]);
  if (!venue) return [];
  const lost: ReadonlySet<Verdict> = new Set(['status', 'dates', 'reach']);
  return judged(await readPromotions(tx, await namedBy(tx, bin)), bin, Date.now(), { ...venue, distanceids: [distanceid] })
    .filter(({ verdict }) => !lost.has(verdict))
    .map(({ promotion }) => promotion);
};

/**
 * The strongest promotion for a card that has uses and budget left, or why the strongest has none for it. Promotions belong to the
 * platform: organizations use them without seeing them.
 */
export const bearPromotion = (tx: Transaction, bin: string, paying: Paying): Promise<Borne> =>
  tx.asOwner(async () => {
    let first: Borne | undefined;
    for (const { promotion_binid } of await inForce(tx, bin, paying)) {
      const borne = await judgeLimits(tx, promotion_binid, paying);
      if ('promotion' in borne) return borne;
      first ??= borne;
    }
    return first ?? { problem: 'PROMOTION_NONE' };
  });

/**
 * The same for a promotion that a registration has, whatever the card: its price changed, or it takes its place again. One that ended
 * since is kept where it was paid with; a card that has not paid yet is judged at its capture.
 */
export const keepPromotion = (tx: Transaction, id: number, paying: Paying): Promise<Borne> =>
  tx.asOwner(() => judgeLimits(tx, id, paying, true));

/** Whether a card that was really used gets the promotion that a charge was lowered by, now. */
export const isEntitled = (tx: Transaction, id: number, bin: string | null, place: Priced): Promise<boolean> =>
  tx.asOwner(async () => bin !== null && (await inForce(tx, bin, place)).some(({ promotion_binid }) => promotion_binid === id));
