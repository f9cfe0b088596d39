import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useRegistry } from '@/views/AppContext';
import { defineFieldInput, type InputProps } from '@/views/contracts';
import { blankDraft } from '@/views/form/draft';
import { useNestedProblems } from '@/views/input/NestedProblems';
import { useWords } from '@/views/useWords';
import { EmbeddedRowCard } from './EmbeddedRowCard';
import type { EmbeddedRow } from './hasMany';
import { useRowKeys } from './useRowKeys';

const moved = <T,>(list: readonly T[], from: number, to: number): readonly T[] => {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
};

/** Rows of another resource, edited in place: added, removed and moved with the keyboard, saved with their parent. */
const RowsInput = ({ value, onChange, field, id = '', disabled = false }: InputProps<readonly EmbeddedRow[]>) => {
  const { t } = useWords();
  const { target, via, order, max = Number.POSITIVE_INFINITY } = field.embeds!;
  const child = useRegistry().get(target);
  const problems = useNestedProblems();
  const rows = value ?? [];
  const keys = useRowKeys(rows.length);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string | null>(null);
  useEffect(() => {
    if (focusNext.current) box.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const set = (next: readonly EmbeddedRow[], focus: string | null) => { focusNext.current = focus; onChange?.(next); };
  const add = () => { keys.added(); set([...rows, blankDraft(child)], `[data-row="${rows.length}"] input`); };
  const remove = (at: number) => { keys.removed(at); set(rows.filter((_, other) => other !== at), rows.length > 1 ? `[data-row="${Math.min(at, rows.length - 2)}"] [data-do="remove"]` : '[data-do="add"]'); };
  const move = (from: number, to: number) => { keys.moved(from, to); set(moved(rows, from, to), `[data-row="${to}"] [data-do="${to < from ? 'up' : 'down'}"]`); };
  return (
    <div ref={box} className="rows" role="group" id={id} tabIndex={-1} aria-labelledby={`${id}-label`}>
      {rows.map((row, at) => (
        <EmbeddedRowCard
          key={keys.at(at)}
          id={`${id}.${at}`}
          at={at}
          count={rows.length}
          row={row}
          child={child}
          hidden={order ? [via, order] : [via]}
          disabled={disabled}
          isOpen={keys.isNew(at) || rows.length <= 3}
          problems={problems.filter(({ path }) => path === String(at) || path.startsWith(`${at}.`)).map(({ path, text }) => ({ path: path.split('.').slice(1).join('.'), text }))}
          onChange={(next) => onChange?.(rows.map((other, place) => (place === at ? next : other)))}
          onRemove={() => remove(at)}
          {...(order && { onMove: (to: number) => move(at, to) })}
        />
      ))}
      {disabled || rows.length >= max ? null : <Button type="dashed" block data-do="add" onClick={add}>{t('form.rows.add', { name: t(`${child.name}.singular`) })}</Button>}
      {rows.length === 0 && disabled ? <span className="form-field-note">{t('form.rows.none')}</span> : null}
    </div>
  );
};

export default defineFieldInput<readonly EmbeddedRow[]>({ Input: RowsInput, empty: [] });
