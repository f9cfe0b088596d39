import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partOf } from '@/schema/unknown';
import { mergeWords, type Words } from './mergeWords';

export const locales = ['es', 'en'] as const;
/** A language of the product; Spanish is the default and the fallback. */
export type Locale = (typeof locales)[number];
export type Translate = (key: string, locale: string, params?: Readonly<Record<string, unknown>>) => string;

type Catalogue = ReadonlyMap<string, Words>;

const loadCatalogue = (folder: string): Catalogue =>
  new Map(
    existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.endsWith('.json'))
          .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Words])
      : [],
  );

/**
 * The folders with the texts of each language: that of the product, then those of plugins, whose texts are added to existing namespaces.
 */
export const readWords = (folders: readonly string[], locale: Locale): ReadonlyMap<string, Words> => {
  const all = new Map<string, Words>();
  for (const folder of folders)
    for (const [namespace, words] of loadCatalogue(join(folder, locale))) all.set(namespace, mergeWords(all.get(namespace) ?? {}, words));
  return all;
};

const find = (catalogue: Catalogue | undefined, key: string): string | undefined => {
  const dot = key.indexOf('.');
  const words = catalogue?.get(key.slice(0, dot));
  const rest = key.slice(dot + 1);
  const found = words?.[rest] ?? rest.split('.').reduce<unknown>((at, step) => partOf(at, step), words);
  return typeof found === 'string' ? found : undefined;
};
const isSpoken = (value: unknown): value is { readonly key: string } => typeof value === 'object' && value !== null && 'key' in value;

/**
 * Reads the texts of the server once, from its folder and those of plugins. A missing key is answered as itself, which the check of
 * locales prevents. A parameter with a `key` is translated too.
 */
export const createTranslate = (...folders: readonly string[]): Translate => {
  const catalogues = new Map<string, Catalogue>(locales.map((locale) => [locale, readWords(folders, locale)]));
  const translate: Translate = (key, locale, params = {}) => {
    const text = find(catalogues.get(locale), key) ?? find(catalogues.get('es'), key) ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const value = params[name];
      return isSpoken(value) ? translate(value.key, locale) : String(value ?? '');
    });
  };
  return translate;
};

const weight = (part: string): { readonly language: string; readonly q: number } => {
  const [tag = '', ...options] = part.trim().toLowerCase().split(';');
  const q = options.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
  return { language: tag.split('-')[0] ?? '', q: q === undefined ? 1 : Number(q) };
};
/** The language of a request by its Accept-Language. */
export const localeOf = (header: string | undefined): Locale => {
  if (!header) return 'es';
  const known = header
    .slice(0, 200)
    .split(',')
    .map(weight)
    .filter(({ language, q }) => q > 0 && (locales as readonly string[]).includes(language));
  return (known.sort((a, b) => b.q - a.q)[0]?.language ?? 'es') as Locale;
};
