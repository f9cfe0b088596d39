import { defineFieldUi } from '@/fields/kit/contracts';
import { formatNumber } from '../../words/format';
import type { DecimalOptions } from './decimal';

export default defineFieldUi<number, DecimalOptions>({
  align: 'right',
  toText: (value, { options }, _place, { locale }) => formatNumber(value, locale, { maximumFractionDigits: options.scale ?? 3 }),
});
