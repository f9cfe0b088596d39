import { coupon_batches } from '@/resources/coupon_batches/coupon_batches';
import { coupons } from '@/resources/coupons/coupons';
import { brokenRules, settle } from '@/schema/project/zod';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { auditWritten } from '../../api/write/beside';
import { randomCode } from './codes';

const rounds = 12;
const writtenSql = `written as (
  insert into coupons as n (coupon_batchid, organizationid, eventid, type, value, max_uses, starts_at, ends_at, created_by, code)
  select $7::bigint, $8::bigint, $9::bigint, $10::text, $11::integer, $12::integer, $13::timestamptz, $14::timestamptz, $3::bigint, code from unnest($15::text[]) as code
  on conflict do nothing returning n.couponid as id, n.organizationid as owner, null::jsonb as before,
    jsonb_strip_nulls(jsonb_build_object('code', n.code, 'coupon_batchid', n.coupon_batchid, 'eventid', n.eventid, 'type', n.type, 'value', n.value, 'max_uses', n.max_uses, 'starts_at', n.starts_at, 'ends_at', n.ends_at)) as after)`;

const freshCodes = (prefix: string, length: number, count: number): readonly string[] => {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(`${prefix}${randomCode(length - prefix.length)}`);
  return [...codes];
};

/** Inserts codes until there are enough: one that exists already is simply drawn again. */
const makeCodes = async (tx: Transaction, batch: Row, offer: Row, count: number): Promise<void> => {
  const prefix = String(batch['prefix'] ?? ''),
    length = Number(batch['code_length']);
  let missing = count;
  for (let round = 0; round < rounds && missing > 0; round++) {
    const values = [
      batch['coupon_batchid'],
      batch['organizationid'],
      batch['eventid'],
      offer['type'],
      offer['value'],
      offer['max_uses'],
      offer['starts_at'],
      offer['ends_at'],
    ];
    missing -= (await auditWritten(tx, coupons, 'create', writtenSql, [...values, freshCodes(prefix, length, missing)])).length;
  }
  if (missing > 0) throw conflict('CODES_EXHAUSTED');
};

/** What happens around a batch of coupons that only the server knows. */
export const couponBatchesHooks = defineHooks(coupon_batches, {
  actions: {
    generate: async ({ tx, row, input }) => {
      const offer = settle(coupons, { ...input, starts_at: input.starts_at ?? null, ends_at: input.ends_at ?? null });
      const problems = brokenRules(coupons, offer).map((problem) => ({ ...problem, path: `input.${problem.path}` }));
      const valueless = 'value' in offer && offer['value'] === 0 ? [problemAt('input.value', 'REQUIRED')] : [];
      if (problems.length + valueless.length > 0) throw invalid([...problems, ...valueless]);
      const count = row.qty - row.coupons_count;
      await makeCodes(tx, row, offer, count);
      return { created: count };
    },
  },
});
