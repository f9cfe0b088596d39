import { fieldOf, type AnyResource, type Registry } from '@/schema';
import { formNames, isSame, type Draft } from '../../fields/kit/draft';

/** A field that was changed here and, in the meantime, by somebody else. */
export interface Collision {
  readonly base: unknown;
  readonly theirs: unknown;
}
/** The state of a form: the record as last read, what was typed over it, and what others changed in the meantime. */
export interface FormState {
  readonly base: Draft;
  readonly edits: Draft;
  readonly collisions: Readonly<Record<string, Collision>>;
  /** Fields that were updated to a newer version while something was typed. */
  readonly followed: readonly string[];
}
export type Side = 'mine' | 'theirs';
export type FormEvent =
  | { readonly type: 'typed'; readonly name: string; readonly value: unknown }
  | { readonly type: 'arrived'; readonly record: Draft }
  | { readonly type: 'resolved'; readonly sides: Readonly<Record<string, Side>> }
  | { readonly type: 'discarded' }
  | { readonly type: 'noticed' };

/** The record as it is shown. */
export const draftOf = ({ base, edits }: FormState): Draft => ({ ...base, ...edits });
/** A form without changes. */
export const openedOn = (base: Draft): FormState => ({ base, edits: {}, collisions: {}, followed: [] });

const without = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Fields whose choices depend on the changed one: their values may no longer fit. */
const narrowedBy = (resource: AnyResource, name: string): readonly string[] =>
  Object.entries(resource.fields)
    .filter(([, { match = {} }]) => Object.values(match).includes(name))
    .map(([other]) => other);

const typed = (resource: AnyResource, state: FormState, name: string, value: unknown): FormState => {
  const before = draftOf(state)[name];
  const emptied = value === before ? [] : narrowedBy(resource, name);
  return { ...state, edits: { ...state.edits, [name]: value, ...Object.fromEntries(emptied.map((other) => [other, null])) } };
};

/** Takes a newer version of the record: unchanged fields are updated, typed ones stay and are marked if both changed. */
const arrived = (resource: AnyResource, registry: Registry, state: FormState, record: Draft): FormState => {
  const { base, edits, collisions } = state;
  if (typeof base['version'] === 'number' && typeof record['version'] === 'number' && record['version'] < base['version']) return state;
  const same = (name: string, one: unknown, other: unknown) => isSame(fieldOf(resource, name), one, other, registry);
  const theirs = formNames(resource).filter((name) => !same(name, base[name], record[name]));
  const isTyped = (name: string) => Object.hasOwn(edits, name) && !same(name, base[name], edits[name]);
  const collided = theirs.filter((name) => isTyped(name) && !same(name, edits[name], record[name]));
  const agreed = theirs.filter((name) => !collided.includes(name));
  return {
    base: record,
    edits: without(edits, agreed),
    collisions: {
      ...without(collisions, agreed),
      ...Object.fromEntries(collided.map((name) => [name, { base: collisions[name]?.base ?? base[name], theirs: record[name] }])),
    },
    followed: Object.keys(edits).length > 0 ? [...new Set([...state.followed, ...agreed])] : [],
  };
};

const resolved = (state: FormState, sides: Readonly<Record<string, Side>>): FormState => ({
  ...state,
  edits: without(
    state.edits,
    Object.keys(sides).filter((name) => sides[name] === 'theirs'),
  ),
  collisions: {},
});

/** The next state of a form; pure, so that a save may look ahead. */
export const formReducer =
  (resource: AnyResource, registry: Registry) =>
  (state: FormState, event: FormEvent): FormState => {
    switch (event.type) {
      case 'typed':
        return typed(resource, state, event.name, event.value);
      case 'arrived':
        return arrived(resource, registry, state, event.record);
      case 'resolved':
        return resolved(state, event.sides);
      case 'discarded':
        return openedOn(state.base);
      case 'noticed':
        return { ...state, followed: [] };
    }
  };
