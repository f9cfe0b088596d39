import { defineFieldUi } from '@/views/contracts';

const compact = (value: unknown): string => JSON.stringify(value) ?? '';

export default defineFieldUi<unknown>({
  toText: compact,
  Cell: ({ value }) => <code className="value-code value-clip">{compact(value).slice(0, 120)}</code>,
  Show: ({ value }) => <pre className="value-pre">{JSON.stringify(value, null, 2)}</pre>,
});
