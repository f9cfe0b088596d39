import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { resources } from '@/resources';
import { createRegistry, services } from '@/schema';
import { errorCodes, isErrorCode, wordsOf, type CodeOf, type ErrorCode, type Reason } from '@/schema/errorCodes';
import { openApi } from '@/schema/project/openapi/openApi';
import { conflict, DomainError } from '../../server/kernel/DomainError';
import { createTranslate } from '../../server/kernel/messages';
import { presentError } from '../../server/kernel/presentError';
import { errorTable, withTable } from '../../scripts/lib/errorTable';
import { readCatalogues, readSources } from '../../scripts/lib/readLocales';

const codes = Object.keys(errorCodes) as ErrorCode[];
const catalogues = readCatalogues();

test('an unknown code does not compile, nor one with the status of another', () => {
  expectTypeOf<'BIB_TAKEN'>().toExtend<ErrorCode>();
  expectTypeOf<'BIB_STOLEN'>().not.toExtend<ErrorCode>();
  expectTypeOf<'BIB_TAKEN'>().toExtend<CodeOf<409>>();
  expectTypeOf<'FORBIDDEN'>().not.toExtend<CodeOf<409>>();
  expectTypeOf(conflict).parameter(0).toEqualTypeOf<CodeOf<409>>();
});

describe('the list of codes', () => {
  test('is written in capitals, and no code has the length of a state of the database', () => {
    expect(codes.filter((code) => !/^[A-Z]+(_[A-Z]+)*$/.test(code))).toEqual([]);
    expect(codes.filter((code) => code.length === 5)).toEqual([]);
  });
  test('gives each code words of its own, in both languages', () => {
    const keys = codes.map((code) => wordsOf({ code }));
    expect(new Set(keys).size).toBe(codes.length);
    for (const words of [catalogues.es, catalogues.en]) expect(keys.filter((key) => !words.get(key)?.trim())).toEqual([]);
  });
  test('has a code for every word of a refusal', () => {
    const keys = new Set(codes.map((code) => wordsOf({ code })));
    const words = [...catalogues.es.keys()].filter((key) => /^(errors|validation)\./.test(key));
    expect(words.filter((key) => !keys.has(key))).toEqual([]);
    expect(words).toHaveLength(codes.length);
  });
  test('has none that nobody answers', () => {
    const text = readSources(['src', 'server', 'examples'])
      .filter(({ path }) => path !== 'src/schema/errorCodes.ts')
      .map((source) => source.text)
      .join('\n');
    expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(text))).toEqual([]);
  });
  test.each(services)('is the enum of the errors that %s describes', (service) => {
    const { components } = openApi(service, createRegistry(resources)) as any;
    expect(components.schemas.ErrorCode.enum).toEqual(codes);
    const ref = { $ref: '#/components/schemas/ErrorCode' };
    expect(components.schemas.Error).toMatchObject({
      required: ['statusCode', 'code', 'message', 'errors'],
      properties: { code: ref, errors: { items: { required: ['path', 'code', 'message'], properties: { code: ref } } } },
    });
    expect(components.schemas.ActionAnswer.properties.skipped.items.properties.code).toEqual(ref);
  });
  test('is what docs/errors.md says; `npx tsx scripts/errorTable.ts` writes it', () => {
    const page = readFileSync('docs/errors.md', 'utf8');
    expect(page).toBe(withTable(page, catalogues.en));
    expect(errorTable(catalogues.en).match(/^\| `/gm)).toHaveLength(codes.length);
  });
});

test.each<[Reason, string]>([
  [{ code: 'BIB_TAKEN' }, 'errors.bibTaken'],
  [{ code: 'TOO_MANY_REQUESTS' }, 'errors.tooManyRequests'],
  [{ code: 'REQUIRED' }, 'validation.required'],
  [{ code: 'INVALID_CURP_DIGIT' }, 'validation.invalidCurpDigit'],
  [{ code: 'CHECK_FAILED' }, 'validation.checkFailed'],
  [{ code: 'RULE_BROKEN', rule: 'coupons.percentAtMost100' }, 'coupons.rules.percentAtMost100'],
  [{ code: 'CHECK_FAILED', rule: 'waves.assigned_within_capacity' }, 'waves.checks.assigned_within_capacity'],
  [{ code: 'REFUSED', rule: 'payments.ownRefund' }, 'payments.refusals.ownRefund'],
])('the words of %o are %s', (reason, key) => expect(wordsOf(reason)).toBe(key));

test('what an outside host calls a code is not taken for one of ours', () => {
  expect([isErrorCode('BIB_TAKEN'), isErrorCode('E42'), isErrorCode('toString'), isErrorCode(null)]).toEqual([true, false, false, false]);
});

describe('what leaves the server', () => {
  const present = (error: unknown) => presentError(error, createTranslate('locales'), 'en');
  test('of a refusal is its code, its status, its words and those of its fields', () => {
    const params = { number: 104, state: { key: 'bibs.choices.state.lost' } };
    const message = expect.stringMatching(/^Bib 104 is not free: /);
    expect(present(conflict('BIB_TAKEN', [{ path: 'number', code: 'BIB_TAKEN', params }], params))).toEqual({
      statusCode: 409,
      code: 'BIB_TAKEN',
      message,
      errors: [{ path: 'number', code: 'BIB_TAKEN', message }],
    });
  });
  test('names the declared rule, above and on the field', () => {
    const reason: Reason = { code: 'REFUSED', rule: 'payments.ownRefund' };
    const said = { ...reason, message: 'Somebody else must approve the refund that you asked for.' };
    expect(present(new DomainError('REFUSED', { rule: 'payments.ownRefund', errors: [{ path: 'status', ...reason }] }))).toEqual({
      statusCode: 409,
      ...said,
      errors: [{ path: 'status', ...said }],
    });
  });
  test.each([
    [400, 'INVALID'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [406, 'INVALID'],
    [413, 'TOO_LARGE'],
    [415, 'INVALID'],
    [429, 'TOO_MANY_REQUESTS'],
  ])('of what HTTP itself refuses with %i is %s', (statusCode, code) =>
    expect(present(Object.assign(new Error('no'), { statusCode, code: 'FST_ERR_SOMETHING' }))).toMatchObject({
      statusCode,
      code,
      errors: [],
    }),
  );
  test('of a failure is no more than that it failed', () =>
    expect(present(Object.assign(new Error('secret'), { code: 'BIB_TAKEN' }))).toEqual({
      statusCode: 500,
      code: 'INTERNAL',
      message: 'Something failed on our side. Try again in a few minutes.',
      errors: [],
    }));
  test('of a database that is away says so', () =>
    expect(present(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toMatchObject({ statusCode: 503, code: 'UNAVAILABLE' }));
});
