import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<string>({ toText: (value) => value, Cell: ({ value }) => <code className="value-code">{value}</code> });
