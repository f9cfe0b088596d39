import { isWritable, type AnyField, type AnyResource, type Registry, fieldOf } from '@/schema';
import { settle } from '@/schema/project/zod';
import { rowsIn } from '@/schema/unknown';

export type Draft = Readonly<Record<string, unknown>>;

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';
const isObject = (value: unknown): value is Draft => typeof value === 'object' && value !== null;

/** Equality by value; absent, null and empty text are equal. */
export const isEqual = (one: unknown, other: unknown): boolean => {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isEqual(one[key], other[key]));
};

/** What a row of an embedded list may contain: its key and the fields that its declaration accepts. */
const toEmbeddedRow = (
  child: AnyResource,
  { via, order }: { readonly via: string; readonly order?: string },
  row: Draft,
  at: number,
  registry: Registry,
): Draft => {
  const settled = settle(child, row);
  const accepted = Object.entries(child.fields).filter(([name, field]) => isWritable(field) && name !== via);
  const values = accepted.map(([name, field]) => [name, name === order ? at + 1 : toWire(field, settled[name], registry)] as const);
  const kept = values.filter(([name, value]) => value !== null || child.fields[name]?.options.default === undefined);
  return { ...(isNothing(row[child.key]) ? {} : { [child.key]: row[child.key] }), ...Object.fromEntries(kept) };
};

/** A typed value as the API accepts it: empty is null, embedded rows have the accepted fields and their position. */
export const toWire = ({ embeds }: AnyField, value: unknown, registry: Registry): unknown => {
  if (!embeds) return isNothing(value) ? null : value;
  const child = registry.get(embeds.target);
  return rowsIn(value).map((row, at) => toEmbeddedRow(child, embeds, row, at, registry));
};

const canonical = (field: AnyField, value: unknown, registry: Registry): unknown => {
  const wire = toWire(field, value, registry);
  if (wire === null || field.embeds) return wire;
  const parsed = field.zod.safeParse(wire);
  return parsed.success ? parsed.data : wire;
};
/** Whether two values of a field mean the same once stored. */
export const isSame = (field: AnyField, one: unknown, other: unknown, registry: Registry): boolean =>
  isEqual(canonical(field, one, registry), canonical(field, other, registry));

/** The fields of a form, in order. */
export const formNames = ({ form }: AnyResource): readonly string[] => Object.values(form).flat();

/** The initial values of a new record: declared defaults and the record that it belongs to. */
export const blankDraft = (resource: AnyResource, fixed: Draft = {}): Draft => ({
  ...Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => isWritable(field))
      .map(([name, { options, embeds }]) => [name, options.default ?? (embeds ? [] : null)]),
  ),
  ...fixed,
});

/** Fields of `names` whose value would change if the draft were saved over the base. */
export const changedNames = (
  resource: AnyResource,
  registry: Registry,
  base: Draft,
  draft: Draft,
  names: readonly string[],
): readonly string[] => names.filter((name) => !isSame(fieldOf(resource, name), base[name], draft[name], registry));

/** The body for saving an existing record: only changes, with dependent fields that no longer apply set to null. */
export const toChanges = (resource: AnyResource, registry: Registry, base: Draft, draft: Draft, names: readonly string[]): Draft => {
  const settled = settle(resource, draft);
  return Object.fromEntries(
    changedNames(resource, registry, base, settled, names).map((name) => [name, toWire(fieldOf(resource, name), settled[name], registry)]),
  );
};

/** The body for creating a record: every value, and null for dependent fields that do not apply. */
export const toRecord = (resource: AnyResource, registry: Registry, draft: Draft, names: readonly string[]): Draft => {
  const settled = settle(resource, draft);
  const isSent = (name: string): boolean => {
    const { options, embeds } = fieldOf(resource, name);
    return !isNothing(settled[name]) || (Object.hasOwn(resource.when ?? {}, name) && options.default === undefined && !embeds);
  };
  return Object.fromEntries(names.filter(isSent).map((name) => [name, toWire(fieldOf(resource, name), settled[name], registry)]));
};

/** Types whose values name one record or a person, or say how far it is, and so are never those of a new one. */
const ofOneRecord: ReadonlySet<string> = new Set(['email', 'phone', 'slug', 'curp', 'file', 'image', 'status']);
const isTakenOver = ({ title }: AnyResource, name: string, field: AnyField): boolean =>
  isWritable(field) && name !== title && !field.options.unique && !ofOneRecord.has(field.type);

/**
 * The initial values of a new record that is like another one: what its form asks for, without what names a record. Embedded rows come
 * along as new ones.
 */
export const likeDraft = (resource: AnyResource, row: Draft, registry: Registry): Draft => {
  const names = new Set(formNames(resource));
  return Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => {
      if (!names.has(name) || !isTakenOver(resource, name, field) || isNothing(row[name])) return [];
      const { embeds } = field;
      if (!embeds) return [[name, row[name]]];
      const child = registry.get(embeds.target);
      const rows = rowsIn(row[name]).map((each) =>
        Object.fromEntries(Object.entries(each).filter(([part]) => part !== child.key && part !== 'version')),
      );
      return [[name, rows]];
    }),
  );
};
