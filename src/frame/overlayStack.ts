import { isTyping, pressed } from './shortcuts';

/** A modal covers the page, a popup covers a part of it, a side panel is next to the content that it belongs to. */
export type OverlayKind = 'modal' | 'popup' | 'side';
/** One open overlay. */
export interface Overlay {
  readonly kind: OverlayKind;
  /** Whether an event happened in it, on the button that opened it, or in an overlay that it opened. */
  readonly holds: (event: Event) => boolean;
  /** Whether a click was on the dark backdrop of a native dialog, which the browser counts as the dialog. */
  readonly isBackdrop: (event: Event) => boolean;
  /** Closes when the focus goes elsewhere, not only on a click there. */
  readonly closesOnFocus: boolean;
  readonly close: () => void;
}

/** From the lowest to the topmost. */
let stack: readonly Overlay[] = [];

/** Whether something covers the page, so that its shortcuts are off. */
export const isCovered = (): boolean => stack.some(({ kind }) => kind === 'modal');

/** Escape closes only the top overlay. A side panel leaves the key to a field that somebody is typing in. */
const onKeyDown = (event: KeyboardEvent): void => {
  const top = stack.at(-1);
  if (!top || event.defaultPrevented || event.isComposing || !pressed('close', event)) return;
  if (top.kind === 'side' && isTyping(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
};
/** Popups close from the top down to the first that contains the event; what is under a modal stays. */
const onLeave = (event: Event): void => {
  for (const overlay of [...stack].reverse()) {
    if (overlay.kind === 'modal' || overlay.holds(event)) return;
    if (overlay.kind === 'popup' && (event.type === 'pointerdown' || overlay.closesOnFocus)) overlay.close();
  }
};

const onClick = (event: Event): void => {
  const top = stack.at(-1);
  if (top?.isBackdrop(event)) top.close();
};

// The element around the body: everything inside has received the key by then and may have used it, and nothing of the page behind has.
const listen = (): (() => void) => {
  const place = document.documentElement;
  const control = new AbortController(),
    { signal } = control;
  place.addEventListener('keydown', onKeyDown, { signal });
  place.addEventListener('pointerdown', onLeave, { signal });
  place.addEventListener('focusin', onLeave, { signal });
  place.addEventListener('click', onClick, { signal });
  return () => control.abort();
};
let stop: (() => void) | undefined;

/** Puts an overlay on top of the open ones; answers the function that removes it. */
export const pushOverlay = (overlay: Overlay): (() => void) => {
  stop ??= listen();
  stack = [...stack, overlay];
  return () => {
    stack = stack.filter((each) => each !== overlay);
    if (stack.length > 0) return;
    stop?.();
    stop = undefined;
  };
};
