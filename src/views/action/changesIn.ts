import { fieldOf, type Action, type AnyResource } from '@/schema';
import type { TextContext } from '../../fields/kit/contracts';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { readText } from '../../fields/kit/fieldUi';

type Row = Readonly<Record<string, unknown>>;

/** What an action changed in a record, in words, field by field: `Bib 200172 → 200999`. Only the fields that the action asks for or sets. */
export const changesIn = (
  resource: AnyResource,
  { input = {}, set = {} }: Action,
  before: Row,
  after: Row,
  words: TextContext,
): readonly string[] =>
  Object.keys({ ...input, ...set })
    .filter((name) => resource.all[name])
    .flatMap((name) => {
      const textOf = (row: Row): string => readText(row, fieldOf(resource, name), { resource: resource.name, name }, words);
      const [old, next] = [textOf(before), textOf(after)];
      return old === next ? [] : [`${fieldLabel(words, resource, name)} ${[old, next || '—'].filter(Boolean).join(' → ')}`];
    });
