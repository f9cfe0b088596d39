import { sql, type SQL } from 'drizzle-orm';
import { fieldOf, type AnyResource } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { isInPalette } from '@/schema/search';
import { forbidden, notFound } from '../../kernel/DomainError';
import { orderText } from '../../api/list/order';
import { listCondition } from '../../api/list/readList';
import { readerOf, type Reader } from '../../api/list/reader';
import type { Row } from '../../kernel/Row';
import { searchedFields, searchWords } from '../../api/list/search';
import { askedSelection } from '../../api/list/Selection';
import { select } from '../../kernel/select';
import { bind, columnText, every, quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { exactSql } from './exactSql';
import { foldText, highlight, type Highlight, type Marks } from './highlight';
import type { SearchQuery } from './searchRequest';

type Highlights = Highlight | { readonly [member: string]: Highlight };
export interface Hit extends Row {
  readonly objectID: string;
  readonly _highlightResult: Readonly<Record<string, Highlights>>;
}
interface Sought {
  readonly resource: AnyResource;
  readonly reader: Reader;
  readonly limit: number;
}

const fewestLetters = 2;

const read = async (tx: Transaction, { resource, reader, limit }: Sought, conditions: readonly (SQL | null)[]): Promise<readonly Row[]> => {
  const order = orderText(tx.grants, resource, 't', null);
  return select(
    tx,
    reader.shape,
    sql`from ${sql.raw(`${quote(resource.name)} "t"`)}${reader.joins} where ${every(conditions)} order by ${sql.raw(order)} limit ${bind(limit)}`,
  );
};

/** Complete matches come first, then records that contain the words. */
const find = async (tx: Transaction, sought: Sought, text: string): Promise<readonly Row[]> => {
  const { resource, limit } = sought;
  const named = exactSql(tx, resource, text);
  const first = named ? await read(tx, sought, [listCondition(tx, resource, {}), named]) : [];
  if (first.length >= limit || searchedFields(tx.grants, resource).length === 0) return first;
  const keys = first.map((row) => row[resource.key]);
  const others = keys.length > 0 ? sql`${sql.raw(columnText('t', resource.key))} <> all(${bind(keys)}::bigint[])` : null;
  return [
    ...first,
    ...(await read(tx, { ...sought, limit: limit - first.length }, [listCondition(tx, resource, { search: text }), others])),
  ];
};

const isTexts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const highlighted = (value: unknown, words: readonly string[], marks: Marks): Highlights | null => {
  if (typeof value === 'string' || typeof value === 'number') return highlight(String(value), words, marks);
  if (!isTexts(value)) return null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, text]) => (typeof text === 'string' ? [[member, highlight(text, words, marks)]] : [])),
  );
};

/** The hits of one query, limited to what the person may see: the same predicate, keys and masks as the list of that resource. */
export const findRecords = async (
  tx: Transaction,
  { indexName, query, hitsPerPage, attributesToRetrieve, attributesToHighlight, ...tags }: SearchQuery,
): Promise<readonly Hit[]> => {
  const resource = tx.registry.find(indexName);
  if (!resource || !isInPalette(resource)) throw notFound();
  if (!can(tx.grants, 'list', resource)) throw forbidden();
  const text = query.trim();
  if (Array.from(text).length < fewestLetters && !/^\d$/.test(text)) return [];

  const asked = (attributesToRetrieve ?? (resource.list.columns as readonly string[])).filter((name) => resource.all[name]);
  const marked = [
    ...new Set([
      resource.title,
      ...asked.filter((name) => fieldOf(resource, name).searchText),
      ...searchedFields(tx.grants, resource),
      ...(resource.list.exact ?? []),
    ]),
  ].filter((name) => canSee(tx.grants, fieldOf(resource, name)) && (!attributesToHighlight || attributesToHighlight.includes(name)));
  const reader = readerOf(tx, resource, askedSelection(resource, [...asked, ...marked]));
  const rows = await find(tx, { resource, reader, limit: hitsPerPage }, text);

  const words = searchWords(text).map(foldText);
  const marks: Marks = { before: tags.highlightPreTag, after: tags.highlightPostTag };
  const unasked = new Set(marked.filter((name) => name !== resource.title && !asked.includes(name)));
  return rows.map((row): Hit => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !unasked.has(name))),
    objectID: String(row[resource.key]),
    _highlightResult: Object.fromEntries(
      marked.flatMap((name) => {
        const each = highlighted(row[name], words, marks);
        return each ? [[name, each]] : [];
      }),
    ),
  }));
};
