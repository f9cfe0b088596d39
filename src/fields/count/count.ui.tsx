import { defineFieldUi } from '@/views/contracts';
import { formatNumber } from '../format';

export default defineFieldUi<number>({ align: 'right', toText: (value, _field, _place, { locale }) => formatNumber(value, locale) });
