import { defineFieldUi } from '@/views/contracts';
import { formatDay } from '../format';

export default defineFieldUi<string>({ toText: formatDay, Cell: ({ value }) => <time dateTime={value}>{formatDay(value)}</time> });
