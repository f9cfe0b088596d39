import type { i18n as I18n } from 'i18next';
import { defaultLanguage } from '@/providers/i18n/i18n';

const patienceMs = 20_000;
const controlled = (): Promise<void> =>
  new Promise((resolve, reject) => {
    if (navigator.serviceWorker.controller) return resolve();
    setTimeout(() => reject(new Error('no worker took over')), patienceMs);
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
/** The texts that this page has loaded. */
const textsOf = (i18n: I18n): readonly string[] =>
  [...new Set([i18n.language, defaultLanguage])].flatMap((language) =>
    Object.keys(i18n.store.data[language] ?? {}).map((namespace) => `/locales/${language}/${namespace}.json`),
  );

/** Keeps the screens of the desk and their texts on this device, so that they start without a network; false where browsers cannot. */
export const prepareApp = async (i18n: I18n): Promise<boolean> => {
  if (!('serviceWorker' in navigator)) return false;
  try {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    await controlled();
    await Promise.all(['/config.js', ...textsOf(i18n)].map((file) => fetch(file)));
    return true;
  } catch {
    return false;
  }
};
