import type { KeyboardEvent, MouseEvent } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { Column } from '../model/listPlan';
import type { Sort } from '../model/listState';
import { isSelected } from '../model/selection';
import type { ListModel } from '../model/useListModel';
import { ColumnEdge, widthByKey } from './ColumnEdge';
import type { RowSetting } from './ListRow';

interface TableHeadProps {
  readonly list: ListModel;
  readonly setting: RowSetting;
  /** Widths of the columns, once they were measured. */
  readonly widths: Readonly<Record<string, number>> | null;
}
const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

/** Ascending, then descending, then as declared. With Shift the column is added to the order instead of replacing it. */
const nextSort = (sort: readonly Sort[], name: string, adds: boolean): readonly Sort[] | null => {
  const own = sort.find((each) => each.name === name);
  const others = adds ? sort.filter((each) => each.name !== name) : [];
  if (own?.order === 'desc') return others.length > 0 ? others : null;
  return [...others, { name, order: own ? 'desc' : 'asc' }];
};

const SelectPage = ({ list: { resource, answer, selection } }: { readonly list: ListModel }) => {
  const { t } = useWords();
  const selected = answer.rows.map((row) => isSelected(selection.chosen, row[resource.key] as number));
  const all = selected.length > 0 && selected.every(Boolean),
    some = !all && selected.some(Boolean);
  return (
    <th role="columnheader" scope="col" className="list-check">
      <input
        type="checkbox"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some;
        }}
        aria-label={t('list.select.page')}
        onChange={selection.togglePage}
      />
    </th>
  );
};

interface ColumnHeadProps {
  readonly column: Column;
  readonly label: string | undefined;
  readonly isTitle: boolean;
  readonly sort: readonly Sort[];
  readonly onSort: (sort: readonly Sort[] | null) => void;
  /** The place among the columns that stay at the left. */
  readonly pin: number | undefined;
  readonly width: number | undefined;
  readonly onWidth: (name: string, width: number | null) => void;
}
const ColumnHead = ({ column: { name, sortable, align }, label, isTitle, sort, onSort, pin, width, onWidth }: ColumnHeadProps) => {
  const order = sort.find((each) => each.name === name)?.order;
  const choose = (event: MouseEvent): void => onSort(nextSort(sort, name, event.shiftKey));
  const widen = (event: KeyboardEvent): void => {
    const next = width === undefined ? undefined : widthByKey(event, width);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(name, next);
  };
  return (
    <th
      role="columnheader"
      scope="col"
      data-column={name}
      data-align={align}
      data-title={isTitle || undefined}
      data-pin={pin}
      {...(order && { 'aria-sort': ariaSorts[order] })}
    >
      {sortable ? (
        <button type="button" className="list-sort" onClick={choose} onKeyDown={widen}>
          <span>{label}</span>
          {order ? <Icon name={order === 'asc' ? 'up' : 'down'} /> : null}
        </button>
      ) : (
        label
      )}
      {width === undefined ? null : <ColumnEdge name={name} label={label} width={width} onWidth={(next) => onWidth(name, next)} />}
    </th>
  );
};

/** The names of the columns, each of which sorts by it. */
export const TableHead = ({ list, setting: { columns, labels, selectable, title, pins }, widths }: TableHeadProps) => {
  const { t } = useWords();
  const { sort, change, state } = list.question;
  const onWidth = (name: string, width: number | null): void => {
    const { [name]: _, ...others } = state.widths;
    change({ widths: width === null ? others : { ...others, [name]: width } }, { replace: true });
  };
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selectable ? <SelectPage list={list} /> : null}
        {columns.map((column) => (
          <ColumnHead
            key={column.name}
            column={column}
            label={labels[column.name]}
            isTitle={column.name === title}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            pin={pins[column.name]}
            width={widths?.[column.name]}
            onWidth={onWidth}
          />
        ))}
        <th role="columnheader" scope="col" className="list-menu">
          <span className="asd-hidden-text">{t('list.row.actions')}</span>
        </th>
      </tr>
    </thead>
  );
};
