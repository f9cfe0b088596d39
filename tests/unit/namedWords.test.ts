import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fieldsOfLetter, templateKinds } from '@/domain/letterTexts';
import { namedWords } from '@/fields/kit/namedWords';
import { recordTitle, titleInWords } from '@/fields/kit/recordTitle';
import { letter_templates } from '@/resources/letter_templates/letter_templates';

const wordsIn = (language: 'es' | 'en') => {
  const { letterNames: names } = JSON.parse(readFileSync(`locales/${language}/common.json`, 'utf8')) as {
    letterNames: Record<string, string>;
  };
  return {
    names,
    t: (key: string, params?: Readonly<Record<string, unknown>>): string =>
      names[key.replace('common.letterNames.', '')] ?? String(params?.['defaultValue'] ?? key),
  };
};
const context = (language: 'es' | 'en') => ({ ...wordsIn(language), locale: language, titled: (_name: string, title: string) => title });

describe.each(['es', 'en'] as const)('in %s', (language) => {
  test('every name that a letter may contain has a word, and no word is of a name that none contains', () => {
    const all = new Set(templateKinds.flatMap(fieldsOfLetter));
    expect(Object.keys(wordsIn(language).names).sort()).toEqual([...all].sort());
  });
});

test('the title of a template has words in braces, in its record and where another record refers to it', () => {
  const row = { letter_templateid: 4, subject: 'Tu lugar en {{event}}, {{ name }}' };
  expect(recordTitle(letter_templates, row, context('es'))).toBe('Tu lugar en {evento}, {nombre}');
  expect(titleInWords(letter_templates, row.subject, context('en'))).toBe('Tu lugar en {event}, {name}');
});

test('a name without a word stays a name, and other braces stay as they are', () => {
  expect(namedWords('{{unknown}} {a} {{}} {{event', 'letterNames', context('es'))).toBe('{unknown} {a} {{}} {{event');
});
