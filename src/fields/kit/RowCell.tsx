import type { AnyField } from '@/schema';
import type { Place } from './contracts';
import { FieldControl } from './FieldControl';
import type { NestedProblem } from './NestedProblems';

interface RowCellProps {
  readonly id: string;
  readonly label: string;
  readonly field: AnyField;
  readonly place: Place;
  readonly row: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly problems: readonly NestedProblem[];
  readonly onChange: (value: unknown) => void;
}
/** One input of a row, with its label and its error. */
export const RowCell = ({ id, label, field, place, row, value, disabled, problems, onChange }: RowCellProps) => {
  const isWrong = problems.length > 0;
  return (
    <div className="rows-cell" data-type={field.type}>
      <label htmlFor={id} id={`${id}-label`}>
        {label}
        {field.options.required ? (
          <span className="form-required" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      <FieldControl
        id={id}
        field={field}
        place={place}
        draft={row}
        value={value}
        invalid={isWrong}
        disabled={disabled}
        describedBy={isWrong ? `${id}-error` : undefined}
        onChange={onChange}
      />
      {isWrong ? (
        <span className="form-field-error" id={`${id}-error`}>
          {problems.map(({ text }) => text).join(' ')}
        </span>
      ) : null}
    </div>
  );
};
