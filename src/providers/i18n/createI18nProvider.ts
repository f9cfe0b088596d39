import type { I18nProvider } from '@refinedev/core';
import type { i18n as I18n } from 'i18next';

type Params = Readonly<Record<string, unknown>>;

/** Splits `inscriptions.fields.folio` into its namespace and key. If the first segment is not a namespace, the key belongs to `common`. */
export const splitKey = (key: string, namespaces: ReadonlySet<string>): { readonly ns: string; readonly key: string } => {
  const dot = key.indexOf('.');
  const first = key.slice(0, dot);
  return dot > 0 && namespaces.has(first) ? { ns: first, key: key.slice(dot + 1) } : { ns: 'common', key };
};

const defaultLanguage = 'es';
/** Whether the file of a namespace could not be loaded in any language. */
const isUnreadable = (i18n: I18n, language: string, ns: string): boolean =>
  i18n.hasLoadedNamespace(ns) && ![language, defaultLanguage].some((each) => i18n.hasResourceBundle(each, ns));
/**
 * Readable text for a key whose translations could not be loaded: `carousels.titles.list` is "Carousels", `stages.fields.visible_from` is
 * "Visible from".
 */
export const readableKey = (key: string): string => {
  const parts = key.split('.');
  const label = ((parts.at(-2) === 'titles' ? parts[0] : parts.at(-1)) ?? key)
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
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
