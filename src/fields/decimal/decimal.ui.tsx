import { defineFieldUi } from '@/views/contracts';
import { formatNumber } from '../format';
import type { DecimalOptions } from './decimal';

export default defineFieldUi<number>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) => formatNumber(value, locale, { maximumFractionDigits: (options as DecimalOptions).scale ?? 3 }),
});
