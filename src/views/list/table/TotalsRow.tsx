import { readText } from '../../../fields/kit/fieldUi';
import { useWords } from '../../../fields/kit/useWords';
import type { ListPlan } from '../model/listPlan';
import type { RowSetting } from './ListRow';

interface TotalsRowProps {
  readonly plan: ListPlan;
  readonly setting: RowSetting;
  readonly totals: Readonly<Record<string, number>>;
}
/** The sums of the declared columns over the whole filter, below each of them. */
export const TotalsRow = ({
  plan: { resource, totals: names },
  setting: { columns, labels, title, selectable, pins },
  totals,
}: TotalsRowProps) => {
  const words = useWords();
  const shown = columns.filter(({ name }) => names.includes(name) && typeof totals[name] === 'number');
  if (shown.length === 0) return null;
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        {selectable ? <td role="cell" className="list-check" /> : null}
        {columns.map((column, at) => {
          const { name, field, align } = column;
          if (shown.includes(column))
            return (
              <td role="cell" key={name} data-label={labels[name]} data-align={align} data-pin={pins[name]} data-total={name}>
                {readText(totals, field, { resource: resource.name, name }, words)}
              </td>
            );
          return at === 0 ? (
            <th role="rowheader" scope="row" key={name} data-title={name === title || undefined} data-pin={pins[name]}>
              {words.t('list.totals')}
            </th>
          ) : (
            <td role="cell" key={name} data-pin={pins[name]} />
          );
        })}
        <td role="cell" className="list-menu" />
      </tr>
    </tfoot>
  );
};
