import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<string>({ toText: (value) => value, Show: ({ value }) => <a href={`mailto:${value}`}>{value}</a> });
