import type { i18n as I18n } from 'i18next';
import { defaultLanguage } from './i18n';

/** Loads namespaces, and throws when one of them exists in no language, because a screen would show its keys. */
export const loadWords = async (i18n: I18n, namespaces: readonly string[]): Promise<void> => {
  await i18n.loadNamespaces([...namespaces]);
  const missing = namespaces.filter(
    (namespace) => ![i18n.language, defaultLanguage].some((language) => i18n.hasResourceBundle(language, namespace)),
  );
  if (missing.length > 0) throw new Error(`no words: ${missing.join(', ')}`);
};
