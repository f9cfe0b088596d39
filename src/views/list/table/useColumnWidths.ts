import { useLayoutEffect, useState, type RefObject } from 'react';
import { widthWithin, type ListState } from '../model/listState';

/** Space that a value somewhat longer than those of the first page still has. */
const slackPx = 10;
type Widths = ListState['widths'];

/** The width that each column needs for the rows on screen; none where rows are cards, or nothing is drawn. */
const measure = (table: HTMLTableElement): Widths | null => {
  if (getComputedStyle(table).display !== 'table') return null;
  const { style } = table;
  style.width = 'max-content';
  const widths = Object.fromEntries(
    [...table.querySelectorAll<HTMLElement>('th[data-column]')].map(({ dataset, offsetWidth }) => [
      dataset['column'],
      widthWithin(offsetWidth + slackPx),
    ]),
  );
  style.width = '';
  return table.offsetWidth > 0 ? widths : null;
};

interface Asked {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly names: readonly string[];
  /** What else the widths depend on. */
  readonly density: string;
  /** Whether there are rows to measure. */
  readonly isReady: boolean;
  readonly chosen: Widths;
}
/**
 * The width of each column in pixels, or null before anything was measured. They are measured once for the same columns, so that the next
 * page moves nothing.
 */
export const useColumnWidths = ({ table, names, density, isReady, chosen }: Asked): Widths | null => {
  const signature = [density, ...names].join();
  const [measured, setMeasured] = useState<{ readonly signature: string; readonly widths: Widths | null } | null>(null);
  const isKnown = measured?.signature === signature;
  useLayoutEffect(() => {
    if (isReady && !isKnown && table.current) setMeasured({ signature, widths: measure(table.current) });
  }, [isReady, isKnown, signature, table]);
  const found = isKnown ? measured.widths : null;
  return found && { ...found, ...chosen };
};
