import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupons } from '@/resources/coupons/coupons';
import { brokenRules, settle } from '@/schema/project/zod';
import { defineHooks } from '../api/defineHooks';
import { conflict, invalid } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import type { Transaction } from '../api/transaction';
import { updateRow } from '../api/write/columns';
import { randomCode } from './codes';

const rounds = 12;
const insertSql = `
  insert into coupons (coupon_batchid, organizationid, eventid, type, value, max_uses, starts_at, ends_at, created_by, code)
  select $1::bigint, $2::bigint, $3::bigint, $4::text, $5::integer, $6::integer, $7::timestamptz, $8::timestamptz, $9::bigint, code from unnest($10::text[]) as code
  on conflict do nothing returning 1`;

const freshCodes = (prefix: string, length: number, count: number): readonly string[] => {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(`${prefix}${randomCode(length - prefix.length)}`);
  return [...codes];
};

/** Inserts codes until there are enough: one that exists already is simply drawn again. */
const makeCodes = async (tx: Transaction, batch: Row, offer: Row, count: number): Promise<void> => {
  const prefix = String(batch['prefix'] ?? ''), length = Number(batch['code_length']);
  let missing = count;
  for (let round = 0; round < rounds && missing > 0; round++) {
    const values = [batch['coupon_batchid'], batch['organizationid'], batch['eventid'], offer['type'], offer['value'], offer['max_uses'], offer['starts_at'], offer['ends_at'], tx.userid];
    missing -= (await tx.run(insertSql, [...values, freshCodes(prefix, length, missing)])).length;
  }
  if (missing > 0) throw conflict('errors.codesExhausted');
};

/** What happens around a batch of coupons that only the server knows. */
export const couponBatchesHooks = defineHooks(coupon_batches, {
  actions: {
    generate: async ({ tx, id, row, input }) => {
      const offer = settle(coupons, { ...input, starts_at: input.starts_at ?? null, ends_at: input.ends_at ?? null });
      const problems = brokenRules(coupons, offer).map((problem) => ({ ...problem, path: `input.${problem.path}` }));
      const valueless = 'value' in offer && offer['value'] === 0 ? [{ path: 'input.value', message: 'validation.required' }] : [];
      if (problems.length + valueless.length > 0) throw invalid([...problems, ...valueless]);
      const count = row.qty - row.coupons_count;
      await makeCodes(tx, row, offer, count);
      await updateRow(tx, coupon_batches, id, { status: 'active' });
      return { created: count };
    },
  },
});
