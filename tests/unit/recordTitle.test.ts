import { expect, test } from 'vitest';
import { access_scans } from '@/resources/access_scans/access_scans';
import { bibs } from '@/resources/bibs/bibs';
import type { AnyResource } from '@/schema';
import { recordTitle, titleInWords } from '@/fields/kit/recordTitle';

const said: Readonly<Record<string, string>> = {
  'access_scans.choices.result.ok': 'Pasa',
};
const titled = (resource: unknown, row: object): string =>
  recordTitle(resource as AnyResource, row as Record<string, unknown>, { t: (key) => said[key] ?? key, locale: 'es' });

test('a record whose title is a value of a closed set is called by its word', () => {
  expect(titled(access_scans, { scanid: 9, result: 'ok' })).toBe('Pasa');
});
test('another one is called by its own text or number, and by its key where it has none', () => {
  expect(titled(bibs, { bibid: 3, number: 248 })).toBe('248');
  expect(titled(bibs, { bibid: 3, number: null })).toBe('#3');
});
test('the same holds where another record refers to it', () => {
  const words = { t: (key: string) => said[key] ?? key };
  expect(titleInWords(access_scans as unknown as AnyResource, 'ok', words)).toBe('Pasa');
  expect(titleInWords(bibs as unknown as AnyResource, '248', words)).toBe('248');
});
