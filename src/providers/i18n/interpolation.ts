import type { FormatterModule, InterpolationOptions } from 'i18next';
import { formatNumber } from '@/words/format';

/** How parameters come into words; it goes with `counted`. */
export const interpolation: InterpolationOptions = { escapeValue: false, alwaysFormat: true };

const nothing = (): void => undefined;
/** Writes how many there are with separators: 120,000 records. Other numbers are years, keys and the like, and stay as they are. */
export const counted: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value: unknown, _format, language, about) => {
    const isCount = about?.['interpolationkey'] === 'count' && typeof value === 'number';
    return isCount ? formatNumber(value, language === 'en' ? 'en' : 'es') : String(value ?? '');
  },
};
