import { defineFieldUi } from '@/fields/kit/contracts';
import { formatNumber } from '../../words/format';

export default defineFieldUi<number>({
  align: 'right',
  toText: (value, _field, _place, { locale }) => formatNumber(value / 10_000, locale, { style: 'percent', maximumFractionDigits: 2 }),
});
