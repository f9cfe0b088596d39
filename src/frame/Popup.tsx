import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface PopupProps {
  readonly label: string;
  readonly className?: string;
  /** What the button shows. */
  readonly button: ReactNode;
  /** Drawn only while open. */
  readonly children: (close: () => void) => ReactNode;
}
const reachable = 'a[href], button:not(:disabled), input:not(:disabled)';

/** A button of the bar with a panel under it. Escape and a press outside close it; arrows walk what is in it. */
export const Popup = ({ label, className = '', button, children }: PopupProps) => {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    trigger.current?.focus();
  };

  useEffect(() => {
    if (!open) return undefined;
    const panel = frame.current?.querySelector('.asd-popup-panel');
    ['input', '[aria-current]', reachable]
      .map((each) => panel?.querySelector<HTMLElement>(each))
      .find(Boolean)
      ?.focus();
    const outside = (event: Event): void => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const items = [...(frame.current?.querySelectorAll<HTMLElement>(`.asd-popup-panel :is(${reachable})`) ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]?.focus();
  };

  return (
    <div className="asd-popup" role="presentation" ref={frame} onKeyDown={onKeyDown}>
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
        <div className="asd-popup-panel" role="dialog" aria-label={label}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
};
