import { defineFieldUi } from '@/fields/kit/contracts';

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

export default defineFieldUi<string>({
  toText: oneLine,
  Cell: ({ value }) => (
    <span className="value-clip" title={value}>
      {oneLine(value)}
    </span>
  ),
  Show: ({ value }) => <div className="value-prose">{value}</div>,
});
