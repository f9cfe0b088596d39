import { useEffect, useRef, useState, type ReactNode } from 'react';
import { focusable } from './rememberFocus';
import { useArrowKeys } from './useArrowKeys';
import { useOverlay } from './useOverlay';

export interface PopupProps {
  readonly label: string;
  readonly className?: string;
  /** The content of the button. */
  readonly button: ReactNode;
  /** Drawn only while open. */
  readonly children: (close: () => void) => ReactNode;
}
/** What gets the focus first: a field, the present choice, or the first element. */
const firsts = ['input', '[aria-current]', focusable];

/** A button of the bar with a panel below it. The arrow keys move through its contents, and it closes when the focus goes elsewhere. */
export const Popup = ({ label, className = '', button, children }: PopupProps) => {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  const { root, inside } = useOverlay<HTMLDivElement>({
    kind: 'popup',
    isOpen: open,
    onClose: close,
    opener: () => trigger.current,
    closesOnFocus: true,
  });
  const onKeyDown = useArrowKeys(root);
  useEffect(() => {
    if (!open) return;
    firsts
      .map((each) => root.current?.querySelector<HTMLElement>(each))
      .find(Boolean)
      ?.focus();
  }, [open, root]);
  return (
    <div className="asd-popup" role="presentation">
      <button
        ref={trigger}
        type="button"
        className={`asd-bar-button ${className}`}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open ? (
        <div ref={root} className="asd-popup-panel" role="dialog" aria-label={label} onKeyDown={onKeyDown} {...inside}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
};
