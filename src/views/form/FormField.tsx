import { memo, useMemo, type ComponentType } from 'react';
import { joinName, pathOf, type AnyField } from '@/schema';
import type { InputProps, Place } from '../../fields/kit/contracts';
import { FieldControl } from '../../fields/kit/FieldControl';
import { NestedProblemsContext } from '../../fields/kit/NestedProblems';
import { FieldValue } from '../../fields/kit/FieldValue';
import { useWords } from '../../fields/kit/useWords';
import type { Draft } from '../../fields/kit/draft';
import { inputId, labelId } from './fieldIds';
import type { FormProblem } from './problems';

export interface FormFieldProps {
  readonly form: string;
  readonly name: string;
  readonly field: AnyField;
  readonly place: Place;
  readonly label: string;
  readonly help?: string | undefined;
  readonly draft: Draft;
  readonly isLocked: boolean;
  readonly isChanged: boolean;
  readonly problems: readonly FormProblem[];
  /** The text of a notice. */
  readonly notices?: readonly string[];
  readonly onChange: (name: string, value: unknown) => void;
  /** The resource's own input instead of the generated one. */
  readonly Input?: ComponentType<InputProps> | undefined;
}
const none: readonly string[] = [];
/** The part of the draft that a field reads: itself, the record it refers to, and the fields that its options name. */
const readsOf = ({ name, field }: FormFieldProps): readonly string[] => {
  const { proposedFrom: from, match = {} } = field;
  return [name, joinName(name), ...Object.values(match), ...(from ? [pathOf(from)[0]] : []), ...(field.reads ?? [])];
};
const isSameArray = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);
/** Typing in one field draws only that field and those that read it, not the other forty. */
const isUnmoved = (before: FormFieldProps, after: FormFieldProps): boolean =>
  !after.Input &&
  isSameArray(before.problems, after.problems) &&
  isSameArray(before.notices ?? none, after.notices ?? none) &&
  readsOf(after).every((name) => before.draft[name] === after.draft[name]) &&
  (['form', 'name', 'field', 'label', 'help', 'isLocked', 'isChanged', 'onChange'] as const).every((key) => before[key] === after[key]);

const Locked = ({ id, field, place, draft }: { readonly id: string } & Pick<FormFieldProps, 'field' | 'place' | 'draft'>) => (
  <div className="form-locked" id={id} tabIndex={-1}>
    <FieldValue field={field} place={place} row={draft} isLoose={draft[joinName(place.name)] === undefined} />
  </div>
);

/** A field of a form with its label, its help and its error. */
export const FormField = memo(
  ({
    form,
    name,
    field,
    place,
    label,
    help,
    draft,
    isLocked,
    isChanged,
    problems,
    notices = none,
    onChange,
    Input = FieldControl,
  }: FormFieldProps) => {
    const { t } = useWords();
    const id = inputId(form, name);
    const own = problems.filter(({ path }) => path === name || !(field.embeds ?? field.members));
    const nested = useMemo(
      () => problems.filter(({ path }) => path !== name).map(({ path, text }) => ({ path: path.slice(name.length + 1), text })),
      [problems, name],
    );
    const notes = [help && `${id}-help`, notices.length > 0 && `${id}-notice`, own.length > 0 && `${id}-error`].filter(Boolean).join(' ');
    const texts = [...new Set(own.map(({ text }) => text))];
    return (
      <div className="form-field" data-field={name} data-invalid={own.length > 0 || undefined}>
        <label className="form-label" id={labelId(id)} htmlFor={id}>
          {label}
          {field.options.required && !isLocked ? (
            <span className="form-required" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
          {isChanged ? <span className="form-changed" role="img" aria-label={t('form.changed')} title={t('form.changed')} /> : null}
        </label>
        {isLocked ? (
          <Locked id={id} field={field} place={place} draft={draft} />
        ) : (
          <NestedProblemsContext value={nested}>
            <Input
              id={id}
              field={field}
              place={place}
              draft={draft}
              value={draft[name]}
              invalid={own.length > 0}
              describedBy={notes || undefined}
              onChange={(value: unknown) => onChange(name, value)}
            />
          </NestedProblemsContext>
        )}
        {help ? (
          <div className="form-help" id={`${id}-help`}>
            {help}
          </div>
        ) : null}
        {notices.length > 0 ? (
          <div className="form-notice" id={`${id}-notice`} role="status">
            {notices.join(' ')}
          </div>
        ) : null}
        {texts.length > 0 ? (
          <div className="form-field-error" id={`${id}-error`}>
            {texts.join(' ')}
          </div>
        ) : null}
      </div>
    );
  },
  isUnmoved,
);
FormField.displayName = 'FormField';
