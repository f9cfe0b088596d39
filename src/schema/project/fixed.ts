import { isOneOf } from '../unknown';
import type { CodeOf } from '../errorCodes';
import type { AnyResource, Fixed } from '../resource';

/** The field and the code because of which a record cannot be edited or removed in its present state, or `null`. */
export const fixedBy = (
  { fixed = {} }: AnyResource,
  verb: string,
  row: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly code: CodeOf<409> } | null => {
  const { in: states = {}, says } = (fixed as Readonly<Record<string, Fixed | undefined>>)[verb] ?? {};
  const path = Object.keys(states).find((name) => isOneOf(states[name] ?? [], row[name]));
  return path && says ? { path, code: says } : null;
};
