import { defineFieldUi } from '@/fields/kit/contracts';
import { formatMoney } from '../../words/format';

export default defineFieldUi<number>({ align: 'right', toText: (value, _field, _place, { locale }) => formatMoney(value, locale) });
