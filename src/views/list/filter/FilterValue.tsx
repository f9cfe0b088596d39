import { textsIn, listIn } from '@/schema/unknown';
import { useEffect, useId, useState } from 'react';
import type { AnyField } from '@/schema';
import { choiceKey } from '@/schema/project/i18n';
import type { FieldInput, Parent, Place } from '../../../fields/kit/contracts';
import { loadFieldInput, uiOf } from '../../../fields/kit/fieldUi';
import { useWords } from '../../../fields/kit/useWords';
import type { Condition } from '../model/chips';

interface FilterValueProps {
  readonly condition: Condition;
  readonly field: AnyField;
  readonly place: Place;
  readonly onChange: (value: unknown) => void;
  /** The workspace of the list. */
  readonly within?: Parent | undefined;
}

/** Several values of a closed set, with the groups of the field. */
const ClosedSet = ({ condition, field, place, onChange }: FilterValueProps) => {
  const words = useWords();
  const { Cell } = uiOf(field);
  const picked = textsIn(condition.value);
  const groups = Object.entries(field.groups ?? {});
  const toggle = (value: string): void => onChange(picked.includes(value) ? picked.filter((each) => each !== value) : [...picked, value]);
  return (
    <fieldset className="filter-set">
      <legend className="asd-hidden-text">{words.t('list.filter.values')}</legend>
      {groups.length > 0 ? (
        <div className="filter-quick">
          {groups.map(([group, values]) => (
            <button key={group} type="button" className="list-pill" onClick={() => onChange([...values])}>
              {words.t(`${place.resource}.groups.${place.name}.${group}`)}
            </button>
          ))}
        </div>
      ) : null}
      {(field.values ?? []).map((value) => (
        <label key={value}>
          <input type="checkbox" checked={picked.includes(value)} onChange={() => toggle(value)} />
          {Cell ? (
            <Cell value={value} field={field} place={place} row={{}} words={words} />
          ) : (
            words.t(choiceKey(place.resource, place.name, field, value))
          )}
        </label>
      ))}
    </fieldset>
  );
};

const read = (text: string, field: AnyField): unknown => {
  const asNumber = Number(text);
  const candidates = [text, ...(text !== '' && Number.isFinite(asNumber) ? [asNumber] : [])];
  return candidates.map((each) => field.zod.safeParse(each)).find(({ success }) => success)?.data;
};
/** Values pasted or typed one per line, or with commas: fifty folios from a spreadsheet. */
const ManyValues = ({ condition, field, onChange }: FilterValueProps) => {
  const { t } = useWords();
  const id = useId();
  const [typed, setTyped] = useState(() => (Array.isArray(condition.value) ? condition.value.join('\n') : ''));
  const parts = typed
    .split(/[\n\r\t,;]+/)
    .map((each) => each.trim())
    .filter(Boolean);
  const refused = parts.filter((each) => read(each, field) === undefined);
  const type = (text: string): void => {
    setTyped(text);
    const values = text
      .split(/[\n\r\t,;]+/)
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => read(each, field));
    onChange(values.includes(undefined) ? [] : [...new Set(values)]);
  };
  return (
    <>
      <textarea
        className="asd-field"
        rows={4}
        value={typed}
        aria-label={t('list.filter.values')}
        aria-describedby={`${id}-help`}
        aria-invalid={refused.length > 0}
        onChange={({ target }) => type(target.value)}
      />
      <small id={`${id}-help`}>
        {refused.length > 0 ? t('list.filter.refused', { some: refused.slice(0, 5).join(', ') }) : t('list.filter.many')}
      </small>
    </>
  );
};

/** A part of a value is text, whatever the type. */
const PartValue = ({ condition, onChange }: FilterValueProps) => {
  const { t } = useWords();
  return (
    <input
      className="asd-field"
      autoFocus
      aria-label={t('list.filter.value')}
      value={typeof condition.value === 'string' ? condition.value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};

/** The input of a type, once it is loaded. */
const useFieldInput = (type: string): FieldInput | null => {
  const [found, setFound] = useState<{ readonly type: string; readonly input: FieldInput } | null>(null);
  useEffect(() => {
    let current = true;
    void loadFieldInput(type).then((input) => {
      if (current) setFound({ type, input });
    });
    return () => {
      current = false;
    };
  }, [type]);
  return found?.type === type ? found.input : null;
};

const TypedValue = ({ condition, field, place, onChange, within }: FilterValueProps) => {
  const { t } = useWords();
  const id = useId();
  const input = useFieldInput(field.type);
  if (!input) return <span className="asd-skeleton" />;
  const { Filter, Input } = input;
  const label = (
    <label htmlFor={id} className="asd-hidden-text">
      {t('list.filter.value')}
    </label>
  );
  const [from = null, to = null] = condition.op === 'between' ? listIn(condition.value) : [];
  const common = { field, place, draft: {} };
  if (Filter)
    return (
      <>
        {field.target || field.targets ? null : label}
        <Filter id={id} op={condition.op} value={condition.value} onChange={onChange} field={field} place={place} within={within} />
      </>
    );
  if (condition.op !== 'between')
    return (
      <>
        {label}
        <Input id={id} {...common} value={condition.value} onChange={onChange} />
      </>
    );
  return (
    <span className="filter-range" role="group" aria-label={t('list.filter.value')}>
      <Input {...common} value={from} onChange={(value: unknown) => onChange([value, to])} />
      <Input {...common} value={to} onChange={(value: unknown) => onChange([from, value])} />
    </span>
  );
};

/** Asks for the value of a condition. */
export const FilterValue = (props: FilterValueProps) => {
  const {
    condition: { op },
    field,
  } = props;
  if (op === 'null') return null;
  if (field.values && (op === 'in' || op === 'has')) return <ClosedSet {...props} />;
  if (op === 'in' && !field.target) return <ManyValues {...props} />;
  if (op === 'contains' || op === 'startswith') return <PartValue {...props} />;
  return <TypedValue {...props} />;
};
