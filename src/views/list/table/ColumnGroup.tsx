import type { Column } from '../model/listPlan';
import type { ListState } from '../model/listState';

interface ColumnGroupProps {
  readonly columns: readonly Column[];
  readonly widths: ListState['widths'];
  readonly selectable: boolean;
}
/** The widths of the box, the columns and the menu of the rows, in pixels. */
export const edgeWidths = { check: 40, menu: 44 } as const;

/** Fixed widths of the columns of a table. */
export const ColumnGroup = ({ columns, widths, selectable }: ColumnGroupProps) => (
  <colgroup>
    {selectable ? <col style={{ width: edgeWidths.check }} /> : null}
    {columns.map(({ name }) => (
      <col key={name} data-col={name} style={{ width: widths[name] }} />
    ))}
    <col style={{ width: edgeWidths.menu }} />
  </colgroup>
);
