import { Suspense, useState, type ReactNode } from 'react';
import { FloatingPanel } from './FloatingPanel';

interface PopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly pressed?: boolean;
  /** Drawn, and loaded, only while open. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a panel. */
export const Popover = ({ label, button, className = 'list-button', pressed, children }: PopoverProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = (): void => setAnchor(null);
  return (
    <>
      <button type="button" className={className} title={label} aria-haspopup="dialog" aria-expanded={anchor !== null} data-pressed={pressed || undefined} onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}>
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
