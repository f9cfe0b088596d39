import { defineFieldUi } from '@/views/contracts';
import { useWords } from '@/views/useWords';
import { formatInstant, formatRelative } from '../format';

export default defineFieldUi<string>({
  toText: formatInstant,
  Cell: ({ value }) => <time dateTime={value} title={formatRelative(value, useWords().locale)}>{formatInstant(value)}</time>,
});
