import { useEffect, useLayoutEffect, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { focusable } from './rememberFocus';
import { useOverlay } from './useOverlay';
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

/** A panel next to the button that opened it. Tab after its last element returns to the button. */
export const FloatingPanel = ({ anchor, label, onClose, children }: FloatingPanelProps) => {
  const { root, inside } = useOverlay<HTMLDivElement>({ kind: 'popup', onClose, opener: () => anchor });

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
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
  }, [anchor, root]);
  useEffect(() => {
    if (root.current && !root.current.contains(document.activeElement)) root.current.focus();
  }, [root]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.key !== 'Tab') return;
    const all = [...(root.current?.querySelectorAll<HTMLElement>(focusable) ?? [])];
    if (document.activeElement !== (event.shiftKey ? all[0] : all.at(-1))) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };

  return createPortal(
    <div ref={root} className="list-panel" role="dialog" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} {...inside}>
      {children}
    </div>,
    document.body,
  );
};
