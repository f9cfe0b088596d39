import { fieldOf, type AnyResource } from '@/schema';
import type { TextContext } from '../../fields/kit/contracts';
import { readText } from '../../fields/kit/fieldUi';
import { recordTitle } from '../../fields/kit/recordTitle';

/** The heading of a record: the name that people know it by, or its title. */
export const headingOf = (resource: AnyResource, row: Readonly<Record<string, unknown>>, words: TextContext): string => {
  const name = resource.header?.name;
  const known = name === undefined ? '' : readText(row, fieldOf(resource, name), { resource: resource.name, name }, words);
  return known === '' ? recordTitle(resource, row, words) : known;
};
