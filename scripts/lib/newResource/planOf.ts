import type { AnyField } from '@/schema';
import type { NewField } from './makeField';
import type { NewResource } from './NewResource';

/** Pairs of which the first may not be after the last. */
const pairs: readonly (readonly [string, string])[] = [
  ['starts_at', 'ends_at'],
  ['start_at', 'end_at'],
  ['opens_at', 'closes_at'],
  ['departs_at', 'arrives_at'],
  ['starts_on', 'ends_on'],
  ['start_date', 'end_date'],
  ['valid_from', 'valid_until'],
  ['min_age', 'max_age'],
  ['age_min', 'age_max'],
];
/** Two fields in order, and the name of that rule. */
export interface Order {
  readonly first: string;
  readonly last: string;
  readonly rule: string;
}

/** Where the fields appear: lists, forms and indexes. */
export interface Plan {
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly search: readonly string[];
  readonly sort: readonly [field: string, direction: 'asc' | 'desc'];
  readonly sortable: readonly string[];
  readonly sections: Readonly<Record<string, readonly string[]>>;
  readonly orders: readonly Order[];
  readonly indexes: readonly (readonly string[])[];
}

const mostColumns = 7;
const long = new Set(['longText', 'richText', 'json', 'links']);
const filtered = new Set(['choice', 'choices', 'status', 'boolean', 'belongsTo', 'manyToMany', 'date', 'dateTime', 'tags']);
const searched = new Set(['text', 'email', 'i18nText', 'slug', 'phone', 'curp']);
const internal = /^(comments?|notes|internal_\w+|remarks)$/;
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The field that names a record: one with a usual name, otherwise the first text, otherwise any possible one. */
export const titleOf = (fields: readonly NewField[]): string | undefined => {
  const able = fields.filter(({ field }) => field.titleSql && !field.options.hiddenBy && !field.options.visibleTo);
  const named = ['name', 'title', 'full_name', 'code', 'label', 'subject'].find((name) => able.some((each) => each.name === name));
  const first = able.find(({ field }) => field.type === 'text' || field.type === 'i18nText') ?? able[0];
  const values = fields.find(({ field }) => field.values && field.type !== 'choices' && field.type !== 'status');
  return named ?? first?.name ?? values?.name;
};

/** The usual place of every field, to be changed by hand. */
export const planOf = ({ fields, title, within }: NewResource): Plan => {
  const parent = within?.key;
  const own = fields.filter(({ name }) => name !== parent);
  const names = (is: (field: AnyField, name: string) => boolean): readonly string[] =>
    own.filter(({ name, field }) => is(field, name)).map(({ name }) => name);
  const titleFirst = (list: readonly string[]): readonly string[] =>
    list.includes(title) ? [title, ...list.filter((name) => name !== title)] : list;
  const isLong = (field: AnyField, name: string): boolean => long.has(field.type) || internal.test(name);
  const moments = own.filter(
    ({ name, field }) => (field.type === 'dateTime' || field.type === 'date') && !/birth|expire|valid|due/.test(name),
  );
  const moment = (moments.find(({ field }) => field.type === 'dateTime' && field.options.required) ?? moments[0])?.name;
  const sort: Plan['sort'] =
    names((_, name) => name === 'sort').length > 0 ? ['sort', 'asc'] : moment ? [moment, 'desc'] : ['created', 'desc'];
  const main = names((field, name) => !isLong(field, name) && !field.options.readOnly && !field.computed);
  const details = names((field, name) => long.has(field.type) && !internal.test(name) && !field.options.readOnly);
  const inside = names((_, name) => internal.test(name));
  const state = own.find(({ field }) => field.type === 'status');
  const shown = titleFirst(names((field, name) => !isLong(field, name) && field.type !== 'file'));
  const isStateFar = state !== undefined && shown.indexOf(state.name) >= mostColumns;
  const owner = ['organizationid', ...(parent ? [parent] : [])];
  return {
    columns: [...shown.slice(0, mostColumns - (isStateFar ? 1 : 0)), ...(isStateFar ? [state!.name] : [])],
    filters: [...(parent ? [parent] : ['organizationid']), ...names((field) => filtered.has(field.type) && field.operators.length > 0)],
    search: titleFirst(names((field) => searched.has(field.type) && field.searchText !== undefined)),
    sort,
    sortable: [...titleFirst(names((field, name) => field.sortable && !isLong(field, name) && !field.target)), 'created'],
    sections: {
      main: [parent ?? 'organizationid', ...titleFirst(main)],
      ...(details.length > 0 && { details }),
      ...(inside.length > 0 && { internal: inside }),
    },
    orders: pairs
      .filter((pair) => pair.every((name) => own.some((each) => each.name === name)))
      .map(([first, last]) => ({ first, last, rule: camel(`${last}_after_${first}`) })),
    indexes: [[...owner, sort[0]], ...(state ? [[...owner, state.name, sort[0]]] : [])],
  };
};
