import type { I18nProvider } from '@refinedev/core';
import type { i18n as I18n } from 'i18next';
import { isUnreadable, readableKey } from './readableKey';

type Params = Readonly<Record<string, unknown>>;

/** Splits `inscriptions.fields.folio` into its namespace and key. If the first segment is not a namespace, the key belongs to `common`. */
export const splitKey = (key: string, namespaces: ReadonlySet<string>): { readonly ns: string; readonly key: string } => {
  const dot = key.indexOf('.');
  const first = key.slice(0, dot);
  return dot > 0 && namespaces.has(first) ? { ns: first, key: key.slice(dot + 1) } : { ns: 'common', key };
};

/**
 * refine's translation with i18next.
 *
 * refine calls both `translate(key, 'Default words')` and `translate(key, params, 'Default words')`: a string in the second place is the
 * default, not parameters. One provider has one language: a new one is created when it changes, so that every screen reads its texts again.
 */
export const createI18nProvider = (
  i18n: I18n,
  language: string,
  namespaces: ReadonlySet<string>,
  changeLocale: (language: string) => Promise<void>,
): I18nProvider => ({
  translate: (full: string, options?: string | Params, defaultMessage?: string) => {
    const { ns, key } = splitKey(full, namespaces);
    const params = typeof options === 'string' ? {} : options;
    const defaultValue = typeof options === 'string' ? options : defaultMessage;
    if (defaultValue === undefined && isUnreadable(i18n, language, ns)) return readableKey(full);
    return String(i18n.t(key, { ...params, ns, defaultValue: defaultValue ?? full }));
  },
  changeLocale,
  getLocale: () => language,
});
