import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { AnyField } from '@/schema';
import { fieldsSchema } from '@/schema/fieldsSchema';
import { parseInput } from '@/schema/project/zod';
import { inWords } from '@/views/form/problems';
import { useWords } from '@/fields/kit/useWords';
import { nth } from '@/schema/must';
import { numberIn } from '@/schema/unknown';

export interface ShelfInputProps {
  readonly field: AnyField;
  readonly label: string;
  readonly stored: number | null;
  /** Its position in the table: Enter goes to the cell below. */
  readonly column: string;
  readonly onSave: (was: number | null, value: number | null) => Promise<string | null>;
}
const next = (input: HTMLInputElement, column: string): HTMLInputElement | undefined => {
  const all = [...(input.closest('table')?.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`) ?? [])];
  return all[all.indexOf(input) + 1];
};

/**
 * A number of a size that is edited in its cell: saved by leaving the cell or with Enter, restored with Escape. A refused number stays
 * typed, with the reason.
 */
export const ShelfInput = ({ field, label, stored, column, onSave }: ShelfInputProps) => {
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null),
    [problem, setProblem] = useState<string | null>(null),
    [was, setWas] = useState<number | null>(null),
    [isSaving, setIsSaving] = useState(false);
  const isBusy = useRef(false); // Enter saves and leaves the cell at the same time
  const text = stored === null ? '' : String(stored);
  const judged = (value: string): { readonly value: number | null } | { readonly problem: string } => {
    const given = value.trim() === '' ? (field.options.default ?? null) : Number(value);
    const parsed = parseInput(fieldsSchema({ [column]: field }), { [column]: given });
    return 'problems' in parsed ? { problem: inWords(words, nth(parsed.problems, 0)).text } : { value: numberIn(given) };
  };
  /** A refused number is not sent again by leaving the cell, only with Enter. */
  const save = async (isMeant: boolean): Promise<void> => {
    if (typed === null || isBusy.current || (problem !== null && !isMeant)) return;
    const answer = judged(typed);
    if ('problem' in answer) return setProblem(answer.problem);
    if (answer.value === stored) {
      setProblem(null);
      return setTyped(null);
    }
    isBusy.current = true;
    setIsSaving(true);
    const refused = await onSave(problem === null ? was : stored, answer.value);
    isBusy.current = false;
    setIsSaving(false);
    setProblem(refused);
    if (refused === null) setTyped(null);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') {
      setTyped(null);
      setProblem(null);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save(true);
    next(event.currentTarget, column)?.focus();
  };
  return (
    <>
      <input
        className="stock-input"
        type="number"
        inputMode="numeric"
        data-column={column}
        data-typed={typed !== null || undefined}
        value={typed ?? text}
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-busy={isSaving || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onFocus={({ target }) => target.select()}
        onKeyDown={press}
        onBlur={() => void save(false)}
        onChange={({ target }) => {
          if (typed === null || problem !== null) setWas(stored);
          setProblem(null);
          setTyped(target.value);
        }}
      />
      {problem ? (
        <span className="stock-problem" role="alert" id={`${id}-problem`}>
          {problem}
        </span>
      ) : null}
    </>
  );
};
