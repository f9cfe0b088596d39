import { joinName, type AnyResource } from '@/schema';
import { choiceKey } from '@/schema/project/i18n';
import type { TextContext } from './contracts';

/** What a record is called in links, headings and pickers; its number where it has no words. */
export const recordTitle = (resource: AnyResource, row: Readonly<Record<string, unknown>>, { t, locale }: TextContext): string => {
  const field = resource.all[resource.title];
  const value = row[resource.title];
  const joined = field?.target
    ? (row[joinName(resource.title)] as { readonly title?: string | null } | null | undefined)?.title
    : undefined;
  if (joined) return joined;
  if (value === null || value === undefined || value === '') return `#${String(row[resource.key] ?? '')}`;
  if (field?.values) return t(choiceKey(resource.name, resource.title, field, String(value)));
  return field?.titleText ? field.titleText(value, locale) : String(value);
};
