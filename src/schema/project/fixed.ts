import type { AnyResource, Fixed } from '../resource';

/** The field and the words that say why a record is not edited or removed in its present state, or `null`. */
export const fixedBy = (
  { fixed = {} }: AnyResource,
  verb: string,
  row: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly message: string } | null => {
  const { in: states = {}, says } = (fixed as Readonly<Record<string, Fixed | undefined>>)[verb] ?? {};
  const path = Object.keys(states).find((name) => (states[name] as readonly unknown[]).includes(row[name]));
  return path && says ? { path, message: says } : null;
};
