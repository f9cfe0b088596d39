import { defineFieldUi } from '@/views/contracts';

export default defineFieldUi<string>({ toText: (value) => value, Show: ({ value }) => <a href={`mailto:${value}`}>{value}</a> });
