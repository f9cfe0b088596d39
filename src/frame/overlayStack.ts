import { isTyping, pressed } from './shortcuts';

/** A modal covers the page, a popup stands over a part of it, a side panel stands next to what it belongs to. */
export type OverlayKind = 'modal' | 'popup' | 'side';
/** One overlay that is open now. */
export interface Overlay {
  readonly kind: OverlayKind;
  /** Whether an event happened in it, on the button that opened it, or in something that it opened. */
  readonly holds: (event: Event) => boolean;
  /** Whether a press was on what darkens the page around a native dialog, which the browser counts as the dialog. */
  readonly isBackdrop: (event: Event) => boolean;
  /** Closes when the focus goes elsewhere, not only on a press there. */
  readonly closesOnFocus: boolean;
  readonly close: () => void;
}

/** Lowest first. */
let stack: readonly Overlay[] = [];

/** Whether something covers the page, so that its shortcuts wait. */
export const isCovered = (): boolean => stack.some(({ kind }) => kind === 'modal');

/** Escape closes the top overlay and no other. A side panel leaves the key to a field that somebody is typing in. */
const onKeyDown = (event: KeyboardEvent): void => {
  const top = stack.at(-1);
  if (!top || event.defaultPrevented || event.isComposing || !pressed('close', event)) return;
  if (top.kind === 'side' && isTyping(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
};
/** Popups close from the top down to the first that holds the event; what stands under a modal stays. */
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

// The element around the body: everything inside has heard the key by then and may have taken it, and nothing of the page behind has.
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

/** Puts an overlay on top of those that are open; the answer takes it away again. */
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
