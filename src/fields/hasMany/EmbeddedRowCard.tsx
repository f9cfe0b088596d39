import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { isWritable, type AnyField, type AnyResource, fieldOf } from '@/schema';
import { canRead, canWrite } from '@/schema/project/access';
import { inForm } from '@/schema/project/setting';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { readText } from '@/fields/kit/fieldUi';
import { FieldControl } from '@/fields/kit/FieldControl';
import { useDragRow } from '@/fields/kit/DragRows';
import type { NestedProblem } from '@/fields/kit/NestedProblems';
import { useWords } from '@/fields/kit/useWords';
import type { EmbeddedRow } from './hasMany';

export interface EmbeddedRowCardProps {
  readonly id: string;
  /** Its identity while it changes places. */
  readonly dragKey: number;
  readonly at: number;
  readonly count: number;
  readonly row: EmbeddedRow;
  readonly child: AnyResource;
  readonly hidden: readonly string[];
  readonly disabled: boolean;
  readonly isOpen: boolean;
  readonly problems: readonly NestedProblem[];
  readonly onChange: (row: EmbeddedRow) => void;
  readonly onRemove: () => void;
  readonly onMove?: (to: number) => void;
}
const summaryLength = 4;

/** The fields of a row: those of the child's form, or all that may be written. */
const namesOf = ({ form, fields }: AnyResource, hidden: readonly string[]): readonly string[] => {
  const placed = Object.values(form).flat();
  const all = placed.length > 0 ? placed : Object.keys(fields);
  return all.filter((name) => !hidden.includes(name));
};

/** One embedded row: a line that says what it holds, opening into its inputs. */
export const EmbeddedRowCard = ({
  id,
  dragKey,
  at,
  count,
  row,
  child,
  hidden,
  disabled,
  isOpen: opensAtOnce,
  problems,
  onChange,
  onRemove,
  onMove,
}: EmbeddedRowCardProps) => {
  const words = useWords();
  const grants = useGrants(),
    registry = useRegistry();
  const { box, handle } = useDragRow(dragKey, at, disabled || !onMove);
  const [isChosen, setIsChosen] = useState<boolean>();
  const isOpen = problems.length > 0 || (isChosen ?? opensAtOnce);
  const { t } = words;
  const when = child.when ?? {};
  const shown = namesOf(child, hidden)
    .map((name) => [name, inForm(child, name, fieldOf(child, name), row[child.key] == null ? null : row)] as const)
    .filter(([name, field]) => canRead(grants, field, registry) && isWritable(field) && (when[name]?.(row) ?? true));
  const summary = shown
    .map(([name, field]) => readText(row, field, { resource: child.name, name }, words))
    .filter(Boolean)
    .slice(0, summaryLength)
    .join(' · ');
  const names = new Set(shown.map(([name]) => name));
  const loose = problems.filter(({ path }) => !names.has(path));
  const title = t('form.row', { row: at + 1 });
  const cell = (name: string, field: AnyField) => {
    const own = problems.filter(({ path }) => path === name);
    const cellId = `${id}.${name}`;
    return (
      <div key={name} className="rows-cell">
        <label htmlFor={cellId} id={`${cellId}-label`}>
          {t(`${child.name}.fields.${name}`)}
          {field.options.required ? (
            <span className="form-required" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
        </label>
        <FieldControl
          id={cellId}
          field={field}
          place={{ resource: child.name, name }}
          draft={row}
          value={row[name]}
          invalid={own.length > 0}
          disabled={disabled || !canWrite(grants, field)}
          describedBy={own.length > 0 ? `${cellId}-error` : undefined}
          onChange={(value) => onChange({ ...row, [name]: value })}
        />
        {own.length > 0 ? (
          <span className="form-field-error" id={`${cellId}-error`}>
            {own.map(({ text }) => text).join(' ')}
          </span>
        ) : null}
      </div>
    );
  };
  return (
    <div {...box} className="rows-card" role="group" data-row={at} data-invalid={problems.length > 0 || undefined} aria-label={title}>
      <header className="rows-head">
        {handle}
        <button type="button" className="rows-toggle" aria-expanded={isOpen} onClick={() => setIsChosen(!isOpen)}>
          <DownOutlined aria-hidden className="rows-chevron" />
          <b>{at + 1}</b>
          <span className="rows-summary">{summary || t('form.rows.empty')}</span>
        </button>
        {disabled ? null : (
          <span className="rows-tools">
            {onMove ? (
              <Button
                size="small"
                type="text"
                data-do="up"
                disabled={at === 0}
                aria-label={t('form.rows.up', { row: at + 1 })}
                icon={<ArrowUpOutlined aria-hidden />}
                onClick={() => onMove(at - 1)}
              />
            ) : null}
            {onMove ? (
              <Button
                size="small"
                type="text"
                data-do="down"
                disabled={at === count - 1}
                aria-label={t('form.rows.down', { row: at + 1 })}
                icon={<ArrowDownOutlined aria-hidden />}
                onClick={() => onMove(at + 1)}
              />
            ) : null}
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
      </header>
      {loose.map(({ path, text }) => (
        <span key={`${path} ${text}`} className="form-field-error">
          {text}
        </span>
      ))}
      {isOpen ? <div className="rows-cells">{shown.map(([name, field]) => cell(name, field))}</div> : null}
    </div>
  );
};
