import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { coupons } from '@/resources/coupons/coupons';
import { distances } from '@/resources/distances/distances';
import { inOrder } from '@/schema';
import { brokenRules, inputSchema, parseInput, settle } from '@/schema/project/zod';

const create = inputSchema(coupons, registry, 'create'),
  patch = inputSchema(coupons, registry, 'patch');
const problems = (result: ReturnType<typeof parseInput>) => ('problems' in result ? result.problems : []);

describe('a new record', () => {
  test('gets the declared defaults', () => {
    expect(parseInput(create, { code: 'early-10', value: 10, organizationid: 1 })).toMatchObject({
      value: { code: 'EARLY-10', value: 10, type: 'percent', applies_to: 'entry', max_uses_per_user: 1, status: 'active' },
    });
  });
  test('names what is missing', () => expect(problems(parseInput(create, {}))).toContainEqual({ path: 'code', code: 'REQUIRED' }));
  test('refuses what the server computes', () => {
    expect(problems(parseInput(create, { code: 'ABCD', value: 1, organizationid: 1, uses_count: 3 }))).toEqual([
      { path: 'uses_count', code: 'UNKNOWN_FIELD' },
    ]);
  });
  test('says which bound a number passes', () => {
    expect(problems(parseInput(create, { code: 'ABCD', value: 0, organizationid: 1 }))).toEqual([
      { path: 'value', code: 'TOO_LOW', params: { min: 1 } },
    ]);
  });
  test('refuses a value outside the choices', () => {
    expect(problems(parseInput(create, { code: 'ABCD', value: 1, organizationid: 1, type: 'gift' }))).toEqual([
      { path: 'type', code: 'NOT_A_CHOICE' },
    ]);
  });
});

describe('a patch', () => {
  test('applies no default', () => expect(parseInput(patch, { comment: 'x' })).toEqual({ value: { comment: 'x' } }));
  test('refuses what only a new record may say', () =>
    expect(problems(parseInput(patch, { eventid: 3 }))).toEqual([{ path: 'eventid', code: 'UNKNOWN_FIELD' }]));
  test('may empty an optional field and not an obligatory one', () => {
    expect(parseInput(patch, { ends_at: null })).toEqual({ value: { ends_at: null } });
    expect(problems(parseInput(patch, { code: null }))).toEqual([{ path: 'code', code: 'REQUIRED' }]);
  });
});

describe('rules', () => {
  test('show their message on their field', () => {
    expect(brokenRules(coupons, { type: 'percent', value: 120 })).toEqual([
      { path: 'value', code: 'RULE_BROKEN', rule: 'coupons.percentAtMost100' },
    ]);
  });
  test('a dependent field is nulled when its condition does not hold', () =>
    expect(settle(coupons, { type: 'free', value: 10 })).toMatchObject({ type: 'free', value: null }));
  test('an obligatory dependent field is asked for only while it exists', () => {
    expect(brokenRules(coupons, { type: 'percent', value: null })).toEqual([{ path: 'value', code: 'REQUIRED' }]);
    expect(brokenRules(coupons, { type: 'free', value: null })).toEqual([]);
  });
});

describe('rows inside their parent', () => {
  const schema = inputSchema(distances, registry, 'create');
  const tier = { name: 'Preventa', starts_at: '2026-01-01T06:00:00Z', ends_at: '2026-02-01T06:00:00Z', price_cents: 45_000 };
  const distance = { eventid: 1, name: '10 km', code: '10k' };
  test('are checked by the declaration of their own resource, and errors say where', () => {
    const found = problems(parseInput(schema, { ...distance, price_tiers: [tier, { ...tier, price_cents: -1 }] }));
    expect(found).toEqual([{ path: 'price_tiers.1.price_cents', code: 'TOO_LOW', params: { min: 0 } }]);
  });
  test('keep their key, so that they are compared by it', () => {
    expect(parseInput(schema, { ...distance, price_tiers: [{ price_tierid: 9, ...tier }] })).toMatchObject({
      value: { price_tiers: [{ price_tierid: 9, fee_payer: 'athlete' }] },
    });
  });
});

describe('two fields in order', () => {
  const { on, check } = inOrder('from', 'to');
  test('show their message on the last, or where it is asked for', () => {
    expect(on).toBe('to');
    expect(inOrder('from', 'to', { on: 'from' }).on).toBe('from');
  });
  test('may be equal unless the order is strict', () => {
    expect(check({ from: 5, to: 5 })).toBe(true);
    expect(inOrder('from', 'to', { strict: true }).check({ from: 5, to: 5 })).toBe(false);
    expect(check({ from: 6, to: 5 })).toBe(false);
  });
  test('are compared as moments, whatever the offsets they are written with', () => {
    expect(check({ from: '2026-05-01T08:00:00-06:00', to: '2026-05-01T13:00:00Z' })).toBe(false);
    expect(check({ from: '2026-05-01T08:00:00-06:00', to: '2026-05-01T14:00:00Z' })).toBe(true);
  });
  test('break nothing while one of them is absent, but zero is a number', () => {
    expect(check({ from: null, to: 5 })).toBe(true);
    expect(check({ from: 5 })).toBe(true);
    expect(check({ from: 5, to: 0 })).toBe(false);
  });
});
