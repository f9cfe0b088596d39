/** What the keyboard reaches. */
export const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const part = 'section, article, form, nav, header, aside, dialog, [role="dialog"]';

/** An element and what it stands in, up to the part of the page that it belongs to. */
const pathFrom = (element: Element | null): readonly Element[] =>
  element === null || element === document.body ? [] : element.matches(part) ? [element] : [element, ...pathFrom(element.parentElement)];

const takesFocus = (element: Element | null): boolean => {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
};

/** Remembers a place; the answer puts the focus there again, or on what is nearest to it when it is gone meanwhile. */
export const rememberFocus = (element: Element | null): (() => void) => {
  const path = pathFrom(element);
  return () => {
    const here = path.filter(({ isConnected }) => isConnected);
    void here.some((each) => takesFocus(each) || takesFocus(each.querySelector(focusable)));
  };
};

/** Whether no element has the focus: the one that had it is gone. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
