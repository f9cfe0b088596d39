import { joinName, type AnyResource, type Registry } from '@/schema';

/** The selection of one record: its columns, the titles of its references and its embedded rows. */
export interface Selection {
  /** The identity of the selection, by which readers are cached. */
  readonly id: string;
  readonly names: readonly string[];
  /** Fields whose referenced record is selected, and whether its title is selected. */
  readonly joined: ReadonlyMap<string, boolean>;
  readonly embedded: ReadonlyMap<string, Selection>;
}

/** A selection as one string. */
export const createSelection = (
  names: readonly string[],
  joined: ReadonlyMap<string, boolean>,
  embedded: ReadonlyMap<string, Selection>,
): Selection => ({
  names,
  joined,
  embedded,
  id: `${names.join(',')}|${[...joined].map(([name, title]) => `${name}${title ? '+' : ''}`).join(',')}|${[...embedded].map(([name, inner]) => `${name}(${inner.id})`).join(',')}`,
});

const whole = new WeakMap<AnyResource, Selection>();
/** All columns of a record, as REST answers it. */
export const wholeSelection = (resource: AnyResource, registry: Registry): Selection => {
  const found = whole.get(resource);
  if (found) return found;
  const entries = Object.entries(resource.all);
  const created = createSelection(
    entries.filter(([, field]) => !field.embeds).map(([name]) => name),
    new Map(entries.filter(([, field]) => field.target ?? field.targets).map(([name]) => [name, true])),
    new Map(
      entries.flatMap(([name, field]) =>
        field.embeds ? [[name, wholeSelection(registry.get(field.embeds.target), registry)] as const] : [],
      ),
    ),
  );
  whole.set(resource, created);
  return created;
};

const listed = new WeakMap<AnyResource, Selection>();
/** The columns of a list. */
export const listSelection = (resource: AnyResource): Selection => {
  const found = listed.get(resource);
  if (found) return found;
  const names = [...new Set([...resource.list.columns, resource.title, ...('version' in resource.all ? ['version'] : [])])].filter(
    (name) => resource.all[name] && !resource.all[name].embeds,
  );
  const created = createSelection(
    names,
    new Map(names.filter((name) => resource.all[name]?.target ?? resource.all[name]?.targets).map((name) => [name, true])),
    new Map(),
  );
  listed.set(resource, created);
  return created;
};

/** The requested columns of a list, with the key and the title; lists have no embedded rows. */
export const askedSelection = (resource: AnyResource, asked: readonly string[]): Selection => {
  const names = [...new Set([...asked, resource.title, ...('version' in resource.all ? ['version'] : [])])].filter(
    (name) => resource.all[name] && !resource.all[name].embeds,
  );
  return createSelection(
    names,
    new Map(names.filter((name) => resource.all[name]?.target ?? resource.all[name]?.targets).map((name) => [name, true])),
    new Map(),
  );
};

/** The field of a joined name: `event` → `eventid`. */
export const joinedField = (resource: AnyResource, name: string): string | undefined =>
  Object.keys(resource.all).find(
    (field) => (resource.all[field]?.target ?? resource.all[field]?.targets) !== undefined && joinName(field) === name,
  );
