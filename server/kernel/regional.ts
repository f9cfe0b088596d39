import type { Locale } from './messages';

/** How dates and amounts are written in each language. */
export const regional: Readonly<Record<Locale, string>> = { es: 'es-MX', en: 'en-GB' };

const cents = 100;
/** An amount with the name of its currency. */
export const moneyIn = (locale: Locale, amount_cents: number, currency = 'MXN'): string =>
  new Intl.NumberFormat(regional[locale], { style: 'currency', currency, currencyDisplay: 'code' }).format(amount_cents / cents);

const written = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'long',
} as const;
/** A moment in the time zone of a place, with the name of the zone. */
export const momentIn = (locale: Locale, timeZone: string, at: string): string =>
  new Intl.DateTimeFormat(regional[locale], { timeZone, ...written }).format(new Date(at));
