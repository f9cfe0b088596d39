import type { AnyResource } from '@/schema';
import { choiceKey } from '@/schema/project/i18n';
import type { TextContext } from './contracts';
import { joinedTitle } from './joinedTitle';
import { namedWords } from './namedWords';

/** The title of a record in words, where it is a value of a closed set or has names in braces. */
export const titleInWords = (resource: AnyResource, title: string, { t }: Pick<TextContext, 't'>): string => {
  const field = resource.all[resource.title];
  if (field?.braces) return namedWords(title, field.braces, { t });
  return field?.values?.includes(title) ? t(choiceKey(resource.name, resource.title, field, title)) : title;
};

/** The title of a record in links, headings and pickers; its number if it has no text. */
export const recordTitle = (resource: AnyResource, row: Readonly<Record<string, unknown>>, words: TextContext): string => {
  const field = resource.all[resource.title];
  const value = row[resource.title];
  const joined = field?.target ? joinedTitle(row, field, resource.title, words) : null;
  if (joined) return joined;
  if (value === null || value === undefined || value === '') return `#${String(row[resource.key] ?? '')}`;
  if (field?.values || field?.braces) return titleInWords(resource, String(value), words);
  return field?.titleText ? field.titleText(value, words.locale) : String(value);
};
