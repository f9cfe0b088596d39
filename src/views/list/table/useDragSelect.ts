import { useRef, type PointerEvent } from 'react';
import { isSelected } from '../model/selection';
import type { ListSelection } from '../model/useListModel';

interface Drag {
  readonly from: number;
  readonly isChosen: boolean;
}
const rowAt = (target: EventTarget): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null);
const idOf = (row: HTMLElement): number => Number(row.dataset['row']);

/** A mouse that is pressed on a box and moved over other rows gives all of them the state that the first one gets. */
export const useDragSelect = ({ chosen, isPossible, put }: ListSelection) => {
  const drag = useRef<Drag | null>(null);
  return {
    onPointerDown: ({ target, button, pointerType, shiftKey }: PointerEvent): void => {
      const row = rowAt(target);
      const isOnBox = target instanceof Element && target.closest('.list-check') !== null;
      drag.current =
        row && isOnBox && isPossible && button === 0 && pointerType === 'mouse' && !shiftKey
          ? { from: idOf(row), isChosen: !isSelected(chosen, idOf(row)) }
          : null;
    },
    onPointerOver: ({ target, buttons, currentTarget }: PointerEvent): void => {
      const { current } = drag;
      if ((buttons & 1) === 0) drag.current = null;
      const row = drag.current && rowAt(target);
      if (!row || !current || idOf(row) === current.from) return;
      const ids = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')].map(idOf);
      const [first = 0, last = 0] = [ids.indexOf(current.from), ids.indexOf(idOf(row))].sort((one, other) => one - other);
      put(ids.slice(first, last + 1), current.isChosen);
    },
  };
};
