import { useWords } from '../../../fields/kit/useWords';
import { labelOf, type Describing } from '../model/describeFilter';
import { shownColumns, type ListPlan } from '../model/listPlan';

interface ColumnChooserProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  readonly chosen: readonly string[] | null;
  readonly onChange: (columns: readonly string[] | null) => void;
}
/** Shows and hides columns; the one that names the record stays. */
export default function ColumnChooser({ plan, describing, chosen, onChange }: ColumnChooserProps) {
  const { t } = useWords();
  const shown = shownColumns(plan, chosen).map(({ name }) => name);
  const toggle = (name: string): void => {
    const next = shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
    const same = next.length === plan.standard.length && plan.standard.every((each) => next.includes(each));
    onChange(same ? null : plan.columns.map((column) => column.name).filter((each) => next.includes(each)));
  };
  return (
    <fieldset className="list-choices">
      <legend>{t('list.columns.title')}</legend>
      <div className="list-choices-scroll">
        {plan.columns.map(({ name }) => (
          <label key={name}>
            <input type="checkbox" checked={shown.includes(name)} disabled={name === plan.title} onChange={() => toggle(name)} />
            {labelOf(describing, name)}
          </label>
        ))}
      </div>
      <button type="button" className="list-button" disabled={chosen === null} onClick={() => onChange(null)}>
        {t('list.columns.reset')}
      </button>
    </fieldset>
  );
}
