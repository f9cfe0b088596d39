import { wantsStillness } from './wantsStillness';
import { design } from './design';

const ease = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2);
let running = 0;

/**
 * Scrolls the page to a height in 450 ms, or at once for people who want no motion. A new scroll, or the person's own, ends the running
 * one.
 */
export const scrollTo = (top: number): void => {
  cancelAnimationFrame(running);
  if (wantsStillness()) return window.scrollTo(0, top);
  const from = window.scrollY;
  const began = performance.now();
  const stop = (): void => cancelAnimationFrame(running);
  const step = (now: number): void => {
    const part = Math.min(Math.max((now - began) / design.scrollMs, 0), 1);
    window.scrollTo(0, from + (top - from) * ease(part));
    if (part < 1) running = requestAnimationFrame(step);
    else window.removeEventListener('wheel', stop);
  };
  window.addEventListener('wheel', stop, { once: true, passive: true });
  running = requestAnimationFrame(step);
};

/** Scrolls until an element is at the top of the page, below sticky elements (`scroll-margin-top`). */
export const scrollToElement = (element: HTMLElement): void =>
  scrollTo(
    Math.max(0, window.scrollY + element.getBoundingClientRect().top - (Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0)),
  );
