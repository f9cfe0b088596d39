import type { KeyboardEventHandler, ReactNode } from 'react';
import { useOverlay } from './useOverlay';

export interface DialogProps {
  readonly label: string;
  readonly className: string;
  readonly size?: 'small' | 'large' | undefined;
  readonly onClose: () => void;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly children: ReactNode;
}
/** A panel that covers the page and keeps the focus inside; Escape and a click on the overlay close it. */
export const Dialog = ({ label, className, size, onClose, onKeyDown, children }: DialogProps) => {
  const { root, onBrowserClose } = useOverlay<HTMLDialogElement>({ kind: 'modal', onClose });
  return (
    <dialog ref={root} className={className} data-size={size} aria-label={label} onClose={onBrowserClose} onKeyDown={onKeyDown}>
      {children}
    </dialog>
  );
};
