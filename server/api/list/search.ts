import { sql, type SQL } from 'drizzle-orm';
import type { AnyResource, Grants } from '@/schema';
import { canSee } from '@/schema/project/access';
import { invalid } from '../DomainError';
import { bind, columnText, every } from '../sql';

const maxWords = 8, maxLength = 200;

/** Whether a searched field is hidden from some people; the database keeps such text in a column of its own. */
export const mayBeHidden = ({ options }: AnyResource['all'][string]): boolean => Boolean(options.hiddenBy ?? options.visibleTo ?? options.platformOnly);

const like = (column: string, word: string): SQL => sql`${sql.raw(column)} like '%' || immutable_unaccent(lower(${bind(word.replace(/[\\%_]/g, '\\$&'))}::text)) || '%'`;

/** The words of a search, as many as are looked for. */
export const searchWords = (text: string | null | undefined): readonly string[] => (text ?? '').trim().slice(0, maxLength).split(/\s+/).filter(Boolean).slice(0, maxWords);

/** The fields in which a person's searches look; hidden ones only together, since one column holds them all. */
export const searchedFields = (grants: Grants, resource: AnyResource): readonly string[] => {
  const names = (resource.list.search ?? []) as readonly string[];
  const hidden = names.filter((name) => mayBeHidden(resource.all[name]!));
  return hidden.every((name) => canSee(grants, resource.all[name]!)) ? names : names.filter((name) => !hidden.includes(name));
};

/** Every word must occur somewhere in what the person may read; hidden text is searched only by those who see all of it. */
export const searchSql = (grants: Grants, resource: AnyResource, alias: string, text: string | null | undefined): SQL | null => {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const fields = searchedFields(grants, resource).map((name) => resource.all[name]!);
  const columns = [
    ...(fields.some((field) => !mayBeHidden(field)) ? ['search_text'] : []),
    ...(fields.some(mayBeHidden) ? ['search_hidden'] : []),
  ].map((name) => columnText(alias, name));
  if (columns.length === 0) throw invalid([{ path: 'search', message: 'validation.notSearchable' }]);
  return every(words.map((word) => sql`(${sql.join(columns.map((each) => like(each, word)), sql` or `)})`));
};
