import { createStore } from '../../state/createStore';
import { defaultLanguage, isLanguage, type Language } from './i18n';

const key = 'dorsal.lang';
const saved = (): Language => {
  try {
    const value = globalThis.localStorage?.getItem(key);
    return isLanguage(value) ? value : defaultLanguage;
  } catch {
    return defaultLanguage; // a browser without storage gets Spanish
  }
};

/** The global client state of the specification: one field, `lang`, `es` by default. */
export const languageStore = createStore<{ readonly lang: Language }>({ lang: saved() });

/** Changes the language and remembers it on this device. */
export const rememberLanguage = (lang: Language): void => {
  try {
    localStorage.setItem(key, lang);
  } catch {
    // the choice lasts as long as the page
  }
  document.documentElement.lang = lang;
  languageStore.set({ lang });
};
/** Whether the person ever chose a language here; until then that of the session is used. */
export const hasChosenLanguage = (): boolean => {
  try {
    return isLanguage(localStorage.getItem(key));
  } catch {
    return false;
  }
};
