import { defineFieldUi } from '@/fields/kit/contracts';
import { BibChip } from '../kit/BibChip';
import { formatMoney, formatNumber } from '../../words/format';
import type { IntegerOptions } from './integer';
import { unitOf } from './unitOf';

const isBib = (options: IntegerOptions): boolean => options.look === 'bib';
const written = (value: number, options: IntegerOptions, locale: 'es' | 'en', row?: Readonly<Record<string, unknown>>): string => {
  if (options.look) return String(value);
  const unit = unitOf(options, row);
  if (unit === 'cents') return formatMoney(value, locale);
  return unit === 'percent' ? formatNumber(value / 100, locale, { style: 'percent' }) : formatNumber(value, locale);
};

export default defineFieldUi<number, IntegerOptions>({
  align: 'right',
  toText: (value, { options }, _place, { locale }, row) => written(value, options, locale, row),
  Cell: ({ value, field, row, words: { locale } }) => {
    const options = field.options;
    return isBib(options) ? <BibChip>{String(value)}</BibChip> : written(value, options, locale, row);
  },
});
