import { idOf } from '@/schema/unknown';
import { memo, type ChangeEvent, type MouseEvent, type ReactNode } from 'react';
import type { AnyResource } from '@/schema';
import type { Parent, Views } from '../../../fields/kit/contracts';
import { pathTo } from '../../../fields/kit/paths';
import { recordTitle } from '../../../fields/kit/recordTitle';
import type { Words } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import { drawCell } from './ListCell';
import type { Column } from '../model/listPlan';
import type { Row } from '../model/selection';

export type Cells = NonNullable<Views<AnyResource>['cells']>;
/** What all rows of a table share; it keeps its identity between pages so that rows draw once. */
export interface RowSetting {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly columns: readonly Column[];
  readonly labels: Readonly<Record<string, string>>;
  readonly words: Words;
  readonly title: string;
  readonly cells: Cells;
  /** Columns that stay at the left, with their place from 0. */
  readonly pins: Readonly<Record<string, number>>;
  readonly selectable: boolean;
  /** The labels of the checkbox and the menu of a row, by its title. */
  readonly says: { readonly select: (title: string) => string; readonly menu: (title: string) => string };
  readonly onToggle: (id: number, isRange: boolean) => void;
  readonly onMenu: (id: number, anchor: HTMLElement) => void;
  /** A press on the link of a row. */
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}
interface ListRowProps {
  readonly row: Row;
  readonly selected: boolean;
  /** Shown next to the list now. */
  readonly isOpen: boolean;
  /** Whether missing values are loading. */
  readonly isComing: boolean;
  readonly setting: RowSetting;
}

const drawValue = (column: Column, row: Row, isComing: boolean, { resource, cells, words }: RowSetting): ReactNode => {
  const own = (cells as Readonly<Record<string, ((cell: { readonly value: unknown; readonly row: Row }) => ReactNode) | undefined>>)[
    column.name
  ];
  return own && row[column.name] !== undefined
    ? own({ value: row[column.name], row })
    : drawCell({ column, place: { resource: resource.name, name: column.name }, row, isComing }, words);
};

/** Texts that fit into the widest cell in any font; clipping each of many hundred cells costs the browser more than drawing them. */
const fits = 24;
const isLong = (drawn: ReactNode): boolean => typeof drawn !== 'string' || drawn.length > fits;

// A plain anchor: router links depend on the address, and every row would draw again with each step.
const drawTitle = (column: Column, { row, isOpen, isComing, setting }: ListRowProps): ReactNode => {
  const { resource, parent, words, onFollow } = setting;
  const named = row[column.name] !== null && row[column.name] !== undefined && row[column.name] !== '';
  return (
    <a
      className="list-link"
      data-row-link=""
      aria-current={isOpen || undefined}
      href={pathTo(resource, 'show', { id: idOf(row, resource), parent })}
      onClick={onFollow}
    >
      {named ? drawValue(column, row, isComing, setting) : recordTitle(resource, row, words)}
    </a>
  );
};

/** A box is changed by a press or by the space bar; both are clicks to the browser. */
const isRange = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

/** One record of a list: plain cells, one link, one menu button. */
export const ListRow = memo((props: ListRowProps) => {
  const { row, selected, isOpen, isComing, setting } = props;
  const { resource, columns, labels, title, words, selectable, says, pins, onToggle, onMenu } = setting;
  const id = idOf(row, resource);
  const name = recordTitle(resource, row, words);
  return (
    <tr role="row" data-row={id} data-selected={selected || undefined} data-open={isOpen || undefined}>
      {selectable ? (
        <td role="cell" className="list-check">
          <input type="checkbox" checked={selected} aria-label={says.select(name)} onChange={(event) => onToggle(id, isRange(event))} />
        </td>
      ) : null}
      {columns.map((column) => {
        const drawn = column.name === title ? drawTitle(column, props) : drawValue(column, row, isComing, setting);
        return (
          <td
            role="cell"
            key={column.name}
            data-column={column.name}
            data-label={labels[column.name]}
            data-align={column.align}
            data-title={column.name === title || undefined}
            data-pin={pins[column.name]}
            data-long={isLong(drawn) || undefined}
          >
            {drawn}
          </td>
        );
      })}
      <td role="cell" className="list-menu">
        <button
          type="button"
          className="list-button"
          aria-haspopup="menu"
          aria-label={says.menu(name)}
          onClick={(event) => onMenu(id, event.currentTarget)}
        >
          <Icon name="more" />
        </button>
      </td>
    </tr>
  );
});
ListRow.displayName = 'ListRow';
