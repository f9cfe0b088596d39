import { Fragment, useEffect, useRef, type CSSProperties, type UIEvent } from 'react';
import { isSelected } from '../model/selection';
import { useDensity } from '../model/useDensity';
import type { ListModel } from '../model/useListModel';
import type { Row } from '../model/selection';
import { ColumnGroup, edgeWidths } from './ColumnGroup';
import { GhostRows } from './GhostRows';
import { GroupRow } from './GroupRow';
import { ListRow, type RowSetting } from './ListRow';
import { MoreColumns } from './MoreColumns';
import { useColumnWidths } from './useColumnWidths';
import { useDragSelect } from './useDragSelect';
import { TableHead } from './TableHead';
import { TotalsRow } from './TotalsRow';

interface ListTableProps {
  readonly list: ListModel;
  readonly setting: RowSetting;
}
const lateMs = 200;

/** Only a row with a missing column is drawn again while the next answer loads. */
const lacksSome = (row: Row, { columns }: RowSetting): boolean => columns.some(({ name }) => row[name] === undefined);

/** Marks that columns have slid under those that name a row. It bypasses React, because it happens while somebody scrolls. */
const markSlid = ({ currentTarget }: UIEvent<HTMLElement>): void => {
  currentTarget.toggleAttribute('data-slid', currentTarget.scrollLeft > 0);
};

/** Old rows become grey only when the next ones take long: a short change of colour would be painted twice without anybody seeing it. */
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

/** Rows that came before the group was chosen are in another order until the next ones are here. */
const isTogether = (rows: readonly Row[], name: string): boolean => {
  const begins = rows.filter((row, at) => at === 0 || rows[at - 1]?.[name] !== row[name]).map((row) => row[name]);
  return new Set(begins).size === begins.length;
};

const Rows = ({ list, setting }: ListTableProps) => {
  const { resource, question, answer, selection, panel } = list;
  const group = question.plan.groups.find(({ name }) => name === question.state.group && isTogether(answer.rows, name));
  return answer.rows.map((row, at) => {
    const id = row[resource.key] as number;
    const begins = group && (at === 0 || answer.rows[at - 1]?.[group.name] !== row[group.name]);
    // A row keeps its position and changes its content, so the next page moves no element.
    return (
      <Fragment key={at}>
        {begins ? <GroupRow key={String(row[group.name])} list={list} setting={setting} group={group} row={row} /> : null}
        <ListRow
          row={row}
          selected={isSelected(selection.chosen, id)}
          isOpen={id === panel?.id}
          isComing={answer.isStale && lacksSome(row, setting)}
          setting={setting}
        />
      </Fragment>
    );
  });
};

/** Where each column that stays begins, as `--pin-0` and so on. */
const pinPlaces = ({ columns, pins, selectable }: RowSetting, widths: Readonly<Record<string, number>>): CSSProperties => {
  let left: number = selectable ? edgeWidths.check : 0;
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      if (pins[name] === undefined) return [];
      const place = [`--pin-${pins[name]}`, `${left}px`];
      left += widths[name] ?? 0;
      return [place];
    }),
  );
};

/** The table of a list. Below 768 pixels its rows are cards; the explicit roles keep it a table there too. */
export const ListTable = ({ list, setting }: ListTableProps) => {
  const { resource, question, answer } = list;
  const { rows, isLoading, isStale, totals } = answer;
  const [density] = useDensity();
  const table = useLate(isStale);
  const drag = useDragSelect(list.selection);
  const scroll = useRef<HTMLDivElement>(null);
  const { columns, pins, selectable } = setting;
  const names = columns.map(({ name }) => name);
  const widths = useColumnWidths({ table, names, density, isReady: !isLoading && rows.length > 0, chosen: question.state.widths });
  return (
    <div className="list-sheet">
      <MoreColumns scroll={scroll} signature={names.join()} />
      <div className="list-scroll" ref={scroll} tabIndex={-1} onScroll={markSlid}>
        <table
          ref={table}
          {...drag}
          data-fixed={widths ? '' : undefined}
          data-pinned={Object.keys(pins).length > 0 || undefined}
          style={widths ? pinPlaces(setting, widths) : undefined}
          role="table"
          className="list-table"
          data-density={density}
          aria-label={setting.words.t(`${resource.name}.titles.list`)}
          aria-busy={isLoading || isStale}
          data-stale={isStale || undefined}
        >
          {widths ? <ColumnGroup columns={columns} widths={widths} selectable={selectable} /> : null}
          <TableHead list={list} setting={setting} widths={widths} />
          <tbody role="rowgroup">{isLoading ? <GhostRows setting={setting} /> : <Rows list={list} setting={setting} />}</tbody>
          {!isLoading && rows.length > 0 ? <TotalsRow plan={question.plan} setting={setting} totals={totals} /> : null}
        </table>
      </div>
    </div>
  );
};
