import { describe, expect, test } from 'vitest';
import { formatDay, formatInstant, formatMoney, formatNumber, formatRelative } from '@/words/format';

describe('an amount', () => {
  test.each([
    [0, '$0.00'],
    [1, '$0.01'],
    [10, '$0.10'],
    [99, '$0.99'],
    [100, '$1.00'],
    [123_456_789, '$1,234,567.89'],
    [-5, '-$0.05'],
  ])('of %i cents is %s in both languages', (cents, text) => {
    for (const locale of ['es', 'en'] as const) expect(formatMoney(cents, locale).replace('MX', '')).toBe(text);
  });
});

test('a number is grouped by thousands', () =>
  expect([formatNumber(1_234_567, 'es'), formatNumber(1234.5, 'en')]).toEqual(['1,234,567', '1,234.5']));
test('a day is day first, and no zone moves it', () =>
  expect([formatDay('2026-03-01'), formatDay('2026-12-31T23:59:59Z')]).toEqual(['01/03/2026', '31/12/2026']));
test('an instant is that of Mexico City, day first', () => {
  expect([formatInstant('2026-03-01T05:59:00Z'), formatInstant('2026-03-01T06:00:00Z'), formatInstant('2026-03-01T18:30:00Z')]).toEqual([
    '28/02/2026 23:59',
    '01/03/2026 00:00',
    '01/03/2026 12:30',
  ]);
});
test('what is no instant stays as it is', () => expect(formatInstant('pronto')).toBe('pronto'));
test('how long ago something was is given in its largest unit', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect([
    formatRelative('2026-03-01T11:59:00Z', 'es', now),
    formatRelative('2026-03-01T10:00:00Z', 'es', now),
    formatRelative('2026-03-03T12:00:00Z', 'en', now),
  ]).toEqual(['hace 1 minuto', 'hace 2 horas', 'in 2 days']);
});
