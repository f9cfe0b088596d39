/** Elements that the keyboard can reach. */
export const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const part = 'section, article, form, nav, header, aside, dialog, [role="dialog"]';

/** An element and its ancestors, up to the part of the page that it belongs to. */
const pathFrom = (element: Element | null): readonly Element[] =>
  element === null || element === document.body ? [] : element.matches(part) ? [element] : [element, ...pathFrom(element.parentElement)];

const takesFocus = (element: Element | null): boolean => {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
};

/** Remembers the focused element; answers the function that focuses it again, or the nearest one if it is gone. */
export const rememberFocus = (element: Element | null): (() => void) => {
  const path = pathFrom(element);
  return () => {
    const here = path.filter(({ isConnected }) => isConnected);
    void here.some((each) => takesFocus(each) || takesFocus(each.querySelector(focusable)));
  };
};

/** Whether no element has the focus, because the one that had it is gone. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
