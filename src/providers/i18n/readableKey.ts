import type { i18n as I18n } from 'i18next';

const defaultLanguage = 'es';
/** Whether the file of a namespace could not be loaded in any language. */
export const isUnreadable = (i18n: I18n, language: string, ns: string): boolean =>
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
