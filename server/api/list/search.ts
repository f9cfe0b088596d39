import { sql, type SQL } from 'drizzle-orm';
import { fieldOf, type AnyResource, type Grants, type Registry } from '@/schema';
import { must } from '@/schema/must';
import { can, canSee } from '@/schema/project/access';
import { searchedNumbers, searchedReferences, searchedTexts } from '@/schema/search';
import { invalid } from '../../kernel/DomainError';
import { bind, columnText, every, quote } from '../../kernel/sql';
import { aliveText } from './alive';
import { scopeSql } from './scope';

const maxWords = 8,
  maxLength = 200;
/** Fewer digits are a bib number, and rarely part of a phone number or a folio. */
const fewestDigitsOfText = 4,
  wholeNumber = /^\d{1,9}$/;

/** The person who searches, and the resources. */
export interface Seeker {
  readonly grants: Grants;
  readonly registry: Registry;
}

/** Whether a searched field is hidden from some people. Such text has a separate search column. */
export const mayBeHidden = ({ options }: AnyResource['all'][string]): boolean =>
  Boolean(options.hiddenBy ?? options.visibleTo ?? options.platformOnly);

const like = (column: string, word: string): SQL =>
  sql`${sql.raw(column)} like '%' || immutable_unaccent(lower(${bind(word.replace(/[\\%_]/g, '\\$&'))}::text)) || '%'`;
const anyOf = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

/** The words of a search, up to the limit. */
export const searchWords = (text: string | null | undefined): readonly string[] =>
  (text ?? '').trim().slice(0, maxLength).split(/\s+/).filter(Boolean).slice(0, maxWords);

/** The texts that a person's searches use. Hidden texts are only searched together, because one column holds them all. */
export const searchedFields = (grants: Grants, resource: AnyResource): readonly string[] => {
  const names = searchedTexts(resource);
  const hidden = names.filter((name) => mayBeHidden(fieldOf(resource, name)));
  return hidden.every((name) => canSee(grants, fieldOf(resource, name))) ? names : names.filter((name) => !hidden.includes(name));
};

/** Every word must be part of a text of the record, or equal one of its numbers. */
const ownSql = (grants: Grants, resource: AnyResource, alias: string, words: readonly string[]): SQL | null => {
  const fields = searchedFields(grants, resource).map((name) => fieldOf(resource, name));
  const texts = [
    ...(fields.some((field) => !mayBeHidden(field)) ? ['search_text'] : []),
    ...(fields.some(mayBeHidden) ? ['search_hidden'] : []),
  ].map((name) => columnText(alias, name));
  const numbers = searchedNumbers(resource)
    .filter((name) => canSee(grants, fieldOf(resource, name)))
    .map((name) => columnText(alias, name));
  if (texts.length + numbers.length === 0) return null;
  return every(
    words.map((word) => {
      const whole = wholeNumber.test(word) ? numbers : [];
      const pieces = whole.length > 0 && word.length < fewestDigitsOfText ? [] : texts;
      const found = [
        ...whole.map((column) => sql`${sql.raw(column)} = ${bind(Number(word))}::integer`),
        ...pieces.map((column) => like(column, word)),
      ];
      return found.length > 0 ? anyOf(found) : sql.raw('false');
    }),
  );
};

/** A referenced record matches when all words match, as in its own list. */
const referredSql = ({ grants, registry }: Seeker, resource: AnyResource, alias: string, words: readonly string[]): readonly SQL[] =>
  searchedReferences(resource).flatMap((name) => {
    const field = fieldOf(resource, name),
      target = registry.get(must(field.target, `the target of ${name}`)),
      inner = `${alias}r`;
    const own = canSee(grants, field) && can(grants, 'list', target) ? ownSql(grants, target, inner, words) : null;
    if (!own) return [];
    const found = every([sql.raw(aliveText(target, inner)), scopeSql(registry, grants, target, 'list', inner), own]);
    return [
      sql`${sql.raw(columnText(alias, name))} in (select ${sql.raw(`${columnText(inner, target.key)} from ${quote(target.name)} ${quote(inner)}`)} where ${found})`,
    ];
  });

/** Every word must match something that the person may read. Hidden text is searched only for people who may see all of it. */
export const searchSql = (seeker: Seeker, resource: AnyResource, alias: string, text: string | null | undefined): SQL | null => {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const waysOf = (name: string): readonly SQL[] => {
    const own = ownSql(seeker.grants, resource, name, words);
    return [...(own ? [own] : []), ...referredSql(seeker, resource, name, words)];
  };
  const [way, ...others] = waysOf(alias);
  if (!way) throw invalid([{ path: 'search', code: 'NOT_SEARCHABLE' }]);
  if (others.length === 0) return way;
  const inner = `${alias}k`; // each branch uses its own index; one condition with "or" would use none
  const arms = waysOf(inner).map(
    (each) => sql`select ${sql.raw(`${columnText(inner, resource.key)} from ${quote(resource.name)} ${quote(inner)}`)} where ${each}`,
  );
  return sql`${sql.raw(columnText(alias, resource.key))} in (${sql.join(arms, sql` union `)})`;
};
