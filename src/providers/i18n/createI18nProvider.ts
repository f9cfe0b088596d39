import type { I18nProvider } from '@refinedev/core';
import type { i18n as I18n } from 'i18next';

type Params = Readonly<Record<string, unknown>>;

/** Splits `inscriptions.fields.folio` into its namespace and key; a first segment that is no namespace belongs to `common`. */
export const splitKey = (key: string, namespaces: ReadonlySet<string>): { readonly ns: string; readonly key: string } => {
  const dot = key.indexOf('.');
  const first = key.slice(0, dot);
  return dot > 0 && namespaces.has(first) ? { ns: first, key: key.slice(dot + 1) } : { ns: 'common', key };
};

/**
 * refine's translation over i18next.
 *
 * refine calls `translate(key, 'Default words')` as often as `translate(key, params, 'Default words')`: a string in the second place is the default, not parameters.
 * One provider speaks one language: another one is made when it changes, so that every screen reads its words again.
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
    return String(i18n.t(key, { ...params, ns, defaultValue: defaultValue ?? full }));
  },
  changeLocale,
  getLocale: () => language,
});
