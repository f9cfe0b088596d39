import { defineFieldUi } from '@/fields/kit/contracts';
import { formatNumber } from '../../words/format';
import type { EmbeddedRow } from './hasMany';

export default defineFieldUi<readonly EmbeddedRow[]>({
  align: 'right',
  toText: (rows, _field, _place, { locale }) => formatNumber(rows.length, locale),
});
