/** The id of the input at a path of a form: `<form>-price_tiers.0.price_cents`. */
export const inputId = (form: string, path: string): string => `${form}-${path}`;
/** The id of the label of an input, for inputs with several parts. */
export const labelId = (input: string): string => `${input}-label`;

const focusable = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), button:not([disabled]), [tabindex]';

/** Scrolls to the input at a path and focuses it; the nearest element around it if it is not visible. */
export const focusPath = (form: string, path: string): boolean => {
  const steps = path.split('.');
  const found = steps
    .map((_, at) => document.getElementById(inputId(form, steps.slice(0, steps.length - at).join('.'))))
    .find((element) => element !== null);
  if (!found) return false;
  found.scrollIntoView?.({ block: 'center' });
  const target = found.matches(focusable) ? found : found.querySelector<HTMLElement>(focusable);
  target?.focus({ preventScroll: true });
  return true;
};
