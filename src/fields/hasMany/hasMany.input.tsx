import { Button } from '@/frame/antd/Button';
import { useRegistry } from '@/fields/kit/AppContext';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { blankDraft } from '@/fields/kit/draft';
import { DragRows } from '@/fields/kit/DragRows';
import { useNestedProblems } from '@/fields/kit/NestedProblems';
import { useWords } from '@/fields/kit/useWords';
import { must } from '@/schema/must';
import { EmbeddedRowCard } from './EmbeddedRowCard';
import type { EmbeddedRow } from './hasMany';
import { useEditedRows } from './useEditedRows';

/** Rows of another resource, edited in place: added, removed and moved with the keyboard, saved with their parent. */
const RowsInput = ({ value, onChange, field, id = '', disabled = false }: InputProps<readonly EmbeddedRow[]>) => {
  const { t } = useWords();
  const { target, via, order, max = Number.POSITIVE_INFINITY } = must(field.embeds, 'what the rows are');
  const child = useRegistry().get(target);
  const problems = useNestedProblems();
  const rows = value ?? [];
  const { box, keys, inOrder, add, change, remove, move, drag } = useEditedRows(rows, onChange, () => blankDraft(child));
  return (
    <div ref={box} className="rows" role="group" id={id} tabIndex={-1} aria-labelledby={`${id}-label`}>
      <DragRows keys={inOrder} onMove={drag}>
        {rows.map((row, at) => (
          <EmbeddedRowCard
            key={keys.at(at)}
            dragKey={keys.at(at)}
            id={`${id}.${at}`}
            at={at}
            count={rows.length}
            row={row}
            child={child}
            hidden={order ? [via, order] : [via]}
            disabled={disabled}
            isOpen={keys.isNew(at) || rows.length <= 3}
            problems={problems
              .filter(({ path }) => path === String(at) || path.startsWith(`${at}.`))
              .map(({ path, text }) => ({ path: path.split('.').slice(1).join('.'), text }))}
            onChange={(next) => change(at, next)}
            onRemove={() => remove(at)}
            {...(order && { onMove: (to: number) => move(at, to) })}
          />
        ))}
      </DragRows>
      {disabled || rows.length >= max ? null : (
        <Button type="dashed" block data-do="add" onClick={add}>
          {t('form.rows.add', { name: t(`${child.name}.singular`) })}
        </Button>
      )}
      {rows.length === 0 && disabled ? <span className="form-field-note">{t('form.rows.none')}</span> : null}
    </div>
  );
};

export default defineFieldInput<readonly EmbeddedRow[]>({ Input: RowsInput, empty: [] });
