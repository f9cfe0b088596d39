import dayjs from 'dayjs';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/es';
import type { Language } from './i18n';

// The week of the product starts on Monday in both languages, so English is the British one.
const locales: Readonly<Record<Language, string>> = { es: 'es', en: 'en-gb' };
/** Sets calendars to the person's language. */
export const followLanguage = (language: Language): void => {
  dayjs.locale(locales[language]);
};
