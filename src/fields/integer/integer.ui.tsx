import { defineFieldUi } from '@/views/contracts';
import { formatNumber } from '../format';

// Four digits stay together: years and bib numbers are more common than thousands.
export default defineFieldUi<number>({ align: 'right', toText: (value, _field, _place, { locale }) => formatNumber(value, locale, { useGrouping: 'min2' }) });
