import { defineFieldUi } from '@/views/contracts';
import { formatNumber } from '../format';
import type { EmbeddedRow } from './hasMany';

export default defineFieldUi<readonly EmbeddedRow[]>({ align: 'right', toText: (rows, _field, _place, { locale }) => formatNumber(rows.length, locale) });
