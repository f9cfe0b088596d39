import type { CodeOf, Reason } from '../errorCodes';
import type { Action, Asker } from '../action';
import { fieldOf, type AnyResource } from '../resource';
import { choiceKey } from './i18n';

/** Why a record refuses an action, and the field that says it. */
export interface Refusal extends Reason {
  readonly code: CodeOf<409>;
  readonly path?: string;
  readonly params?: { readonly state: { readonly key: string } };
}
type Row = Readonly<Record<string, unknown>>;

/** Reads a row and notices access to fields that it does not contain. */
const watch = (row: Row): { readonly row: Row; readonly missed: () => boolean } => {
  let missed = false;
  return {
    missed: () => missed,
    row: new Proxy(row, {
      get: (target, name) => {
        if (!(name in target)) missed = true;
        return Reflect.get(target, name);
      },
    }),
  };
};

/** The first reason why a record refuses an action to this person, or `null`. A reason that needs missing fields is left to the server. */
export const refusalOf = (resource: AnyResource, { from = {}, refuses = {} }: Action, row: Row, asker: Asker): Refusal | null => {
  for (const [path, values = []] of Object.entries(from)) {
    const value = row[path];
    if (typeof value === 'string' && !values.includes(value))
      return {
        code: 'STATE_NOT_ALLOWED',
        path,
        params: { state: { key: choiceKey(resource.name, path, fieldOf(resource, path), value) } },
      };
  }
  for (const [reason, holds] of Object.entries(refuses)) {
    const seen = watch(row);
    const refused = holds(seen.row, asker);
    if (refused && !seen.missed())
      return { code: 'REFUSED', rule: `${resource.name}.${reason}`, ...(resource.all['status'] && { path: 'status' }) };
  }
  return null;
};

/** The fields that the refusals of an action read, as far as an empty record shows. */
export const refusalReads = ({ from = {}, refuses = {} }: Action): readonly string[] => {
  const read = new Set(Object.keys(from));
  const blank = new Proxy(
    {},
    {
      get: (_, name) => {
        read.add(String(name));
        return undefined;
      },
    },
  );
  for (const holds of Object.values(refuses)) holds(blank, { userid: null });
  return [...read];
};
