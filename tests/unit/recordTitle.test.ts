import { expect, test } from 'vitest';
import { access_scans } from '@/resources/access_scans/access_scans';
import { bibs } from '@/resources/bibs/bibs';
import type { AnyField, AnyResource } from '@/schema';
import { joinedTitle } from '@/fields/kit/joinedTitle';
import { recordTitle, titleInWords } from '@/fields/kit/recordTitle';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';

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
test('and where a table or a file shows the reference, alone or in a set', () => {
  const words = { titled: (target: string, title: string) => `${target} ${title}` };
  const { letter_stepid: field } = inscription_letters.fields;
  const joined = (row: object) => joinedTitle({ ...row }, field, 'letter_stepid', words);
  expect(joined({ letter_step: { letter_stepid: 3, title: 'reminder' } })).toBe('letter_steps reminder');
  expect(joined({ letter_step: { letter_stepid: 3, title: null } })).toBeNull();
  const set = { targets: 'letter_steps' } as unknown as AnyField;
  const row = {
    letter_step: [
      { letter_stepid: 3, title: 'reminder' },
      { letter_stepid: 4, title: null },
    ],
  };
  expect(joinedTitle(row, set, 'letter_stepid', words)).toBe('letter_steps reminder, #4');
});
