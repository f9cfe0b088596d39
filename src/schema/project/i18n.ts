import type { Action } from '../action';
import type { AnyField, Fields } from '../field';
import { hasView, views, type AnyResource } from '../resource';

const entriesOf = (fields: Fields): [string, AnyField][] => Object.entries(fields);
const choiceKeys = (name: string, field: AnyField): string[] => (field.words ? [] : ownChoiceKeys(name, field));
/** The key of the label of one member of a list of objects. */
export const memberKey = (resource: string, name: string, member: string): string => `${resource}.members.${name}.${member}`;
const memberKeys = (name: string, { members = {} }: AnyField): string[] =>
  entriesOf(members).flatMap(([member, field]) => [`members.${name}.${member}`, ...choiceKeys(`${name}.${member}`, field)]);
const ownChoiceKeys = (name: string, { values = [], list, groups = {} }: AnyField): string[] => [
  ...(list ? [] : values.map((value) => `choices.${name}.${value}`)),
  ...Object.keys(groups).map((group) => `groups.${name}.${group}`),
];

/** The key of the label of one value of a choice. */
export const choiceKey = (resource: string, name: string, field: AnyField, value: string): string =>
  field.list ? `lists.${field.list}.${value}` : `${resource}.choices.${field.words ?? name}.${value}`;

/** Every text that a resource needs, in refine's `<resource>.<section>.<key>` convention; the first segment is the namespace. */
export const messageKeys = (resource: AnyResource): readonly string[] => {
  const { name, fields, form, show = {}, rules = {}, checks = {}, notices = {}, actions = {} } = resource;
  const keys = [
    name,
    'singular',
    ...views.filter((view) => hasView(resource, view)).map((view) => `titles.${view}`),
    ...entriesOf(fields).flatMap(([key, field]) => [`fields.${key}`, ...choiceKeys(key, field), ...memberKeys(key, field)]),
    ...new Set([...Object.keys(show), ...Object.keys(form)].map((key) => `sections.${key}`)),
    ...Object.keys(rules).map((key) => `rules.${key}`),
    ...Object.keys(checks).map((key) => `checks.${key}`),
    ...Object.keys(notices).map((key) => `notices.${key}`),
    ...Object.keys(resource.list.presets ?? {}).map((key) => `presets.${key}`),
    ...Object.keys(resource.waits ?? {}).map((key) => `waits.${key}`),
    ...Object.entries<Action>(actions).flatMap(([key, { input = {}, refuses = {}, reveals }]) => [
      `actions.${key}`,
      ...(reveals ? [`reveals.${key}`] : []),
      ...Object.keys(refuses).map((reason) => `refusals.${reason}`),
      ...entriesOf(input).flatMap(([field, spec]) => [
        `inputs.${key}.${field}`,
        ...choiceKeys(`${key}.${field}`, spec),
        ...memberKeys(`${key}.${field}`, spec),
      ]),
    ]),
  ];
  return [...new Set(keys)].map((key) => `${name}.${key}`);
};
/** Optional texts: help for a field, or for an input of an action. */
export const optionalMessageKeys = ({ name, fields, actions = {} }: AnyResource): readonly string[] =>
  [
    ...Object.keys(fields),
    ...Object.entries<Action>(actions).flatMap(([key, { input = {} }]) => Object.keys(input).map((field) => `${key}.${field}`)),
  ].map((key) => `${name}.help.${key}`);

const listKeysOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ list, values = [], members = {} }) => [
    ...(list ? values.map((value) => `lists.${list}.${value}`) : []),
    ...listKeysOf(members),
  ]);
/** The texts of shared lists that a resource needs, which have their own namespace. */
export const listKeys = ({ fields, actions = {} }: AnyResource): readonly string[] => [
  ...listKeysOf(fields),
  ...Object.values(actions).flatMap(({ input = {} }) => listKeysOf(input)),
];
