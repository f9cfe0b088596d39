import { defineFieldUi } from '@/views/contracts';
import { formatMoney, formatNumber } from '../format';
import type { SumOptions } from './sum';

export default defineFieldUi<number>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) => ((options as SumOptions).unit === 'integer' ? formatNumber(value, locale) : formatMoney(value, locale)),
});
