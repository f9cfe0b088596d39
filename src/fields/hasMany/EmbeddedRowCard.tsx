import { DownOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { isWritable, type AnyResource, fieldOf } from '@/schema';
import { canRead, canWrite } from '@/schema/project/access';
import { inForm } from '@/schema/project/setting';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { readText } from '@/fields/kit/fieldUi';
import { useDragRow } from '@/fields/kit/DragRows';
import type { NestedProblem } from '@/fields/kit/NestedProblems';
import { RowCell } from '@/fields/kit/RowCell';
import { RowTools } from '@/fields/kit/RowTools';
import { useWords } from '@/fields/kit/useWords';
import type { EmbeddedRow } from './hasMany';

export interface EmbeddedRowCardProps {
  readonly id: string;
  /** Its identity while it is moved. */
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

/** The fields of a row that this person may see and that apply to it, and a summary of them in one line. */
const useRowFields = ({ child, hidden, row }: Pick<EmbeddedRowCardProps, 'child' | 'hidden' | 'row'>) => {
  const words = useWords();
  const grants = useGrants(),
    registry = useRegistry();
  const when = child.when ?? {};
  const shown = namesOf(child, hidden)
    .map((name) => [name, inForm(child, name, fieldOf(child, name), row[child.key] == null ? null : row)] as const)
    .filter(([name, field]) => canRead(grants, field, registry) && isWritable(field) && (when[name]?.(row) ?? true));
  const summary = shown
    .map(([name, field]) => readText(row, field, { resource: child.name, name }, words))
    .filter(Boolean)
    .slice(0, summaryLength)
    .join(' · ');
  return { shown, summary };
};

/** One embedded row: a line with its summary, which opens into its inputs. */
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
  const { t } = useWords();
  const grants = useGrants();
  const { box, handle } = useDragRow(dragKey, at, disabled || !onMove);
  const [isChosen, setIsChosen] = useState<boolean>();
  const isOpen = problems.length > 0 || (isChosen ?? opensAtOnce);
  const { shown, summary } = useRowFields({ child, hidden, row });
  const names = new Set(shown.map(([name]) => name));
  const loose = problems.filter(({ path }) => !names.has(path));
  return (
    <div
      {...box}
      className="rows-card"
      role="group"
      data-row={at}
      data-invalid={problems.length > 0 || undefined}
      aria-label={t('form.row', { row: at + 1 })}
    >
      <header className="rows-head">
        {handle}
        <button type="button" className="rows-toggle" aria-expanded={isOpen} onClick={() => setIsChosen(!isOpen)}>
          <DownOutlined aria-hidden className="rows-chevron" />
          <b>{at + 1}</b>
          <span className="rows-summary">{summary || t('form.rows.empty')}</span>
        </button>
        {disabled ? null : (
          <span className="rows-tools">
            <RowTools at={at} count={count} onMove={onMove} onRemove={onRemove} />
          </span>
        )}
      </header>
      {loose.map(({ path, text }) => (
        <span key={`${path} ${text}`} className="form-field-error">
          {text}
        </span>
      ))}
      {isOpen ? (
        <div className="rows-cells">
          {shown.map(([name, field]) => (
            <RowCell
              key={name}
              id={`${id}.${name}`}
              label={t(`${child.name}.fields.${name}`)}
              field={field}
              place={{ resource: child.name, name }}
              row={row}
              value={row[name]}
              disabled={disabled || !canWrite(grants, field)}
              problems={problems.filter(({ path }) => path === name)}
              onChange={(value) => onChange({ ...row, [name]: value })}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
};
