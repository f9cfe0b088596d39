import i18next, { type i18n as I18n, type TOptions } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { isOneOf } from '@/schema/unknown';
import { counted, interpolation } from './interpolation';
import { isUnreadable, readableKey } from './readableKey';

export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'es';

/** Texts that belong to no resource. */
export const sharedNamespaces = [
  'common',
  'menu',
  'home',
  'validation',
  'errors',
  'auth',
  'form',
  'list',
  'show',
  'action',
  'palette',
  'followup',
  'help',
  'audit',
  'inbox',
  'reports-bi',
  'lists',
  'scan',
  'desk',
  'sign',
  'claim',
  'unsubscribe',
  'site',
  'reference',
] as const;
/** Namespaces that every screen needs. */
const initialNamespaces = ['common', 'menu'];

/** Whether a text names a language of the product. */
export const isLanguage = (some: unknown): some is Language => isOneOf(languages, some);

export interface WordsOptions {
  readonly language: Language;
  readonly fetch?: typeof globalThis.fetch;
  readonly loadPath?: string;
}
const patienceMs = 15_000;
/** Every browser words a lost connection differently, and the backend retries only those it knows: here all of them become one. */
const wordsFetch =
  (send: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    try {
      const response = await send(input, { ...init, signal: AbortSignal.timeout(patienceMs) });
      return response.ok ? new Response(await response.text(), { status: response.status }) : response;
    } catch (cause) {
      throw new TypeError('Failed to fetch', { cause });
    }
  };

/**
 * Missing translations: the screen shows their key and the console reports it, which fails every browser test. Nothing is reported when the
 * screen has its own default.
 */
const tellMissing = (languages: readonly string[], namespace: string, key: string, shown: string): void => {
  if (shown === key || shown === `${namespace}.${key}`) console.error(`no words for ${namespace}.${key} in ${languages.join(', ')}`);
};

/**
 * Starts i18next as the specification describes.
 *
 * Its defaults are the limits of the specification: up to 5 retries of a 5xx or of no answer, 350 ms doubling, 10 parallel reads, and no
 * retry of a 4xx.
 */
export const startI18n = async ({
  language,
  fetch = (input, init) => globalThis.fetch(input, init),
  loadPath = '/locales/{{lng}}/{{ns}}.json',
}: WordsOptions): Promise<I18n> => {
  const instance = i18next.createInstance();
  await instance
    .use(HttpBackend)
    .use(initReactI18next)
    .use(counted)
    .init({
      lng: language,
      fallbackLng: defaultLanguage,
      supportedLngs: [...languages],
      ns: initialNamespaces,
      defaultNS: 'common',
      nsSeparator: false,
      interpolation,
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      backend: { loadPath, alternateFetch: wordsFetch(fetch) },
      react: { useSuspense: false },
      returnNull: false,
      saveMissing: true,
      missingKeyHandler: tellMissing,
      // The frame asks i18next itself: without its file the menu still says where it leads.
      parseMissingKeyHandler: (key: string, given?: string, options?: TOptions) => {
        const [ns = 'common'] = [options?.ns ?? []].flat();
        return given ?? (isUnreadable(instance, instance.language, ns) ? readableKey(`${ns}.${key}`) : key);
      },
    });
  return instance;
};
