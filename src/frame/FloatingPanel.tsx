import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './panel.css';

interface FloatingPanelProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}
const gap = 4,
  edge = 8,
  leastRoom = 200;
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Below the button, above it, or where there is more room. */
const place = (panel: HTMLElement, anchor: HTMLElement): void => {
  panel.style.removeProperty('--panel-room');
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = window.innerHeight - edge - at.bottom - gap,
    above = at.top - gap - edge;
  const isBelow = height <= below || (height > above && below >= above);
  const left = Math.max(edge, Math.min(at.left, window.innerWidth - width - edge));
  const top = isBelow ? at.bottom + gap : Math.max(edge, at.top - gap - height);
  panel.style.setProperty('--panel-left', `${left}px`);
  panel.style.setProperty('--panel-top', `${top}px`);
  panel.style.setProperty('--panel-room', `${Math.max(isBelow ? below : above, leastRoom)}px`);
};

/** A panel beside a button: Escape and a press outside close it, and the focus goes back to the button. */
export const FloatingPanel = ({ anchor, label, onClose, children }: FloatingPanelProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = panel.current!;
    const settle = (): void => place(element, anchor);
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    window.addEventListener('resize', settle);
    window.addEventListener('scroll', settle, true);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', settle);
      window.removeEventListener('scroll', settle, true);
    };
  }, [anchor]);

  useEffect(() => {
    const element = panel.current!;
    if (!element.contains(document.activeElement)) element.focus();
    // React carries presses of nested pop-ups (a select's options) through this panel before the document hears them.
    const outside = (event: Event): void => {
      if (!inside.current && !anchor.contains(event.target as Node)) close.current();
      inside.current = false;
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || element.contains(activeElement)) anchor.focus();
    };
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const all = [...(panel.current?.querySelectorAll<HTMLElement>(focusable) ?? [])];
    const leaves = event.key === 'Tab' && document.activeElement === (event.shiftKey ? all[0] : all.at(-1));
    if (event.key !== 'Escape' && !leaves) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    anchor.focus();
  };

  return createPortal(
    <div
      ref={panel}
      className="list-panel"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDownCapture={() => {
        inside.current = true;
      }}
    >
      {children}
    </div>,
    document.body,
  );
};
