import { useWords } from '../../fields/kit/useWords';
import { labelOf, type Describing } from './model/describeFilter';
import type { ListPlan } from './model/listPlan';
import type { ListState } from './model/listState';
import type { ChangeList } from './model/useListState';

interface LayoutChooserProps {
  readonly layouts: readonly ListState['as'][];
  readonly describing: Describing;
  readonly plan: ListPlan;
  readonly chosen: Pick<ListState, 'as' | 'group'>;
  readonly onChange: ChangeList;
}
/** The choice between table, board and calendar, and of the column whose equal values are together in the table. */
export default function LayoutChooser({ layouts, describing, plan, chosen: { as, group }, onChange }: LayoutChooserProps) {
  const { t } = useWords();
  return (
    <div className="list-layout">
      {layouts.length > 1 ? (
        <fieldset className="list-choices">
          <legend>{t('list.layout.title')}</legend>
          {layouts.map((each) => (
            <label key={each}>
              <input type="radio" name="layout" checked={as === each} onChange={() => onChange({ as: each })} />
              {t(`list.layout.${each}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
      {plan.groups.length > 0 ? (
        <label className="list-grouping">
          <span>{t('list.group.title')}</span>
          <select
            className="asd-field"
            value={as === 'table' ? (group ?? '') : ''}
            disabled={as !== 'table'}
            onChange={({ target }) => onChange({ group: target.value || null })}
          >
            <option value="">{t('list.group.by.none')}</option>
            {plan.groups.map(({ name }) => (
              <option key={name} value={name}>
                {labelOf(describing, name)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}
