import { coupon_batches, type CouponBatch } from '@/resources/coupon_batches/coupon_batches';
import { coupons, type Coupon } from '@/resources/coupons/coupons';
import { brokenRules, settle } from '@/schema/project/zod';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { rowWritten, writeAudited } from '../../api/write/audited';
import { randomCode } from '../../kernel/codes';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const rounds = 12;
const freshCodes = (prefix: string, length: number, count: number): readonly string[] => {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(`${prefix}${randomCode(length - prefix.length)}`);
  return [...codes];
};

/** The fields that a batch shares with its coupons. */
type Offer = { readonly [K in 'type' | 'value' | 'max_uses' | 'starts_at' | 'ends_at']?: Coupon[K] | null | undefined };
const c = columnsOf(coupons);
const insertCodes = (tx: Transaction, batch: CouponBatch, offer: Offer, codes: readonly string[]): Promise<readonly number[]> =>
  writeAudited(
    tx,
    coupons,
    'create',
    sql`written as (
      insert into ${c} as n (${c.coupon_batchid}, ${c.organizationid}, ${c.eventid}, ${c.type}, ${c.value}, ${c.max_uses}, ${c.starts_at}, ${c.ends_at}, ${c.created_by}, ${c.code})
      select ${batch.coupon_batchid}::bigint, ${batch.organizationid ?? null}::bigint, ${batch.eventid}::bigint, ${offer.type ?? null}::text, ${offer.value ?? null}::integer, ${offer.max_uses ?? null}::integer, ${offer.starts_at ?? null}::timestamptz, ${offer.ends_at ?? null}::timestamptz, ${tx.userid}::bigint, code from unnest(${codes}::text[]) as code
      on conflict do nothing
      returning ${rowWritten(coupons, 'n', 'create', ['code', 'coupon_batchid', 'eventid', 'type', 'value', 'max_uses', 'starts_at', 'ends_at'])})`,
  );

/** Codes created in one transaction with their audits: a fifth of a second on the embedded engine. */
export const codesAtOnce = 1000;

/** Inserts codes until there are enough; an existing one is drawn again. */
const makeCodes = async (tx: Transaction, batch: CouponBatch, offer: Offer, count: number): Promise<void> => {
  let missing = count;
  for (let round = 0; round < rounds && missing > 0; round++)
    missing -= (await insertCodes(tx, batch, offer, freshCodes(batch.prefix ?? '', batch.code_length, missing))).length;
  if (missing > 0) throw conflict('CODES_EXHAUSTED');
};

const batchNow = columnsOf(coupon_batches);
/** Creates the next missing codes of a batch; answers whether there are more. */
const goOn = async (tx: Transaction, batch: CouponBatch, offer: Offer): Promise<boolean> => {
  const now = await selectOne(
    tx,
    { qty: batchNow.qty, made: batchNow.coupons_count },
    sql`from ${batchNow} where ${batchNow.coupon_batchid} = ${batch.coupon_batchid} and ${batchNow.status} = 'active' and ${batchNow.deleted_at} is null for no key update`,
  );
  const missing = now ? now.qty - now.made : 0;
  if (missing > 0) await makeCodes(tx, batch, offer, Math.min(missing, codesAtOnce));
  return missing > codesAtOnce;
};

/** The server's rules for a batch of coupons. */
export const couponBatchesHooks = defineHooks(coupon_batches, {
  actions: {
    /** In portions: if a call is interrupted, the same action creates the missing codes. */
    generate: async ({ tx, row, input }) => {
      const offer = settle(coupons, { ...input, starts_at: input.starts_at ?? null, ends_at: input.ends_at ?? null });
      const problems = brokenRules(coupons, offer).map((problem) => ({ ...problem, path: `input.${problem.path}` }));
      const valueless = 'value' in offer && offer['value'] === 0 ? [problemAt('input.value', 'REQUIRED')] : [];
      if (problems.length + valueless.length > 0) throw invalid([...problems, ...valueless]);
      const count = row.qty - row.coupons_count;
      if (await goOn(tx, row, offer)) tx.further((later) => goOn(later, row, offer));
      return { created: count };
    },
  },
});
