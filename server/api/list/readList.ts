import { sql, type SQL } from 'drizzle-orm';
import type { AnyResource, Filter } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { forbidden, invalid } from '../DomainError';
import { bind, columnText, every, quote } from '../sql';
import type { Transaction } from '../transaction';
import { judgeFilter } from './judgeFilter';
import { orderText } from './order';
import { predicate } from './predicate';
import { readerOf, type Reader, type Row } from './reader';
import { aliveText, scopeSql } from './scope';
import { searchSql } from './search';
import type { Selection } from './Selection';

export interface ListQuery {
  readonly page?: number | null;
  readonly perpage?: number | null;
  readonly sort?: readonly string[] | null;
  readonly filter?: Filter | null;
  readonly search?: string | null;
}
/** What of a page is asked; what is not asked is not computed. */
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

/** The rows of a list as one condition: alive, within the person's scope, as filtered and searched. */
export const listCondition = (tx: Transaction, resource: AnyResource, { filter, search }: ListQuery, verb = 'list'): SQL =>
  every([
    sql.raw(aliveText(resource, 't')),
    scopeSql(tx.registry, tx.grants, resource, verb, 't'),
    filter ? predicate(tx.registry, resource, 't', judgeFilter(tx, resource, filter)) : null,
    searchSql(tx.grants, resource, 't', search),
  ]);

const window = ({ page, perpage }: ListQuery): { readonly limit: number; readonly offset: number } => {
  const limit = perpage ?? 25, at = page ?? 1;
  if (limit < 1 || limit > maxPerPage) throw invalid([{ path: 'perpage', message: 'validation.page', params: { max: maxPerPage } }]);
  if (at < 1 || (at - 1) * limit > farthest) throw invalid([{ path: 'page', message: 'validation.page', params: { max: maxPerPage } }]);
  return { limit, offset: (at - 1) * limit };
};

const totalsOf = (tx: Transaction, resource: AnyResource): readonly string[] =>
  Object.keys(resource.list.totals ?? {}).filter((name) => resource.all[name] && canSee(tx.grants, resource.all[name]));

const readTotals = async (tx: Transaction, resource: AnyResource, condition: SQL, asked: ListAsked): Promise<Pick<ListPage, 'total' | 'totals'>> => {
  const names = asked.totals ? totalsOf(tx, resource) : [];
  const sums = names.map((name) => `, coalesce(sum(${columnText('t', name)}), 0)::float8`).join('');
  const [[total, ...values] = []] = await tx.rows(sql`select ${sql.raw(`count(*)${sums} from ${quote(resource.name)} "t" where`)} ${condition}`);
  const hidden = Object.keys(resource.list.totals ?? {}).map((name) => [name, null] as const);
  return { total: Number(total), totals: asked.totals ? Object.fromEntries([...hidden, ...names.map((name, index) => [name, Number(values[index])] as const)]) : {} };
};

const groupByParent = (found: readonly unknown[][]): ReadonlyMap<unknown, unknown[][]> => {
  const groups = new Map<unknown, unknown[][]>();
  for (const values of found) groups.get(values[0])?.push(values) ?? groups.set(values[0], [values]);
  return groups;
};

/** Adds the embedded rows of several records with one query per embedded field. */
export const attachEmbedded = async (tx: Transaction, resource: AnyResource, reader: Reader, rows: readonly Row[]): Promise<void> => {
  for (const [name, field, selection] of reader.embedded) {
    const { target, via, order } = field.embeds!;
    const children = tx.registry.get(target);
    if (rows.length === 0) continue;
    if (!canSee(tx.grants, field)) { for (const row of rows) row[name] = []; continue; }
    const inner = readerOf(tx, children, selection);
    const sorted = [order, children.key].flatMap((each) => (each ? [columnText('t', each)] : [])).join(', ');
    const found = await tx.rows(sql`select ${sql.raw(`${columnText('t', via)}, ${inner.select} from ${quote(target)} "t"`)}${inner.joins} where ${sql.raw(columnText('t', via))} = any(${bind(rows.map((row) => row[resource.key]))}::bigint[]) and ${sql.raw(aliveText(children, 't'))} order by ${sql.raw(sorted)}`);
    const byParent = groupByParent(found);
    for (const row of rows) row[name] = (byParent.get(row[resource.key]) ?? []).map(([, ...values]) => inner.assemble(values));
  }
};

const readItems = async (tx: Transaction, resource: AnyResource, condition: SQL, query: ListQuery, selection: Selection): Promise<readonly Row[]> => {
  const reader = readerOf(tx, resource, selection);
  const { limit, offset } = window(query);
  const order = orderText(tx.grants, resource, 't', query.sort);
  const found = await tx.rows(sql`select ${sql.raw(`${reader.select} from ${quote(resource.name)} "t"`)}${reader.joins} where ${condition} order by ${sql.raw(order)} limit ${bind(limit)} offset ${bind(offset)}`);
  const rows = found.map(reader.assemble);
  await attachEmbedded(tx, resource, reader, rows);
  return rows;
};

/** Reads one page of a resource: exactly the columns asked, the total and the totals only when asked. */
export const readList = async (tx: Transaction, resource: AnyResource, query: ListQuery, asked: ListAsked): Promise<ListPage> => {
  if (!can(tx.grants, 'list', resource)) throw forbidden();
  const condition = listCondition(tx, resource, query);
  const items = asked.items ? await readItems(tx, resource, condition, query, asked.items) : [];
  const counted = asked.total || asked.totals ? await readTotals(tx, resource, condition, asked) : { total: 0, totals: {} };
  return { items, ...counted };
};

