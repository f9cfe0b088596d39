import { useMemo } from 'react';
import { formatNumber } from '@/words/format';
import { readText } from '../../../fields/kit/fieldUi';
import { Icon } from '../../../frame/Icon';
import { atValue } from '../model/atValue';
import { labelOf } from '../model/describeFilter';
import type { Column } from '../model/listPlan';
import type { Row } from '../model/selection';
import type { ListModel } from '../model/useListModel';
import { useRowsWhere } from '../model/useRowsWhere';
import { drawCell } from './ListCell';
import type { RowSetting } from './ListRow';

interface GroupRowProps {
  readonly list: ListModel;
  readonly setting: RowSetting;
  readonly group: Column;
  /** A row of the group, whose value names it. */
  readonly row: Row;
}

/** The heading of the rows that share a value: the value, how many there are in the whole list, and their sums under the columns. */
export const GroupRow = ({ list, setting, group, row }: GroupRowProps) => {
  const { columns, labels, selectable, words } = setting;
  const { resource, question } = list;
  const { plan, state, change } = question;
  const value = row[group.name] ?? null;
  const condition = useMemo(() => atValue(group.name, value), [group.name, value]);
  const { total, totals, isLoading } = useRowsWhere(list, condition, 1);
  const isSummed = ({ name }: Column): boolean => plan.totals.includes(name) && typeof totals[name] === 'number';
  const first = columns.findIndex(isSummed);
  const named = first === -1 ? columns.length : Math.max(1, first);
  const own = state.filter ? { and: [state.filter, condition] } : condition;
  return (
    <tr role="row" className="list-group">
      <th role="rowheader" scope="rowgroup" colSpan={named + Number(selectable)}>
        <span className="list-group-name">
          <b>
            {value === null
              ? words.t('list.group.none', { what: labelOf(question.describing, group.name) })
              : drawCell({ column: group, place: { resource: resource.name, name: group.name }, row, isComing: false }, words)}
          </b>
          <small>{isLoading ? '' : words.t('list.group.count', { count: total, shown: formatNumber(total, words.locale) })}</small>
          <button type="button" className="list-button" onClick={() => change({ filter: own, group: null })}>
            <Icon name="filter" />
            {words.t('list.group.only')}
          </button>
        </span>
      </th>
      {columns.slice(named).map((column) => (
        <td role="cell" key={column.name} data-align={column.align} data-label={labels[column.name]}>
          {isSummed(column) ? readText(totals, column.field, { resource: resource.name, name: column.name }, words) : null}
        </td>
      ))}
      <td role="cell" className="list-menu" />
    </tr>
  );
};
