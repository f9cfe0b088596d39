import { memo } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent, Views } from '../contracts';
import { pathTo } from '../paths';
import { recordTitle } from '../recordTitle';
import { useWords } from '../useWords';
import { Icon } from './Icon';
import { ListCell } from './ListCell';
import type { Column } from './listPlan';
import type { Row } from './selection';

export type Cells = NonNullable<Views<AnyResource>['cells']>;
/** What every row of a table shares; it keeps its identity between pages so that rows draw once. */
export interface RowSetting {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly columns: readonly Column[];
  readonly labels: Readonly<Record<string, string>>;
  readonly title: string;
  readonly cells: Cells;
  readonly selectable: boolean;
  readonly onToggle: (id: number) => void;
  readonly onMenu: (id: number, anchor: HTMLElement) => void;
}
interface ListRowProps {
  readonly row: Row;
  readonly selected: boolean;
  readonly isComing: boolean;
  readonly setting: RowSetting;
}

const Value = ({ column, row, isComing, setting: { resource, cells } }: Omit<ListRowProps, 'selected'> & { readonly column: Column }) => {
  const own = (cells as Readonly<Record<string, ((cell: { readonly value: unknown; readonly row: Row }) => React.ReactNode) | undefined>>)[column.name];
  return own && row[column.name] !== undefined ? own({ value: row[column.name], row }) : <ListCell column={column} place={{ resource: resource.name, name: column.name }} row={row} isComing={isComing} />;
};

const TitleCell = ({ column, row, isComing, setting }: Omit<ListRowProps, 'selected'> & { readonly column: Column }) => {
  const { resource, parent } = setting;
  const { locale } = useWords();
  const named = row[column.name] !== null && row[column.name] !== undefined && row[column.name] !== '';
  return (
    <Link className="list-link" data-row-link="" to={pathTo(resource, 'show', { id: row[resource.key] as number, parent })}>
      {named ? <Value column={column} row={row} isComing={isComing} setting={setting} /> : recordTitle(resource, row, locale)}
    </Link>
  );
};

/** One record of a list: plain cells, one link, one menu button. */
export const ListRow = memo(({ row, selected, isComing, setting }: ListRowProps) => {
  const { t, locale } = useWords();
  const { resource, columns, labels, title, selectable, onToggle, onMenu } = setting;
  const id = row[resource.key] as number;
  const name = recordTitle(resource, row, locale);
  return (
    <tr role="row" data-row={id} data-selected={selected || undefined}>
      {selectable ? (
        <td role="cell" className="list-check">
          <input type="checkbox" checked={selected} aria-label={t('list.select.row', { title: name })} onChange={() => onToggle(id)} />
        </td>
      ) : null}
      {columns.map((column) => {
        const Cell = column.name === title ? TitleCell : Value;
        return (
          <td role="cell" key={column.name} data-label={labels[column.name]} data-align={column.align} data-title={column.name === title || undefined}>
            <Cell column={column} row={row} isComing={isComing} setting={setting} />
          </td>
        );
      })}
      <td role="cell" className="list-menu">
        <button type="button" className="list-button" aria-haspopup="menu" aria-label={t('list.row.menu', { title: name })} onClick={(event) => onMenu(id, event.currentTarget)}>
          <Icon name="more" />
        </button>
      </td>
    </tr>
  );
});
ListRow.displayName = 'ListRow';
