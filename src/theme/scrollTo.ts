import { wantsStillness } from './wantsStillness';
import { design } from './design';

const ease = (part: number): number => (part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2);
let running = 0;

/** Scrolls the page to a height in 450 ms, or at once for who wants no motion; a new scroll or the person's own wheel ends the one under way. */
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

/** Scrolls until an element stands at the top of the page, below what sticks there (`scroll-margin-top`). */
export const scrollToElement = (element: HTMLElement): void =>
  scrollTo(
    Math.max(0, window.scrollY + element.getBoundingClientRect().top - (Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0)),
  );
