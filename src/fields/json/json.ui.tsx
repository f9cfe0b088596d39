import { defineFieldUi, type CellProps } from '@/views/contracts';

const compact = (value: unknown): string => JSON.stringify(value) ?? '';

/** Scrolls by itself, so the keyboard must reach it. */
const Written = ({ value, place, words: { t } }: CellProps<unknown>) => <pre className="value-pre" tabIndex={0} role="group" aria-label={t(`${place.resource}.fields.${place.name}`)}>{JSON.stringify(value, null, 2)}</pre>;

export default defineFieldUi<unknown>({
  toText: compact,
  Cell: ({ value }) => <code className="value-code value-clip">{compact(value).slice(0, 120)}</code>,
  Show: Written,
});
