import type { AnyField, Fields } from '../field';
import { hasView, views, type Action, type AnyResource } from '../resource';

const entriesOf = (fields: Fields): [string, AnyField][] => Object.entries(fields);
const wordsOf = ({ options }: AnyField): string | undefined => (options as { readonly words?: string }).words;
const choiceKeys = (name: string, field: AnyField): string[] => (wordsOf(field) ? [] : ownChoiceKeys(name, field));
const ownChoiceKeys = (name: string, { values = [], options }: AnyField): string[] => [
  ...values.map((value) => `choices.${name}.${value}`),
  ...Object.keys((options as { readonly groups?: object }).groups ?? {}).map((group) => `groups.${name}.${group}`),
];

/** The key of the word of one value of a choice. */
export const choiceKey = (resource: string, name: string, field: AnyField, value: string): string => `${resource}.choices.${wordsOf(field) ?? name}.${value}`;

/** Every message that a resource needs, in refine's own `<resource>.<section>.<key>` convention; the first segment is the namespace. */
export const messageKeys = (resource: AnyResource): readonly string[] => {
  const { name, fields, form, show = {}, rules = {}, actions = {} } = resource;
  return [
    name, 'singular',
    ...views.filter((view) => hasView(resource, view)).map((view) => `titles.${view}`),
    ...entriesOf(fields).flatMap(([key, field]) => [`fields.${key}`, ...choiceKeys(key, field)]),
    ...new Set([...Object.keys(show), ...Object.keys(form)].map((key) => `sections.${key}`)),
    ...Object.keys(rules).map((key) => `rules.${key}`),
    ...Object.entries<Action>(actions).flatMap(([key, { input = {} }]) => [
      `actions.${key}`,
      ...entriesOf(input).flatMap(([field, spec]) => [`inputs.${key}.${field}`, ...choiceKeys(`${key}.${field}`, spec)]),
    ]),
  ].map((key) => `${name}.${key}`);
};
/** Words that may be given and are not missed: help under a field. */
export const optionalMessageKeys = ({ name, fields }: AnyResource): readonly string[] => Object.keys(fields).map((key) => `${name}.help.${key}`);
