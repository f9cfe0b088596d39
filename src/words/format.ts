import { homeZone } from '@/schema/homeZone';

const tags = { es: 'es-MX', en: 'en-US' } as const;
type Locale = keyof typeof tags;

const cached = <T>(make: (key: string) => T): ((key: string) => T) => {
  const made = new Map<string, T>();
  return (key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
};
const numbers = cached((key) => {
  const [locale, options] = JSON.parse(key) as [Locale, Intl.NumberFormatOptions];
  return new Intl.NumberFormat(tags[locale], options);
});
/** A number as people of the language write it. */
export const formatNumber = (value: number, locale: Locale, options: Intl.NumberFormatOptions = {}): string =>
  numbers(JSON.stringify([locale, options])).format(value);
/** Integer cents of MXN as an amount. */
export const formatMoney = (cents: number, locale: Locale): string =>
  formatNumber(cents / 100, locale, { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol', minimumFractionDigits: 2 });

/** `2026-03-01` → `01/03/2026`, without time zones. */
export const formatDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/');

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: homeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** An instant as `dd/mm/yyyy HH:mm`, day first in both languages. */
export const formatInstant = (instant: string): string => {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : clock.format(at).replace(',', '');
};

const dayTags = { es: 'es-MX', en: 'en-GB' } as const;
/** Parts of a day such as `2026-03-01` in words: its weekday, its month. */
export const formatDayParts = (day: string, locale: Locale, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(dayTags[locale], { ...options, timeZone: 'UTC' });

const relative = cached((locale) => new Intl.RelativeTimeFormat(tags[locale as Locale], { numeric: 'auto' }));
const steps = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
/** How long ago, or how far ahead, an instant is. */
export const formatRelative = (instant: string, locale: Locale, now: number = Date.now()): string => {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000);
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
  return relative(locale).format(Math.round(seconds / size), unit);
};
