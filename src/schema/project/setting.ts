import { Later, type Action } from '../action';
import { isWritable, type AnyField, type Fields } from '../field';
import type { AnyResource } from '../resource';

type Row = Readonly<Record<string, unknown>>;
/** The values that an action knows only when it runs. */
export interface AtHand {
  readonly now: string;
  readonly userid: number | null;
  readonly input: Row;
}

const valueOf = (value: unknown, { now, userid, input }: AtHand): unknown =>
  !(value instanceof Later) ? value : value.kind === 'now' ? now : value.kind === 'me' ? userid : (input[value.name] ?? null);

/** The values that an action writes into a record by itself; empty without `set`. */
export const settingOf = ({ set = {} }: Action, atHand: AtHand): Record<string, unknown> =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [name, valueOf(value, atHand)]));

const textsOf = (value: unknown, { input = {} }: Action): readonly string[] =>
  value instanceof Later ? (input[value.name]?.values ?? []) : typeof value === 'string' ? [value] : [];

const searched = (resource: AnyResource, name: string): ReadonlyMap<string, string> => {
  const field = resource.all[name];
  if (!field?.values || !isWritable(field)) return new Map();
  const open = new Set(field.byForm);
  return new Map(
    Object.entries(resource.actions ?? {}).flatMap(([action, declared]) =>
      textsOf(declared.set?.[name], declared).flatMap((value): [string, string][] => (open.has(value) ? [] : [[value, action]])),
    ),
  );
};

const found = new WeakMap<AnyResource, Map<string, ReadonlyMap<string, string>>>();
/**
 * Values that only an action may write, with the action: those of a closed set that some action sets, unless the field lists them in
 * `byForm`. They are looked for once, because every value of every record that is written asks for them.
 */
const reachedBy = (resource: AnyResource, name: string): ReadonlyMap<string, string> => {
  const own = found.get(resource) ?? new Map<string, ReadonlyMap<string, string>>();
  const reached = own.get(name) ?? searched(resource, name);
  found.set(resource, own.set(name, reached));
  return reached;
};

/** The value that a record has, or that a new one starts with, is always allowed. */
const presentOf = (field: AnyField, name: string, before: Row | null): unknown => (before ? before[name] : field.options.default);

/**
 * The only action that may write a value into a field, or undefined when anybody who edits may. `before` is the stored record, null for a
 * new one.
 */
export const actionFor = (resource: AnyResource, name: string, value: unknown, before: Row | null): string | undefined => {
  const field = resource.all[name];
  return field && typeof value === 'string' && value !== presentOf(field, name, before) ? reachedBy(resource, name).get(value) : undefined;
};

/** A field as a form offers it for a record: without the values that only actions write. */
export const inForm = (resource: AnyResource, name: string, field: AnyField, before: Row | null): AnyField => {
  const reached = reachedBy(resource, name);
  if (reached.size === 0) return field;
  const present = presentOf(field, name, before);
  return { ...field, values: field.values?.filter((value) => value === present || !reached.has(value)) ?? [] };
};

/** The fields of a resource as the form of a record offers them. */
export const offeredFields = (resource: AnyResource, before: Row | null): Fields =>
  Object.fromEntries(Object.entries(resource.all).map(([name, field]) => [name, inForm(resource, name, field, before)]));
