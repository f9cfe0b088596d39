import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** What antd asks of a browser and jsdom does not have. */
class SizeObserver {
  observe(): void { /* nothing has a size here */ }
  unobserve(): void { /* nothing has a size here */ }
  disconnect(): void { /* nothing has a size here */ }
}
globalThis.ResizeObserver = SizeObserver;
// Saying yes to every query keeps antd's wide layouts.
window.matchMedia = (query) => ({ matches: true, media: query, onchange: null, addListener: () => {}, removeListener: () => {}, addEventListener: () => {}, removeEventListener: () => {}, dispatchEvent: () => false });
const computed = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => computed(element);
window.scrollTo = () => {};
// A modal dialog opens, takes the focus and says that it closed; that it covers the page is the browser's own.
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement): void {
  this.open = true;
  this.querySelector<HTMLElement>('button, input, a[href]')?.focus();
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement): void {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
Element.prototype.scrollIntoView = () => {};
// The editor of formatted text asks where its letters are.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

// Inputs load lazily, and the first one brings antd with it.
configure({ asyncUtilTimeout: 30_000 });
afterEach(() => cleanup());
