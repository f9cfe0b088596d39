import { defineFieldUi } from '@/fields/kit/contracts';
import { formatMoney, formatNumber } from '../../words/format';
import type { SumOptions } from './sum';

export default defineFieldUi<number>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) =>
    (options as SumOptions).unit === 'integer' ? formatNumber(value, locale) : formatMoney(value, locale),
});
