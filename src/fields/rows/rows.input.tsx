import { type RowsOptions } from './rows';
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memberKey } from '@/schema/project/i18n';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { DragRows, useDragRow } from '@/fields/kit/DragRows';
import { FieldControl } from '@/fields/kit/FieldControl';
import { useNestedProblems } from '@/fields/kit/NestedProblems';
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
  readonly at: number;
  readonly count: number;
  readonly disabled: boolean;
  readonly onChange: (row: Item) => void;
  readonly onRemove: () => void;
  readonly onMove: (to: number) => void;
}
const Line = ({ id, dragKey, field, place, row, at, count, disabled, onChange, onRemove, onMove }: LineProps) => {
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
      {Object.entries(field.members ?? {}).map(([name, member]) => {
        const cell = `${id}.${at}.${name}`;
        const own = problems.filter(({ path }) => path === name || path.startsWith(`${name}.`) || path === '');
        return (
          <div key={name} className="rows-cell">
            <label htmlFor={cell} id={`${cell}-label`}>
              {t(memberKey(place.resource, place.name, name))}
              {member.options.required ? (
                <span className="form-required" aria-hidden="true">
                  {' '}
                  *
                </span>
              ) : null}
            </label>
            <FieldControl
              id={cell}
              field={member}
              place={{ resource: place.resource, name: `${place.name}.${name}` }}
              draft={row}
              value={row[name]}
              disabled={disabled}
              invalid={own.length > 0}
              describedBy={own.length > 0 ? `${cell}-error` : undefined}
              onChange={(value) => onChange({ ...row, [name]: value })}
            />
            {own.length > 0 ? (
              <span className="form-field-error" id={`${cell}-error`}>
                {own.map(({ text }) => text).join(' ')}
              </span>
            ) : null}
          </div>
        );
      })}
      {disabled ? null : (
        <span className="rows-tools">
          <Button
            size="small"
            type="text"
            data-do="up"
            disabled={at === 0}
            aria-label={t('form.rows.up', { row: at + 1 })}
            icon={<ArrowUpOutlined aria-hidden />}
            onClick={() => onMove(at - 1)}
          />
          <Button
            size="small"
            type="text"
            data-do="down"
            disabled={at === count - 1}
            aria-label={t('form.rows.down', { row: at + 1 })}
            icon={<ArrowDownOutlined aria-hidden />}
            onClick={() => onMove(at + 1)}
          />
          <Button
            size="small"
            type="text"
            data-do="remove"
            aria-label={t('form.rows.remove', { row: at + 1 })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={onRemove}
          />
        </span>
      )}
    </div>
  );
};

/** Small objects edited in place, one line each: added, removed and moved with the keyboard. */
const RowsInput = ({ value, onChange, field, place, id = '', disabled = false, describedBy }: RowsProps) => {
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
