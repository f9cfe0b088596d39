import { useMemo } from 'react';
import { fieldOf, type AnyField, type AnyResource, type Registry } from '@/schema';
import { memberKey } from '@/schema/project/i18n';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { useWords, type Words } from '../../fields/kit/useWords';
import { formNames } from '../../fields/kit/draft';

const nested = (words: Words, resource: AnyResource, root: string, registry: Registry, steps: readonly string[]): readonly string[] => {
  const [row, name] = steps;
  const field: AnyField = fieldOf(resource, root);
  if (field.members && row !== undefined && Object.hasOwn(field.members, row)) return [words.t(memberKey(resource.name, root, row))];
  if (field.members && row !== undefined)
    return [
      words.t('form.row', { row: Number(row) + 1 }),
      ...(name ? [field.members[name] ? words.t(memberKey(resource.name, root, name)) : name] : []),
    ];
  if (!field.embeds || row === undefined) return [];
  const child = registry.get(field.embeds.target);
  return [words.t('form.row', { row: Number(row) + 1 }), ...(name ? [child.all[name] ? fieldLabel(words, child, name) : name] : [])];
};
/** The label of a path, `Price tiers · row 1 · Price`; undefined for a path that the form does not show. */
export const usePathLabel = (resource: AnyResource, registry: Registry): ((path: string) => string | undefined) => {
  const words = useWords();
  return useMemo(() => {
    const shown = new Set(formNames(resource));
    return (path) => {
      const [root = '', ...rest] = path.split('.');
      const field = resource.all[root];
      return field && shown.has(root)
        ? [fieldLabel(words, resource, root), ...nested(words, resource, root, registry, rest)].join(' · ')
        : undefined;
    };
  }, [resource, registry, words]);
};
