import type { Locale } from 'antd/es/locale';
import type { Language } from './i18n';

const loaders: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  es: () => import('antd/es/locale/es_ES'),
  en: () => import('antd/es/locale/en_GB'),
};
/** The texts of antd's own components, and dayjs in the same language. */
export const loadAntdLocale = async (language: Language): Promise<Locale> => {
  const [{ default: locale }, { followLanguage }] = await Promise.all([loaders[language](), import('./dayjsLocale')]);
  followLanguage(language);
  return locale as Locale;
};
