import { defineFieldUi } from '@/fields/kit/contracts';
import { formatInstant, formatRelative } from '../../words/format';

export default defineFieldUi<string>({
  toText: formatInstant,
  Cell: ({ value, words: { locale } }) => (
    <time dateTime={value} title={formatRelative(value, locale)}>
      {formatInstant(value)}
    </time>
  ),
});
