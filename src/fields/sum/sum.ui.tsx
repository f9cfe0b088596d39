import { defineFieldUi } from '@/fields/kit/contracts';
import { formatMoney, formatNumber } from '../../words/format';
import type { SumOptions } from './sum';

export default defineFieldUi<number, SumOptions>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) =>
    options.unit === 'integer' ? formatNumber(value, locale) : formatMoney(value, locale),
});
