import { idOf } from '@/schema/unknown';
import { Fragment, useEffect, useRef, type MouseEvent, type UIEvent } from 'react';
import type { ListPlan } from '../model/listPlan';
import { useWords } from '../../../fields/kit/useWords';
import type { Density } from './useDensity';
import { Icon } from '../../../frame/Icon';
import { ListRow, type RowSetting } from './ListRow';
import type { Sort } from '../model/listState';
import { isSelected, type Row, type Selection } from '../model/selection';
import { TotalsRow } from './TotalsRow';

interface ListTableProps {
  readonly plan: ListPlan;
  readonly setting: RowSetting;
  readonly density: Density;
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly isStale: boolean;
  /** The record shown beside the list. */
  readonly open: number | null;
  readonly sort: readonly Sort[];
  readonly totals: Readonly<Record<string, number>>;
  readonly selection: Selection;
  readonly onSort: (sort: readonly Sort[] | null) => void;
  readonly onTogglePage: () => void;
}
const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;
const skeletons = 12,
  lateMs = 200;

/** Up, then down, then as declared. With Shift the column is added to the order instead of replacing it. */
const nextSort = (sort: readonly Sort[], name: string, adds: boolean): readonly Sort[] | null => {
  const own = sort.find((each) => each.name === name);
  const others = adds ? sort.filter((each) => each.name !== name) : [];
  if (own?.order === 'desc') return others.length > 0 ? others : null;
  return [...others, { name, order: own ? 'desc' : 'asc' }];
};

/** Only a row that lacks a column is drawn again while the next answer comes. */
const lacksSome = (row: Row, { columns }: RowSetting): boolean => columns.some(({ name }) => row[name] === undefined);

const Head = ({ setting: { columns, labels, selectable }, sort, rows, selection, onSort, onTogglePage, plan }: ListTableProps) => {
  const { t } = useWords();
  const all = rows.length > 0 && rows.every((row) => isSelected(selection, idOf(row, plan.resource)));
  const some = !all && rows.some((row) => isSelected(selection, idOf(row, plan.resource)));
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selectable ? (
          <th role="columnheader" scope="col" className="list-check">
            <input
              type="checkbox"
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = some;
              }}
              aria-label={t('list.select.page')}
              onChange={onTogglePage}
            />
          </th>
        ) : null}
        {columns.map(({ name, sortable, align }) => {
          const order = sort.find((each) => each.name === name)?.order;
          const choose = (event: MouseEvent): void => onSort(nextSort(sort, name, event.shiftKey));
          return (
            <th
              role="columnheader"
              scope="col"
              key={name}
              data-align={align}
              data-title={name === plan.title || undefined}
              {...(order && { 'aria-sort': ariaSorts[order] })}
            >
              {sortable ? (
                <button type="button" className="list-sort" onClick={choose}>
                  <span>{labels[name]}</span>
                  {order ? <Icon name={order === 'asc' ? 'up' : 'down'} /> : null}
                </button>
              ) : (
                labels[name]
              )}
            </th>
          );
        })}
        <th role="columnheader" scope="col" className="list-menu">
          <span className="asd-hidden-text">{t('list.row.actions')}</span>
        </th>
      </tr>
    </thead>
  );
};

const Skeletons = ({ setting: { columns, selectable } }: { readonly setting: RowSetting }) => (
  <>
    {Array.from({ length: skeletons }, (_, row) => (
      <tr role="row" key={row} aria-hidden="true" className="list-ghost">
        {selectable ? <td className="list-check" /> : null}
        {columns.map(({ name }, at) => (
          <td key={name}>
            <span className="asd-skeleton" style={{ width: `${55 + ((row * 7 + at * 13) % 40)}%` }} />
          </td>
        ))}
        <td className="list-menu" />
      </tr>
    ))}
  </>
);

/** Marks that columns have slid under those that name a row; React is not asked, because it happens while somebody scrolls. */
const markSlid = ({ currentTarget }: UIEvent<HTMLElement>): void => {
  currentTarget.toggleAttribute('data-slid', currentTarget.scrollLeft > 0);
};

/** Old rows lose their colour only when the next ones take long: a change of look that nobody has time to see would be painted twice all the same. */
const useLate = (isStale: boolean) => {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (!isStale) return undefined;
    const own = table.current,
      timer = setTimeout(() => own?.toggleAttribute('data-late', true), lateMs);
    return () => {
      clearTimeout(timer);
      own?.removeAttribute('data-late');
    };
  }, [isStale]);
  return table;
};

/** The table of a list. Under 768 pixels its rows are cards; the explicit roles keep it a table there too. */
export const ListTable = (props: ListTableProps) => {
  const { plan, setting, density, caption, rows, isLoading, isStale, open, selection, totals } = props;
  const table = useLate(isStale);
  return (
    <div className="list-scroll" tabIndex={-1} onScroll={markSlid}>
      <table
        ref={table}
        role="table"
        className="list-table"
        data-density={density}
        aria-label={caption}
        aria-busy={isLoading || isStale}
        data-stale={isStale || undefined}
      >
        <Head {...props} />
        <tbody role="rowgroup">
          {isLoading ? (
            <Skeletons setting={setting} />
          ) : (
            <Fragment>
              {rows.map((row, at) => {
                const id = idOf(row, plan.resource);
                // A row keeps its place and changes what it says: the next page then moves no element.
                return (
                  <ListRow
                    key={at}
                    row={row}
                    selected={isSelected(selection, id)}
                    isOpen={id === open}
                    isComing={isStale && lacksSome(row, setting)}
                    setting={setting}
                  />
                );
              })}
            </Fragment>
          )}
        </tbody>
        {!isLoading && rows.length > 0 ? <TotalsRow plan={plan} setting={setting} totals={totals} /> : null}
      </table>
    </div>
  );
};
