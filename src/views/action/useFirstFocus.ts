import { useEffect, useRef, type RefObject } from 'react';

const fields = 'input:not(:disabled, [type="hidden"]), textarea:not(:disabled), select:not(:disabled)';

const patienceMs = 2000;

/** Focuses the first field of a form as soon as it is on screen; its text is selected, so that typing replaces it. */
export const useFirstFocus = (): RefObject<HTMLFormElement | null> => {
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const until = performance.now() + patienceMs;
    let frame = 0;
    const tryOnce = (): void => {
      const form = root.current;
      if (!form || form.contains(document.activeElement)) return;
      const first = form.querySelector<HTMLElement>(fields);
      first?.focus();
      if (first && document.activeElement === first) {
        if (first instanceof HTMLInputElement && first.type === 'text') first.select();
      } else if (performance.now() < until) frame = requestAnimationFrame(tryOnce);
    };
    tryOnce();
    return () => cancelAnimationFrame(frame);
  }, []);
  return root;
};
