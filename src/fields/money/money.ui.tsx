import { defineFieldUi } from '@/views/contracts';
import { formatMoney } from '../format';

export default defineFieldUi<number>({ align: 'right', toText: (value, _field, _place, { locale }) => formatMoney(value, locale) });
