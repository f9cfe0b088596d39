import { defineFieldUi } from '@/fields/kit/contracts';
import { formatNumber } from '../../words/format';

export default defineFieldUi<number>({ align: 'right', toText: (value, _field, _place, { locale }) => formatNumber(value, locale) });
