import { useLayoutEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';
import { pushOverlay, type OverlayKind } from './overlayStack';
import { isFocusLost, rememberFocus } from './rememberFocus';

export interface OverlayOptions {
  readonly kind: OverlayKind;
  /** Called by Escape, or by a click or the focus elsewhere; the overlay may stay open, for example to ask first. */
  readonly onClose: () => void;
  /** False for an overlay that stays in the page while it is closed. */
  readonly isOpen?: boolean;
  /** Gets the focus afterwards, and a click on it is not outside; by default the element that had the focus. */
  readonly opener?: (() => HTMLElement | null) | undefined;
  readonly closesOnFocus?: boolean;
}
interface Mounted<E extends HTMLElement> {
  readonly root: RefObject<E | null>;
  /** For ways of closing that the browser offers itself, such as the back gesture of a phone. */
  readonly onBrowserClose: () => void;
  /** For the root: React passes on what happens in nested popups (the options of a select), wherever they are in the page. */
  readonly inside: {
    readonly onPointerDownCapture: (event: SyntheticEvent) => void;
    readonly onFocusCapture: (event: SyntheticEvent) => void;
  };
}

/** The rules of every overlay: Escape closes the top one, popups close on a click elsewhere, and the focus returns to where it was. */
export const useOverlay = <E extends HTMLElement>({
  kind,
  onClose,
  isOpen = true,
  opener,
  closesOnFocus = false,
}: OverlayOptions): Mounted<E> => {
  const root = useRef<E>(null);
  const seen = useRef<Event>(null);
  const isStanding = useRef(false);
  const newest = useRef({ onClose, opener });
  // Its content may take the focus before this code runs.
  const [first] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    newest.current = { onClose, opener };
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const dialog = root.current instanceof HTMLDialogElement ? root.current : undefined;
    const isInside = (element: Element | null): boolean => root.current?.contains(element) === true;
    const giveBack = rememberFocus(isInside(document.activeElement) ? first : document.activeElement);
    const remove = pushOverlay({
      kind,
      closesOnFocus,
      isBackdrop: ({ target }) => dialog !== undefined && target === dialog,
      holds: (event) =>
        event === seen.current || isInside(event.target as Element) || newest.current.opener?.()?.contains(event.target as Node) === true,
      close: () => newest.current.onClose(),
    });
    isStanding.current = true;
    dialog?.showModal();
    // While it is still in the page: a removed element gives no focus back.
    return () => {
      remove();
      isStanding.current = false;
      const isOwn = kind === 'modal' || isFocusLost() || (kind === 'popup' && isInside(document.activeElement));
      dialog?.close();
      const back = newest.current.opener?.();
      if (isOwn) (back ? rememberFocus(back) : giveBack)();
    };
  }, [isOpen, kind, closesOnFocus, first]);
  const mark = ({ nativeEvent }: SyntheticEvent): void => {
    seen.current = nativeEvent;
  };
  const onBrowserClose = (): void => {
    if (isStanding.current) newest.current.onClose();
  };
  return { root, onBrowserClose, inside: { onPointerDownCapture: mark, onFocusCapture: mark } };
};
