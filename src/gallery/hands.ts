const patienceMs = 6_000;
const busy = '.asd-skeleton, .input-loading, .record-skeleton, .outcome-wait, [aria-busy="true"]';

/** Waits until a condition is true; names it in the error when it never is. */
const until = async <T>(look: () => T | null | undefined | false, what: string): Promise<T> => {
  const since = performance.now();
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() - since > patienceMs) throw new Error(`the gallery waited too long for ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 16);
    });
  }
};

/** The interactions that bring a screen into a state, by CSS selectors so that they work in every language. */
export interface Hands {
  readonly find: (selector: string) => Promise<HTMLElement>;
  readonly press: (selector: string) => Promise<void>;
  readonly type: (selector: string, text: string) => Promise<void>;
  /** Nothing is loading any more. */
  readonly settled: () => Promise<void>;
}
/** Interactions on the whole page, because dialogs are outside the screen that opened them. */
export const hands: Hands = {
  find: (selector) => until(() => document.querySelector<HTMLElement>(selector), selector),
  press: async (selector) => (await until(() => document.querySelector<HTMLElement>(`${selector}:not(:disabled)`), selector)).click(),
  type: async (selector, text) => {
    const box = (await hands.find(selector)) as HTMLInputElement;
    // React listens to the setter of the prototype, not to the property.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  },
  settled: async () => {
    await until(() => document.querySelector('#stage *') && !document.querySelector(busy), 'a screen at rest');
  },
};
