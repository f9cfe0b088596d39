import type { GetListParams, HttpError } from '@refinedev/core';
import { toProvider } from '@/providers/data/plainProvider';
import { toFilter } from '@/providers/data/toFilter';
import { joinName, matches, type AnyResource, type Registry } from '@/schema';
import { searchedNumbers, searchedTexts } from '@/schema/search';
import { isParts, textsIn } from '@/schema/unknown';

type Row = Record<string, unknown>;
/** One request to the server in memory. */
export interface Call {
  readonly verb: string;
  readonly resource?: string;
  readonly id?: unknown;
  readonly values?: Readonly<Row>;
  readonly url?: string;
  readonly asked?: Row;
}

/** A refusal as refine knows it. */
export const refusal = (statusCode: number, message: string, errors?: unknown): HttpError =>
  Object.assign(new Error(message), { statusCode, ...(errors !== undefined && { errors }) }) as unknown as HttpError;

const order = (one: unknown, other: unknown): number =>
  one === other ? 0 : one === null || one === undefined ? 1 : other === null || other === undefined ? -1 : one < other ? -1 : 1;
const spoken = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase();

const searched = (resource: AnyResource, row: Row, text: string): boolean =>
  !text ||
  searchedTexts(resource).some((name) => spoken(row[name]).includes(text.toLowerCase())) ||
  searchedNumbers(resource).some((name) => String(row[name]) === text.trim());
const only = (resource: AnyResource, row: Row, columns: readonly string[] | undefined): Row => {
  if (!columns) return row;
  const names = new Set([
    resource.key,
    'version',
    ...columns,
    ...columns.filter((name) => resource.all[name]?.target ?? resource.all[name]?.targets).map(joinName),
  ]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
};
/** One page of rows, really filtered, searched, sorted and added up, with only the requested columns. */
export const answerList = (resource: AnyResource, rows: readonly Row[], { filters, sorters, pagination, meta }: GetListParams) => {
  const found = rows.filter((row) => matches(toFilter(filters ?? []), row) && searched(resource, row, String(meta?.['search'] ?? '')));
  const sorted = found.toSorted((one, other) =>
    (sorters ?? []).reduce((so, { field, order: way }) => so || order(one[field], other[field]) * (way === 'desc' ? -1 : 1), 0),
  );
  const { currentPage = 1, pageSize = 25 } = pagination ?? {};
  const data = sorted
    .slice((currentPage - 1) * pageSize, currentPage * pageSize)
    .map((row) => only(resource, row, meta?.['columns'] === undefined ? undefined : textsIn(meta['columns'])));
  const totals = Object.fromEntries(
    Object.keys(resource.list.totals ?? {}).map((name) => [name, found.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]),
  );
  return { data, total: found.length, ...(meta?.['totals'] === true && { totals }) };
};

/** A server in memory: rows by resource, versions, all calls recorded, and the next answer can be replaced. */
export const memoryServer = (registry: Registry, tables: Record<string, Row[]>) => {
  const calls: Call[] = [];
  const next: Record<string, ((call: Call) => unknown) | undefined> = {};
  const keyOf = (resource: string): string => registry.get(resource).key;
  const find = (resource: string, id: unknown): Row => {
    const row = tables[resource]?.find((each) => String(each[keyOf(resource)]) === String(id));
    if (!row) throw refusal(404, 'No existe');
    return row;
  };
  const answer = async (call: Call, usual: () => unknown): Promise<never> => {
    calls.push(call);
    const special = next[call.verb];
    return structuredClone(await (special ? special(call) : usual())) as never;
  };
  const update = (resource: string, id: unknown, values: Readonly<Row>): { readonly data: Row } => {
    const row = find(resource, id);
    if (values['version'] !== row['version']) throw refusal(409, 'Alguien lo cambió');
    Object.assign(row, values, { version: Number(row['version']) + 1 });
    return { data: row };
  };
  const provider = toProvider({
    getApiUrl: () => '/v2/event',
    getOne: ({ resource, id }) => answer({ verb: 'getOne', resource, id }, () => ({ data: find(resource, id) })),
    getMany: ({ resource, ids }) => answer({ verb: 'getMany', resource, id: ids }, () => ({ data: ids.map((id) => find(resource, id)) })),
    getList: (params) => {
      const { resource, filters, meta, pagination } = params;
      return answer({ verb: 'getList', resource, asked: { filters, search: meta?.['search'], pageSize: pagination?.pageSize } }, () =>
        answerList(registry.get(resource), tables[resource] ?? [], params),
      );
    },
    create: ({ resource, variables }) =>
      answer({ verb: 'create', resource, values: variables }, () => ({
        data: { ...variables, [keyOf(resource)]: 99, version: 1 },
      })),
    update: ({ resource, id, variables }) =>
      answer({ verb: 'update', resource, id, values: variables }, () => update(resource, id, variables)),
    deleteOne: ({ resource, id, variables }) =>
      answer({ verb: 'delete', resource, id, ...(variables && { values: variables }) }, () => ({ data: { id } })),
    custom: ({ url, payload, method }) =>
      answer({ verb: 'custom', url, values: { method, ...(isParts(payload) && payload) } }, () => ({
        data: { ok: 0, skipped: [], failed: [] },
      })),
  });
  return { provider, calls, next, tables, of: (verb: string) => calls.filter((call) => call.verb === verb) };
};
export type MemoryServer = ReturnType<typeof memoryServer>;
