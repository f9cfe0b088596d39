import { Suspense, useRef, useState, type ReactNode } from 'react';
import { usePaletteActions } from './usePaletteActions';
import { FloatingPanel } from './FloatingPanel';

interface PopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly pressed?: boolean;
  /** Drawn, and loaded, only while open. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a panel; the command palette can open it too. */
export const Popover = ({ label, button, className = 'list-button', pressed, children }: PopoverProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => setAnchor(null);
  usePaletteActions(() =>
    trigger.current?.checkVisibility?.() === false ? [] : [{ key: label, label, isTool: true, run: () => setAnchor(trigger.current) }],
  );
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-pressed={pressed || undefined}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {button}
      </button>
      {anchor ? (
        <FloatingPanel anchor={anchor} label={label} onClose={close}>
          <Suspense fallback={<span className="asd-skeleton" />}>{children(close)}</Suspense>
        </FloatingPanel>
      ) : null}
    </>
  );
};
