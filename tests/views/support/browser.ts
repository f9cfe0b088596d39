import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { patience } from '../../support/limits';

/** What antd asks of a browser and jsdom does not have. */
class SizeObserver {
  observe(): void {
    /* nothing has a size here */
  }
  unobserve(): void {
    /* nothing has a size here */
  }
  disconnect(): void {
    /* nothing has a size here */
  }
}
/** What screens ask of a browser and jsdom does not have. */
const completeBrowser = (): void => {
  globalThis.ResizeObserver = SizeObserver;
  // Saying yes to every query keeps antd's wide layouts.
  window.matchMedia = (query) => ({
    matches: true,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  });
  // Nothing here is drawn, and matching every rule of antd against every element is a quarter of the time of a test: its sheets stay text.
  const create = document.createElement.bind(document) as (name: string, options?: ElementCreationOptions) => HTMLElement;
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (name === 'style') element.setAttribute('type', 'text/plain');
    return element;
  }) as typeof document.createElement;
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
};

// Some tests of this project name the environment of Node.js: they have no page to complete.
if (typeof window !== 'undefined') {
  completeBrowser();
  // Inputs load lazily, and the first one brings antd with it.
  configure({ asyncUtilTimeout: 5_000 * patience });
  afterEach(() => cleanup());
}
