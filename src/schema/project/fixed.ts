import type { CodeOf } from '../errorCodes';
import type { AnyResource, Fixed } from '../resource';

/** The field and the code that say why a record is not edited or removed in its present state, or `null`. */
export const fixedBy = (
  { fixed = {} }: AnyResource,
  verb: string,
  row: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly code: CodeOf<409> } | null => {
  const { in: states = {}, says } = (fixed as Readonly<Record<string, Fixed | undefined>>)[verb] ?? {};
  const path = Object.keys(states).find((name) => (states[name] as readonly unknown[]).includes(row[name]));
  return path && says ? { path, code: says } : null;
};
