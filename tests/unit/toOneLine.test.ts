import { expect, test } from 'vitest';
import { oneLine } from '@/fields/kit/lines';
import { toOneLine, toShortLine } from '../../server/kernel/toOneLine';

test('what it answers is one line as every text field takes it, whatever was sent', () => {
  for (let code = 0; code < 0x3000; code += 1) expect(toOneLine(`a${String.fromCodePoint(code)}b`)).toMatch(oneLine);
  expect(toOneLine(`a\ud800b`)).toBe('ab');
});
test.each([
  [' Ana\r\nRíos ', 'Ana Ríos'],
  ['Ana\u2028Ríos', 'Ana Ríos'],
  ['\u202eanA\u202c', 'anA'],
  ['\u200eAna\u061c', 'Ana'],
  ['\0\u0007', ''],
  ['José 🏃 O’Hara-Núñez', 'José 🏃 O’Hara-Núñez'],
])('%j becomes %j', (sent, line) => expect(toOneLine(sent)).toBe(line));
test('is cut between letters, never within one', () => {
  expect(toShortLine('🏃🏃🏃', 2)).toBe('🏃🏃');
  expect(toShortLine('ab cd', 3)).toBe('ab');
});
