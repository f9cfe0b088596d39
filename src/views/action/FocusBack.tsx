import { useEffect } from 'react';

/** Stands before a dialog that is there only while it is open: when both go, the focus is back where it was. */
export const FocusBack = () => {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return null;
};
