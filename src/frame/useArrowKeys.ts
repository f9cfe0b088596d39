import { useCallback, type KeyboardEvent, type RefObject } from 'react';
import { focusable } from './rememberFocus';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const isText = (target: EventTarget): boolean => target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);

/**
 * Moves the focus through a part of the page with the arrow keys, in a circle, and with Home and End, which stay with a text field. `find`
 * handles other keys.
 */
export const useArrowKeys = (
  root: RefObject<HTMLElement | null>,
  which: string = focusable,
  find?: (items: readonly HTMLElement[], at: number, event: KeyboardEvent) => HTMLElement | undefined,
): ((event: KeyboardEvent) => void) =>
  useCallback(
    (event) => {
      if (event.defaultPrevented) return;
      const items = [...(root.current?.querySelectorAll<HTMLElement>(which) ?? [])];
      const at = items.indexOf(document.activeElement as HTMLElement);
      const step = steps[event.key];
      const isEnd = (event.key === 'Home' || event.key === 'End') && !isText(event.target);
      const next = step
        ? items[(at + step + items.length) % items.length]
        : isEnd
          ? items.at(event.key === 'Home' ? 0 : -1)
          : find?.(items, at, event);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    [root, which, find],
  );
