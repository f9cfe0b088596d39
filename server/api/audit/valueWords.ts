import type { AnyField, AnyResource, Registry } from '@/schema';
import { cellOf, type CellKind } from '@/schema/cell';
import { choiceKey } from '@/schema/project/i18n';
import { formatDay, formatInstant, formatMoney, formatNumber } from '@/words/format';
import type { Locale, Translate } from '../../kernel/messages';

/** The titles of records that values refer to: `events 7` → `Maratón de Puebla`. */
export type Titles = ReadonlyMap<string, string>;
export const titleKey = (resource: string, id: number): string => `${resource} ${id}`;

export interface Saying {
  readonly translate: Translate;
  readonly locale: Locale;
  readonly titles: Titles;
  readonly registry: Registry;
}
const longest = 200,
  whole = 10_000,
  second = 1000;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
const clock = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
};

const numbers: { readonly [K in CellKind]?: (value: number, locale: Locale, field: AnyField) => string } = {
  money: formatMoney,
  percent: (value, locale) => formatNumber(value / whole, locale, { style: 'percent', maximumFractionDigits: 2 }),
  duration: (value, _locale, { options }) => clock('unit' in options && options.unit === 'ms' ? value / second : value),
  number: (value, locale) => formatNumber(value, locale),
};
const texts: { readonly [K in CellKind]?: (value: string) => string } = { day: formatDay, instant: formatInstant };

/** The title of a record in words, where it is a value of a closed set. */
export const titleWords = (
  resource: AnyResource,
  title: string | null,
  { translate, locale }: Pick<Saying, 'translate' | 'locale'>,
): string | null => {
  const field = resource.all[resource.title];
  return title !== null && field?.values?.includes(title)
    ? translate(choiceKey(resource.name, resource.title, field, title), locale)
    : title;
};

/**
 * The value of a field as a person reads it: a reference by its title, a choice and an amount in words. Null where a value has parts of its own, which
 * no line says.
 */
export const valueWords = (resource: AnyResource, name: string, field: AnyField, value: unknown, saying: Saying): string | null => {
  const { translate, locale, titles, registry } = saying;
  if (value === null || value === undefined || value === '') return '';
  const { kind } = cellOf(field);
  const to = field.target ?? field.targets;
  const one = (each: unknown): string | null => {
    if (to !== undefined && typeof each === 'number')
      return titleWords(registry.get(to), titles.get(titleKey(to, each)) ?? `#${each}`, saying);
    if (typeof each === 'boolean') return translate(each ? 'list.values.yes' : 'list.values.no', locale);
    if (typeof each === 'number') return (numbers[kind] ?? numbers.number)?.(each, locale, field) ?? null;
    if (typeof each === 'string')
      return field.values?.includes(each)
        ? translate(choiceKey(resource.name, name, field, each), locale)
        : cut(texts[kind]?.(each) ?? each);
    return each !== null && field.titleText ? cut(field.titleText(each, locale)) : null;
  };
  if (!Array.isArray(value)) return one(value);
  const all = value.map(one);
  return all.every((each) => each !== null) ? cut(all.join(', ')) : null;
};
