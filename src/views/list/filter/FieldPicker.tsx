import { useEffect, useRef, useState } from 'react';
import type { AnyField } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import type { Condition } from '../model/chips';
import { labelOf, placeOf, type Describing } from '../model/describeFilter';
import type { ListPlan } from '../model/listPlan';
import { foldText } from '@/schema/foldText';

interface FieldPickerProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  readonly onPick: (path: string, field: AnyField) => void;
  /** Takes a whole condition at once: a named group of states. */
  readonly onQuick: (condition: Condition) => void;
}
const groupsOf = ({ groups = {} }: AnyField): readonly (readonly [string, readonly string[]])[] => Object.entries(groups);

/** Picks the field of a condition, or one of the groups that fields name. */
export const FieldPicker = ({ plan, describing, onPick, onQuick }: FieldPickerProps) => {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const fields = plan.filters
    .map((each) => ({ ...each, label: labelOf(describing, each.path) }))
    .filter(({ label }) => foldText(label).includes(foldText(typed)));
  const quick = plan.filters.flatMap(({ path, field }) =>
    groupsOf(field).map(([group, values]) => ({ path, group, values, place: placeOf(describing, path) })),
  );
  return (
    <form
      className="filter-picker"
      onSubmit={(event) => {
        event.preventDefault();
        if (fields[0]) onPick(fields[0].path, fields[0].field);
      }}
    >
      {quick.length > 0 ? (
        <div className="filter-quick" role="group" aria-label={t('list.filter.quick')}>
          {quick.map(({ path, group, values, place }) => (
            <button
              key={`${path} ${group}`}
              type="button"
              className="list-pill"
              onClick={() => onQuick({ field: path, op: 'in', denied: false, value: [...values] })}
            >
              {t(`${place.resource}.groups.${place.name}.${group}`)}
            </button>
          ))}
        </div>
      ) : null}
      <input
        ref={input}
        className="asd-field"
        aria-label={t('list.filter.field')}
        placeholder={t('list.filter.field')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="filter-fields">
        {fields.map(({ path, field, label }) => (
          <li key={path}>
            <button type="button" onClick={() => onPick(path, field)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
};
