import { defineFieldUi } from '@/views/contracts';
import { useWords } from '@/views/useWords';
import { BibChip } from '../BibChip';
import { formatNumber } from '../format';
import type { IntegerOptions } from './integer';

const isBib = (options: IntegerOptions): boolean => options.look === 'bib';
const written = (value: number, options: IntegerOptions, locale: 'es' | 'en'): string => (isBib(options) ? String(value) : formatNumber(value, locale));

export default defineFieldUi<number>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) => written(value, options as IntegerOptions, locale),
  Cell: ({ value, field }) => {
    const { locale } = useWords();
    const options = field.options as IntegerOptions;
    return isBib(options) ? <BibChip>{String(value)}</BibChip> : written(value, options, locale);
  },
});
