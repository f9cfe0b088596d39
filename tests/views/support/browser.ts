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

// Inputs load lazily, and the first one brings antd with it.
configure({ asyncUtilTimeout: 8000 });
afterEach(() => cleanup());
