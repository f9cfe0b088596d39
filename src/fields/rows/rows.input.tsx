import { type RowsOptions } from './rows';
import { Button } from '@/frame/antd/Button';
import { memberKey } from '@/schema/project/i18n';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { DragRows, useDragRow } from '@/fields/kit/DragRows';
import { useNestedProblems } from '@/fields/kit/NestedProblems';
import { RowCell } from '@/fields/kit/RowCell';
import { RowTools } from '@/fields/kit/RowTools';
import { useWords } from '@/fields/kit/useWords';
import { useEditedRows } from '../hasMany/useEditedRows';

type Item = Readonly<Record<string, unknown>>;
type RowsProps = InputProps<readonly Item[], RowsOptions>;

const blank = ({ members = {} }: RowsProps['field']): Item =>
  Object.fromEntries(Object.entries(members).map(([name, { options }]) => [name, options.default ?? null]));

interface LineProps extends Pick<RowsProps, 'field' | 'place'> {
  readonly id: string;
  readonly dragKey: number;
  readonly row: Item;
  /** What is around the row, by which references of it may be limited. */
  readonly around: Item;
  readonly at: number;
  readonly count: number;
  readonly disabled: boolean;
  readonly onChange: (row: Item) => void;
  readonly onRemove: () => void;
  readonly onMove: (to: number) => void;
}
const Line = ({ id, dragKey, field, place, row, around, at, count, disabled, onChange, onRemove, onMove }: LineProps) => {
  const { t } = useWords();
  const { box, handle } = useDragRow(dragKey, at, disabled);
  const problems = useNestedProblems()
    .filter(({ path }) => path === String(at) || path.startsWith(`${at}.`))
    .map(({ path, text }) => ({ path: path.split('.').slice(1).join('.'), text }));
  return (
    <div
      {...box}
      className="rows-line"
      role="group"
      data-row={at}
      data-invalid={problems.length > 0 || undefined}
      aria-label={t('form.row', { row: at + 1 })}
    >
      {handle}
      <b className="rows-number" aria-hidden="true">
        {at + 1}
      </b>
      {Object.entries(field.members ?? {}).map(([name, member]) => (
        <RowCell
          key={name}
          id={`${id}.${at}.${name}`}
          label={t(memberKey(place.resource, place.name, name))}
          field={member}
          place={{ resource: place.resource, name: `${place.name}.${name}` }}
          row={{ ...around, ...row }}
          value={row[name]}
          disabled={disabled}
          problems={problems.filter(({ path }) => path === name || path.startsWith(`${name}.`) || path === '')}
          onChange={(value) => onChange({ ...row, [name]: value })}
        />
      ))}
      {disabled ? null : (
        <span className="rows-tools">
          <RowTools at={at} count={count} onMove={onMove} onRemove={onRemove} />
        </span>
      )}
    </div>
  );
};

/** Small objects edited in place, one line each: added, removed and moved with the keyboard. */
const RowsInput = ({ value, onChange, field, place, draft, id = '', disabled = false, describedBy }: RowsProps) => {
  const { t } = useWords();
  const { max = 50 } = field.options;
  const rows = value ?? [];
  const { box, keys, inOrder, add, change, remove, move, drag } = useEditedRows(rows, onChange, () => blank(field));
  return (
    <div ref={box} className="rows" role="group" id={id} tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      <DragRows keys={inOrder} onMove={drag}>
        {rows.map((row, at) => (
          <Line
            key={keys.at(at)}
            dragKey={keys.at(at)}
            id={id}
            field={field}
            place={place}
            row={row}
            around={draft}
            at={at}
            count={rows.length}
            disabled={disabled}
            onChange={(next) => change(at, next)}
            onRemove={() => remove(at)}
            onMove={(to) => move(at, to)}
          />
        ))}
      </DragRows>
      {disabled || rows.length >= max ? null : (
        <Button type="dashed" data-do="add" onClick={add}>
          {t('form.rows.addOne')}
        </Button>
      )}
      {rows.length === 0 && disabled ? <span className="form-field-note">{t('form.rows.none')}</span> : null}
    </div>
  );
};

export default defineFieldInput<readonly Item[], RowsOptions>({ Input: RowsInput, empty: [] });
