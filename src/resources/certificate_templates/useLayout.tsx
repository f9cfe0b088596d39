import { useState } from 'react';
import type { Element } from './layout';

interface Kept {
  readonly past: readonly (readonly Element[])[];
  readonly future: readonly (readonly Element[])[];
  /** What the last step changed: more of the same is one step. */
  readonly of: string;
}
const nothing: Kept = { past: [], future: [], of: '' };
const most = 100;

/**
 * The elements of a layout, which of them is chosen, and their former states.
 *
 * Steps of the same kind on the same element in a row, such as the letters of a word, are taken back as one.
 */
export const useLayout = (elements: readonly Element[], onChange: (elements: readonly Element[]) => void) => {
  const [kept, setKept] = useState(nothing);
  const [chosen, setChosen] = useState<number | null>(null);
  const change = (next: readonly Element[], of = ''): void => {
    if (of === '' || of !== kept.of) setKept({ past: [...kept.past, elements].slice(-most), future: [], of });
    onChange(next);
  };
  const travel = (to: readonly Element[] | undefined, past: Kept['past'], future: Kept['future']): void => {
    if (!to) return;
    setKept({ past, future, of: '' });
    setChosen((at) => (at !== null && at < to.length ? at : null));
    onChange(to);
  };
  const at = chosen !== null && chosen < elements.length ? chosen : null;
  return {
    elements,
    at,
    element: at === null ? undefined : elements[at],
    mayUndo: kept.past.length > 0,
    mayRedo: kept.future.length > 0,
    choose: setChosen,
    /** Changes some members of an element; `of` names a step that goes on while it is the same. */
    set: (which: number, values: Partial<Element>, of?: string): void =>
      change(
        elements.map((element, place) => (place === which ? { ...element, ...values } : element)),
        of && `${which} ${of}`,
      ),
    /** Ends a step that would go on: the next change is another one. */
    settle: (): void => setKept((now) => ({ ...now, of: '' })),
    add: (element: Element): void => {
      change([...elements, element]);
      setChosen(elements.length);
    },
    remove: (which: number): void => {
      change(elements.filter((_, place) => place !== which));
      setChosen(null);
    },
    /** Puts an element before or behind the one next to it. */
    raise: (which: number, by: 1 | -1): void => {
      const next = [...elements];
      const [taken] = next.splice(which, 1);
      if (!taken || which + by < 0 || which + by >= elements.length) return;
      next.splice(which + by, 0, taken);
      change(next);
      setChosen(which + by);
    },
    undo: (): void => travel(kept.past.at(-1), kept.past.slice(0, -1), [elements, ...kept.future]),
    redo: (): void => travel(kept.future[0], [...kept.past, elements], kept.future.slice(1)),
  };
};
export type Layout = ReturnType<typeof useLayout>;
