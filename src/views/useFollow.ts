import { useCallback, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** Follows a plain anchor inside the product; a press for a new tab or window is left to the browser. */
export const useFollow = (): ((event: MouseEvent<HTMLAnchorElement>) => void) => {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(event.currentTarget.getAttribute('href') ?? '');
    },
    [navigate],
  );
};
