import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/words/format';
import { useWords } from '@/fields/kit/useWords';

/** A share of a whole as text. */
export const percent = (part: number, whole: number, locale: 'es' | 'en'): string =>
  whole > 0 ? formatNumber(part / whole, locale, { style: 'percent', maximumFractionDigits: part / whole < 0.1 ? 1 : 0 }) : '—';

/** Whole pesos: a chart needs no cents, and the file has them. */
export const pesos = (cents: number, locale: 'es' | 'en'): string =>
  formatNumber(cents / 100, locale, { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 });

/** The change since the previous figure, as text; undefined without one. */
export const change = (current: number, previous: number | null, locale: 'es' | 'en'): string | null =>
  previous ? formatNumber(current / previous - 1, locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }) : null;

/** Text with a link to the list that explains it, if there is one. */
export const Explained = ({ to, children }: { readonly to: string | null; readonly children: ReactNode }) =>
  to ? <Link to={to}>{children}</Link> : children;

/** A number in the language of the person. */
export const Count = ({ value }: { readonly value: number }) => formatNumber(value, useWords().locale);

interface BarProps {
  readonly value: number;
  readonly before?: number | null | undefined;
  readonly most: number;
  /** `second` for the less important of two bars. */
  readonly kind?: 'second';
}
/** A share of the longest bar. */
export const wide = (value: number, most: number): string => `${most > 0 ? Math.min(100, (value / most) * 100) : 0}%`;
/** A thin bar under a label, with a mark for the last edition. The number is next to it. */
export const Bar = ({ value, before, most, kind }: BarProps) => (
  <span className="bi-bar" aria-hidden="true" data-kind={kind}>
    <span style={{ inlineSize: wide(value, most) }} />
    {before ? <i style={{ insetInlineStart: wide(before, most) }} /> : null}
  </span>
);
