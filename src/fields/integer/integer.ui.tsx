import { defineFieldUi } from '@/views/contracts';
import { useWords } from '@/views/useWords';
import { formatNumber } from '../format';
import type { IntegerOptions } from './integer';

// Four digits stay together: years are more common than thousands.
const written = (value: number, options: IntegerOptions, locale: 'es' | 'en'): string => (options.bib ? String(value) : formatNumber(value, locale, { useGrouping: 'min2' }));

export default defineFieldUi<number>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) => written(value, options as IntegerOptions, locale),
  Cell: ({ value, field }) => {
    const { locale } = useWords();
    const options = field.options as IntegerOptions;
    return options.bib ? <span className="asd-bib">{value}</span> : written(value, options, locale);
  },
});
