import { useId, useState, type FormEvent } from 'react';
import { fieldAt, type AnyField, type Filter } from '@/schema';
import { must, nth } from '@/schema/must';
import { useWords } from '../../../fields/kit/useWords';
import { chipOf, isComplete, saysOf, wordOf, type Condition, type Say } from '../model/chips';
import { labelOf, placeOf, type Describing } from '../model/describeFilter';
import { FieldPicker } from './FieldPicker';
import { FilterValue } from './FilterValue';
import { Icon } from '../../../frame/Icon';
import type { ListPlan } from '../model/listPlan';

interface FilterEditorProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  /** The present condition of the chip; undefined for a new one. */
  readonly conditions: readonly Condition[] | null;
  readonly onDone: (chip: Filter) => void;
}
const takesList = ({ op }: Say): boolean => op === 'in' || op === 'has';
const keyOf = ({ op, denied }: Say): string => `${op} ${String(denied)}`;

/** The initial comparison of a field: the one that people need most often. */
const fresh = (path: string, field: AnyField): Condition => {
  const says = saysOf(field);
  const preferred = ['in', 'between', 'contains', 'eq', 'has'] as const;
  const first =
    (field.values || field.target ? says.find(({ op }) => op === 'in') : undefined) ??
    says.find(({ op }) => op === preferred.find((each) => each !== 'in' && field.operators.includes(each))) ??
    nth(says, 0);
  return { field: path, ...first };
};
/** A value is kept after a change of comparison only if both read it the same way. */
const resay = (condition: Condition, say: Say): Condition => ({
  field: condition.field,
  ...say,
  ...(takesList(condition) === takesList(say) &&
    (condition.op === 'between') === (say.op === 'between') &&
    say.op !== 'null' && { value: condition.value }),
});

interface LineProps {
  readonly describing: Describing;
  readonly condition: Condition;
  readonly field: AnyField;
  readonly onChange: (condition: Condition) => void;
}
const Line = ({ describing, condition, field, onChange }: LineProps) => {
  const { t } = useWords();
  const id = useId();
  const usual = saysOf(field);
  // A URL may contain a comparison that the builder does not offer; changing the value must not change the comparison.
  const says = usual.some((say) => keyOf(say) === keyOf(condition)) ? usual : [...usual, { op: condition.op, denied: condition.denied }];
  return (
    <div className="filter-line" role="group" aria-label={labelOf(describing, condition.field)}>
      <label htmlFor={`${id}-op`}>{labelOf(describing, condition.field)}</label>
      <select
        id={`${id}-op`}
        className="asd-field"
        value={keyOf(condition)}
        onChange={({ target }) =>
          onChange(
            resay(
              condition,
              must(
                says.find((say) => keyOf(say) === target.value),
                target.value,
              ),
            ),
          )
        }
      >
        {says.map((say) => (
          <option key={keyOf(say)} value={keyOf(say)}>
            {t(wordOf(say, field))}
          </option>
        ))}
      </select>
      <FilterValue
        condition={condition}
        field={field}
        place={placeOf(describing, condition.field)}
        within={describing.within}
        onChange={(value) => onChange({ ...condition, value })}
      />
    </div>
  );
};

/** Builds one chip: a condition, or several of which any must be true. */
export default function FilterEditor({ plan, describing, conditions, onDone }: FilterEditorProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState<readonly Condition[]>(conditions ?? []);
  const [picking, setPicking] = useState(conditions === null);
  const complete = draft.length > 0 && draft.every(isComplete);
  const put = (at: number, condition: Condition | null): void =>
    setDraft([...draft.slice(0, at), ...(condition ? [condition] : []), ...draft.slice(at + 1)]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (complete) onDone(chipOf(draft));
  };
  if (picking) {
    const pick = (condition: Condition, isWhole: boolean): void => {
      if (isWhole && draft.length === 0) return onDone(chipOf([condition]));
      setDraft([...draft, condition]);
      setPicking(false);
    };
    return (
      <FieldPicker
        plan={plan}
        describing={describing}
        onPick={(path, field) => pick(fresh(path, field), false)}
        onQuick={(condition) => pick(condition, true)}
      />
    );
  }
  return (
    <form className="filter-editor" onSubmit={submit}>
      {draft.map((condition, at) => {
        const field = fieldAt(describing.registry, describing.resource, condition.field);
        return field ? (
          <div key={`${at} ${condition.field}`} className="filter-alternative">
            {at > 0 ? <span className="filter-or">{t('list.filter.or')}</span> : null}
            <Line describing={describing} condition={condition} field={field} onChange={(next) => put(at, next)} />
            {draft.length > 1 ? (
              <button
                type="button"
                className="list-button"
                aria-label={t('list.filter.drop', { what: labelOf(describing, condition.field) })}
                onClick={() => put(at, null)}
              >
                <Icon name="close" />
              </button>
            ) : null}
          </div>
        ) : null;
      })}
      <div className="filter-steps">
        <button type="button" className="list-button" onClick={() => setPicking(true)}>
          <Icon name="plus" />
          {t('list.filter.alternative')}
        </button>
        <button type="submit" className="asd-button" data-primary="" disabled={!complete}>
          {t('list.filter.apply')}
        </button>
      </div>
    </form>
  );
}
