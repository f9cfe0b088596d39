import { sql, type SQL } from 'drizzle-orm';
import type { AnyResource, Grants } from '@/schema';
import { must } from '@/schema/must';
import { can, canSee } from '@/schema/project/access';
import { forbidden, invalid } from '../../kernel/DomainError';
import { nested, prepare, read, select, value, type Prepared } from '../../kernel/select';
import { bind, column, columnText, every, plain, quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { FoundKeys } from './FoundKeys';
import { countingOf, readCounted, type Counting } from './keptTotals';
import { judgeFilter, parseFilter } from './judgeFilter';
import { orderText } from './order';
import { predicate } from './predicate';
import { readerOf, type Reader, type Viewer } from './reader';
import type { Row } from '../../kernel/Row';
import { aliveText } from './alive';
import { scopeSql } from './scope';
import { searchSql } from './search';
import type { Selection } from './Selection';
import { remember } from '../../kernel/remember';

export interface ListQuery {
  readonly page?: number | null;
  readonly perpage?: number | null;
  readonly sort?: readonly string[] | null;
  /** The filter as it was sent; it is validated here. */
  readonly filter?: unknown;
  readonly search?: string | null;
}
/** The requested parts of a page; the others are not computed. */
export interface ListAsked {
  readonly items: Selection | null;
  readonly total: boolean;
  readonly totals: boolean;
}
export interface ListPage {
  readonly items: readonly Row[];
  readonly total: number;
  readonly totals: Readonly<Record<string, number | null>>;
}

export const maxPerPage = 1000;
const farthest = 10_000_000;

const filterSql = (viewer: Viewer, resource: AnyResource, filter: unknown): SQL | null => {
  if (filter instanceof FoundKeys) return sql`${column('t', resource.key)} = any(${bind(filter.keys)}::bigint[])`;
  const parsed = parseFilter(filter);
  return (
    parsed &&
    predicate(viewer.registry, resource, 't', judgeFilter(viewer, resource, parsed), (other, alias) =>
      scopeSql(viewer.registry, viewer.grants, other, 'list', alias),
    )
  );
};

/** The rows of a list as one condition: not deleted, within the scope of the person, filtered and searched. */
export const listCondition = (viewer: Viewer, resource: AnyResource, { filter, search }: Pick<ListQuery, 'filter' | 'search'>): SQL =>
  every([
    sql.raw(aliveText(resource, 't')),
    scopeSql(viewer.registry, viewer.grants, resource, 'list', 't'),
    filterSql(viewer, resource, filter),
    searchSql(viewer, resource, 't', search),
  ]);

const window = ({ page, perpage }: ListQuery): { readonly limit: number; readonly offset: number } => {
  const limit = perpage ?? 25,
    at = page ?? 1;
  if (limit < 1 || limit > maxPerPage) throw invalid([{ path: 'perpage', code: 'INVALID_PAGE', params: { max: maxPerPage } }]);
  if (at < 1 || (at - 1) * limit > farthest) throw invalid([{ path: 'page', code: 'INVALID_PAGE', params: { max: maxPerPage } }]);
  return { limit, offset: (at - 1) * limit };
};

/** The SQL of a list: one statement for the page, one for the counts. */
interface Statements {
  readonly reader: Reader | null;
  readonly page: Prepared<Row> | null;
  readonly counted: Counting | null;
}

const visibleTotals = ({ grants }: Viewer, { list, all }: AnyResource): readonly string[] =>
  Object.keys(list.totals ?? {}).filter((name) => all[name] && canSee(grants, all[name]));

const pageStatement = (viewer: Viewer, resource: AnyResource, condition: SQL, query: ListQuery, reader: Reader): Prepared<Row> => {
  const { limit, offset } = window(query);
  const order = orderText(viewer.grants, resource, 't', query.sort, query.filter);
  return prepare(
    reader.shape,
    sql`from ${sql.raw(`${quote(resource.name)} "t"`)}${reader.joins} where ${condition} order by ${sql.raw(order)} limit ${bind(limit)} offset ${bind(offset)}`,
  );
};
const countOf = (viewer: Viewer, resource: AnyResource, condition: SQL, totals: readonly string[], filter: unknown): Counting => {
  const sums = totals.map((name) => [name, value<number>(plain(`coalesce(sum(${columnText('t', name)}), 0)::float8`))] as const);
  return countingOf(viewer, resource, {
    totals: Object.fromEntries(sums),
    table: sql.raw(`${quote(resource.name)} "t"`),
    condition,
    filter,
  });
};
const compose = (viewer: Viewer, resource: AnyResource, query: ListQuery, asked: ListAsked): Statements => {
  const condition = listCondition(viewer, resource, query);
  const reader = asked.items && readerOf(viewer, resource, asked.items);
  const totals = asked.totals ? visibleTotals(viewer, resource) : [];
  return {
    reader,
    page: reader && pageStatement(viewer, resource, condition, query, reader),
    counted: asked.total || asked.totals ? countOf(viewer, resource, condition, totals, query.filter) : null,
  };
};

const kept = new WeakMap<Grants, Map<string, Statements>>();
const most = 200,
  longest = 2000;
/** Statements of a list are cached as long as the grants of the person. */
const statementsOf = (viewer: Viewer, resource: AnyResource, query: ListQuery, asked: ListAsked): Statements => {
  if (query.filter instanceof FoundKeys) return compose(viewer, resource, query, asked);
  const key = JSON.stringify([
    resource.name,
    viewer.locale,
    query.page,
    query.perpage,
    query.sort,
    query.filter,
    query.search,
    asked.items?.id,
    asked.total,
    asked.totals,
  ]);
  const cache = remember(kept, viewer.grants, () => new Map<string, Statements>());
  const found = cache.get(key);
  if (found) return found;
  const composed = compose(viewer, resource, query, asked);
  if (cache.size >= most) cache.clear();
  if (key.length <= longest) cache.set(key, composed);
  return composed;
};

const readCounts = async (
  tx: Transaction,
  resource: AnyResource,
  { counted }: Statements,
  asked: ListAsked,
): Promise<Pick<ListPage, 'total' | 'totals'>> => {
  if (!counted) return { total: 0, totals: {} };
  const { total, totals } = await readCounted(tx, counted);
  const hidden = Object.keys(resource.list.totals ?? {}).map((name) => [name, null] as const);
  return { total, totals: asked.totals ? { ...Object.fromEntries(hidden), ...totals } : {} };
};

/** Adds the embedded rows of several records with one query per embedded field. */
export const attachEmbedded = async (tx: Transaction, resource: AnyResource, reader: Reader, rows: readonly Row[]): Promise<void> => {
  for (const [name, field, selection] of reader.embedded) {
    const { target, via, order } = must(field.embeds, `the rows of ${name}`);
    const children = tx.registry.get(target);
    if (rows.length === 0) continue;
    if (!canSee(tx.grants, field)) {
      for (const row of rows) row[name] = [];
      continue;
    }
    const inner = readerOf(tx, children, selection);
    const sorted = [order, children.key].flatMap((each) => (each ? [columnText('t', each)] : [])).join(', ');
    const found = await select(
      tx,
      { parent: value<unknown>(column('t', via)), row: nested(inner.shape) },
      sql`from ${sql.raw(`${quote(target)} "t"`)}${inner.joins} where ${column('t', via)} = any(${bind(rows.map((row) => row[resource.key]))}::bigint[]) and ${sql.raw(aliveText(children, 't'))} order by ${sql.raw(sorted)}`,
    );
    const byParent = new Map<unknown, Row[]>();
    for (const { parent, row } of found) remember(byParent, parent, () => []).push(row);
    for (const row of rows) row[name] = byParent.get(row[resource.key]) ?? [];
  }
};

const readItems = async (tx: Transaction, resource: AnyResource, { page, reader }: Statements): Promise<readonly Row[]> => {
  if (!page || !reader) return [];
  const rows = await read(tx, page);
  await attachEmbedded(tx, resource, reader, rows);
  return rows;
};

/** Reads one page of a resource: exactly the requested columns, and the total and the sums only on request. */
export const readList = async (tx: Transaction, resource: AnyResource, query: ListQuery, asked: ListAsked): Promise<ListPage> => {
  if (!can(tx.grants, 'list', resource)) throw forbidden();
  const statements = statementsOf(tx, resource, query, asked);
  const [items, counts] = await Promise.all([readItems(tx, resource, statements), readCounts(tx, resource, statements, asked)]);
  return { items, ...counts };
};
