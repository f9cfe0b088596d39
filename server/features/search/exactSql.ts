import { sql, type SQL } from 'drizzle-orm';
import { fieldOf, type AnyField, type AnyResource, type Filter } from '@/schema';
import { canSee } from '@/schema/project/access';
import { predicate } from '../../api/list/predicate';
import type { Viewer } from '../../api/list/reader';

const fewestLetters = 3,
  mostDigits = 9; // a shorter text has no trigram, so no index would help

const wholeNumber = (name: string, text: string): Filter | null =>
  /^\d+$/.test(text) && text.length <= mostDigits ? { field: name, op: 'eq', value: Number(text) } : null;
const wholeText = (name: string, field: AnyField, text: string): Filter | null => {
  const spelt = field.zod.safeParse(text);
  if (!spelt.success || typeof spelt.data !== 'string' || spelt.data.length < fewestLetters) return null;
  const spellings = field.folded ? [spelt.data] : [...new Set([spelt.data, spelt.data.toUpperCase(), spelt.data.toLowerCase()])];
  return {
    and: [
      { field: name, op: 'contains', value: spelt.data },
      { field: name, op: 'in', value: spellings },
    ],
  }; // the index for searches finds the piece
};

/**
 * The records that a text identifies completely, by a folio, a bib number or an e-mail; `null` when it can identify none, or none that
 * this person may look up.
 */
export const exactSql = ({ registry, grants }: Viewer, resource: AnyResource, text: string): SQL | null => {
  const names = resource.list.exact ?? [];
  const arms = names.flatMap((name) => {
    const field = fieldOf(resource, name);
    const filter = !canSee(grants, field) ? null : field.column === 'integer' ? wholeNumber(name, text) : wholeText(name, field, text);
    return filter ? [predicate(registry, resource, 't', filter)] : [];
  });
  return arms.length > 0 ? sql`(${sql.join(arms, sql` or `)})` : null;
};
