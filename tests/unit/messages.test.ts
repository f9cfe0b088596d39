import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTranslate, localeOf } from '../../server/kernel/messages';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-words-'));
  const write = (locale: string, words: object): void => {
    mkdirSync(join(folder, locale));
    writeFileSync(join(folder, locale, 'shop.json'), JSON.stringify(words));
  };
  write('es', { hello: 'Hola, {{ name }}', state: 'Está {{state}}', open: 'abierto', deep: { word: 'hondo' }, only: 'solo aquí' });
  write('en', { hello: 'Hello, {{name}}', state: 'It is {{state}}', open: 'open', deep: { word: 'deep' } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('words of the server', () => {
  const say = (key: string, locale: string, params?: Record<string, unknown>): string => createTranslate(folder)(key, locale, params);
  test('come in the language that is asked, with their parameters', () => {
    expect([say('shop.hello', 'es', { name: 'Ana' }), say('shop.hello', 'en', { name: 'Ana' }), say('shop.deep.word', 'en')]).toEqual([
      'Hola, Ana',
      'Hello, Ana',
      'deep',
    ]);
  });
  test('are Spanish where the language has none, and the key itself where nobody wrote any', () => {
    expect([say('shop.only', 'en'), say('shop.only', 'fr'), say('shop.nothing', 'en')]).toEqual(['solo aquí', 'solo aquí', 'shop.nothing']);
  });
  test('translate a parameter that is a word, and leave an absent one empty', () => {
    expect([
      say('shop.state', 'en', { state: { key: 'shop.open' } }),
      say('shop.state', 'es', { state: { key: 'shop.open' } }),
      say('shop.hello', 'es'),
    ]).toEqual(['It is open', 'Está abierto', 'Hola, ']);
  });
});

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['es;q=0.4,en;q=0.9', 'en'],
  ['en;q=0.4,es;q=0.9', 'es'],
  ['fr,de;q=0.9', 'es'],
  ['fr,en;q=0.1', 'en'],
  ['en;q=0', 'es'],
  ['en;q=0,es;q=0.1', 'es'],
])('a browser that wants "%s" is answered in %s', (header, locale) => expect(localeOf(header)).toBe(locale));
