import { defineFieldUi } from '@/views/contracts';
import { formatInstant, formatRelative } from '../format';

export default defineFieldUi<string>({
  toText: formatInstant,
  Cell: ({ value, words: { locale } }) => <time dateTime={value} title={formatRelative(value, locale)}>{formatInstant(value)}</time>,
});
