import { defineFieldUi } from '@/fields/kit/contracts';
import { formatDay } from '../../words/format';

export default defineFieldUi<string>({ toText: formatDay, Cell: ({ value }) => <time dateTime={value}>{formatDay(value)}</time> });
