import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { resources } from '@/resources';
import { defineResource } from '@/schema';
import { messageKeys } from '@/schema/project/i18n';
import { codeKeys, flatten, keysIn, localeProblems, type Catalogues } from '../../scripts/lib/localeProblems';
import { readCatalogues, readSources } from '../../scripts/lib/readLocales';

test('every word that is used exists in both languages, and nothing is there for nobody', () => {
  expect(localeProblems(resources, readCatalogues(), readSources())).toEqual([]);
});

test('a section is called by what it holds: an organization has a place and no date', () => {
  const { es, en } = readCatalogues();
  expect([es!.get('organizations.sections.place'), en!.get('organizations.sections.place')]).toEqual(['Lugar', 'Place']);
});

test('Spanish is that of Mexico: what is said in Spain alone is said nowhere', () => {
  const spanish = /\b(vale para|valen para|ordenador|vosotros|vuestr[oa]s?|pinch(a|ar|e) (en|aquí)|fichero|cog(e|er|es))\b/i;
  const found = [...readCatalogues().es!].filter(([, text]) => spanish.test(text));
  expect(found).toEqual([]);
});

describe('the check of words', () => {
  const shoes = defineResource('shoes', {
    service: 'event',
    singular: 'shoe',
    key: 'shoeid',
    permission: 'events',
    tenancy: 'catalog',
    platform: 'EVENT',
    title: 'name',
    fields: { name: f.text({ required: true }) },
    list: { columns: ['name'] },
    form: { main: ['name'] },
    checks: { laced: "name <> ''" },
  });
  const keys = [
    ...messageKeys(shoes),
    ...codeKeys(),
    'menu.platforms.ASDEPORTE',
    'menu.platforms.FMTRI',
    'menu.platforms.EVENT',
    'menu.platforms.APOLO',
    'menu.platforms.APOLO-SUSCRIPTIONS',
    'common.fields.created',
    'common.fields.updated',
    'common.fields.version',
  ];
  const whole = (changes: Readonly<Record<string, string | null>> = {}): Catalogues => {
    const words = new Map(keys.map((key) => [key, 'word']));
    const es = new Map(words);
    for (const [key, text] of Object.entries(changes))
      if (text === null) es.delete(key);
      else es.set(key, text);
    return { es, en: words };
  };
  const problems = (changes: Readonly<Record<string, string | null>>, text = ''): readonly string[] =>
    localeProblems([shoes], whole(changes), [{ path: 'src/x.tsx', text }]);

  test('is content when all is there', () => expect(problems({})).toEqual([]));
  test('names a missing word and who needs it', () =>
    expect(problems({ 'shoes.fields.name': null })).toContain(
      'locales/es: "shoes.fields.name" is missing (needed by src/resources/shoes)',
    ));
  test('names a missing word of a check of the database, its entity and the check', () =>
    expect(problems({ 'shoes.checks.laced': null })).toContain(
      'locales/es: "shoes.checks.laced" is missing (needed by src/resources/shoes)',
    ));
  test('names an empty word', () => expect(problems({ 'shoes.fields.name': ' ' })).toContain('locales/es: "shoes.fields.name" is empty'));
  test('names a word that takes other parameters in the other language', () =>
    expect(problems({ 'shoes.fields.name': 'Hola {{who}}' })).toContain('locales: "shoes.fields.name" takes {who} in es and {} in en'));
  test('names a word that only one language has', () =>
    expect(problems({ 'common.extra': 'x' })).toContain('locales/en: "common.extra" is missing (the other language has it)'));
  test('names a word of an entity that nobody uses', () =>
    expect(problems({ 'shoes.fields.laces': 'Agujetas' })).toContain('locales: "shoes.fields.laces" is used nowhere'));
  test('names a code without words', () =>
    expect(problems({ 'errors.bibTaken': null })).toContain(
      'locales/es: "errors.bibTaken" is missing (needed by src/schema/errorCodes.ts)',
    ));
  test.each(['errors.bibStolen', 'validation.tooPurple'])('names words of refusals that no code says: %s', (key) =>
    expect(problems({ [key]: 'x' })).toContain(`locales: "${key}" belongs to no code of src/schema/errorCodes.ts`),
  );
  test('names a rule that is thrown and not declared', () =>
    expect(problems({}, "invalid([{ path: 'name', code: 'RULE_BROKEN', rule: 'shoes.laced' }])")).toContain(
      'locales/es: "shoes.rules.laced" is missing (needed by src/x.tsx)',
    ));
  test('names a literal key that does not exist', () =>
    expect(problems({}, "t('common.nothing')")).toContain('locales/es: "common.nothing" is missing (needed by src/x.tsx)'));
});

test('keys are found where they are spoken, in any of the ways to speak', () => {
  const found = (text: string) =>
    keysIn({ path: 'x.tsx', text }, new Set(['common', 'list', 'shoes']), new Set(['shoes'])).map(({ key }) => key);
  expect(found("t(isNew ? 'list.one' : 'list.two')")).toEqual(['list.one', 'list.two']);
  expect(found("const { t } = useTranslation('common'); t('buttons.retry'); t('other', { ns: 'list' })")).toEqual([
    'common.buttons.retry',
    'list.other',
  ]);
  expect(found("fail('list.wrong')")).toEqual(['list.wrong']);
  expect(found("import './list.css'; const path = 'shoes.laces';")).toEqual([]);
  expect(found("say('shoes.errors.lost')")).toEqual(['shoes.errors.lost']);
});

test('a locale file is flattened into full keys', () => {
  expect(flatten('a', { b: { c: 'x' }, d: 'y' })).toEqual([
    ['a.b.c', 'x'],
    ['a.d', 'y'],
  ]);
});
