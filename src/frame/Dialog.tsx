import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEventHandler, type ReactNode } from 'react';

export interface DialogProps {
  readonly label: string;
  readonly className: string;
  readonly size?: 'small' | 'large' | undefined;
  readonly onClose: () => void;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly children: ReactNode;
}
/** What stands over the page and holds the focus; Escape and a press beside it close it, and the focus goes back to where it was. */
export const Dialog = ({ label, className, size, onClose, onKeyDown, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    close.current = onClose;
  });
  // Before the element leaves the page: one that is gone gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current!;
    const pressed = (event: MouseEvent): void => {
      if (event.target === element) close.current();
    };
    element.addEventListener('click', pressed);
    element.showModal();
    return () => {
      close.current = () => undefined;
      element.removeEventListener('click', pressed);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before]);
  return (
    <dialog ref={dialog} className={className} data-size={size} aria-label={label} onClose={() => close.current()} onKeyDown={onKeyDown}>
      {children}
    </dialog>
  );
};
