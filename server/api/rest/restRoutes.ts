import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { listParameterNames } from '@/schema/project/openapi/listParameters';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { actionRoutes } from '../actions/actionRoutes';
import { callOf, keyOf } from '../../kernel/callOf';
import { invalid } from '../../kernel/DomainError';
import { readHistory } from '../audit/history';
import { maxPerPage, readList } from '../list/readList';
import { settleFilter } from '../list/settleFilter';
import { readOne } from '../list/readOne';
import { askedSelection, listSelection, wholeSelection } from '../list/Selection';
import { withKept, type FilePlaces } from '../files/keepFile';
import { lookingAt, inWatchedRead, noteReads, historyRow } from '../audit/noteReads';
import { readSentBody } from './sentBody';
import { inTransaction, type Ending, type Transaction } from '../../kernel/transaction';
import { createRecord } from '../write/createRecords';
import { deleteRecord, editRecord } from '../write/write';

type Query = Readonly<Record<string, string | undefined>> & { readonly id?: string | readonly string[] };
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const json = (text: string | undefined): unknown => {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: 'filter', code: 'INVALID_FILTER' }]);
  }
};
const whole = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback;

/**
 * The simple-rest parameters of a list: `_start`, `_end`, `_sort`, `_order`, `id` of several records; and our own: `filter`, `q`, and
 * `page` and `perpage` as in GraphQL.
 */
const listQuery = ({ key }: AnyResource, query: Query) => {
  const ids = query.id === undefined ? null : [query.id].flat();
  const size = whole(query['perpage'], Math.max(ids?.length ?? 0, 25));
  const start = whole(query['_start'], (whole(query['page'], 1) - 1) * size),
    end = whole(query['_end'], start + size);
  const perpage = end - start;
  if (start < 0 || perpage < 1 || perpage > maxPerPage || start % perpage !== 0)
    throw invalid([{ path: '_end', code: 'INVALID_PAGE', params: { max: maxPerPage } }]);
  const orders = (query['_order'] ?? '').split(',');
  const sort = (query['_sort'] ?? '')
    .split(',')
    .filter(Boolean)
    .map((name, index) => (orders[index]?.toLowerCase() === 'desc' ? `-${name}` : name));
  const filters = [...(ids ? [{ field: key, op: 'in', value: ids }] : []), json(query['filter'])].filter((each) => each !== null);
  return {
    page: start / perpage + 1,
    perpage,
    sort,
    filter: filters.length > 1 ? { and: filters } : (filters[0] ?? null),
    search: query['q'] ?? null,
  };
};

/** The requested columns, or the declared ones when none are requested. An unknown name is refused. */
const columnsOf = (resource: AnyResource, { columns }: Query) => {
  if (!columns) return listSelection(resource);
  const asked = columns.split(',');
  if (asked.some((name) => name !== resource.key && !resource.all[name])) throw invalid([{ path: 'columns', code: 'INVALID_FILTER' }]);
  return askedSelection(resource, asked);
};

/** The routes of one resource: reads in the simple-rest convention, writes, history and actions. */
export const resourceRoutes = (app: FastifyInstance, deps: ApiDeps, resource: AnyResource, places: FilePlaces): void => {
  const hooks = deps.hooks.get(resource.name);
  const at = `/${resource.name}`;
  const within = <T>(request: FastifyRequest, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(deps, callOf(request), ending, work);
  /** A write with its files: everything is stored, or nothing. */
  const written = async <T>(request: FastifyRequest, work: (tx: Transaction, body: unknown) => Promise<T>): Promise<T> => {
    const { body, files } = await readSentBody(request, deps, resource, places);
    return withKept(files, () =>
      within(request, 'write', async (tx) => {
        for (const file of files) await file.note(tx);
        return work(tx, body);
      }),
    );
  };
  const record = (tx: Transaction, id: number) => readOne(tx, resource, id, wholeSelection(resource, tx.registry));

  const list: Handler = async (request, reply) => {
    const asked = listQuery(resource, request.query as Query);
    const query = { ...asked, filter: await settleFilter({ deps, call: callOf(request), resource }, asked.filter) };
    return inWatchedRead(deps, callOf(request), lookingAt(resource), async (tx, shows) => {
      const page = await readList(tx, resource, query, {
        items: columnsOf(resource, request.query as Query),
        total: true,
        totals: false,
      });
      await noteReads(tx, resource, page.items);
      shows(resource, page.items);
      reply.header('x-total-count', page.total).header('access-control-expose-headers', 'x-total-count');
      return page.items;
    });
  };
  const create: Handler = async (request, reply) => {
    const created = await written(request, async (tx, body) => {
      const id = await createRecord(tx, resource, hooks, body);
      return can(tx.grants, 'show', resource) ? record(tx, id) : { [resource.key]: id };
    });
    return reply.code(201).send(created);
  };
  const edit: Handler = (request) =>
    written(request, async (tx, body) => {
      await editRecord(tx, resource, hooks, keyOf(request), body);
      return record(tx, keyOf(request));
    });
  const remove: Handler = (request) =>
    within(request, 'write', async (tx) => {
      await deleteRecord(tx, resource, hooks, keyOf(request), request.body);
      return { [resource.key]: keyOf(request) };
    });

  app.get(at, { config: { query: listParameterNames, repeats: ['id'] } }, list);
  app.get(`${at}/:id`, (request) =>
    inWatchedRead(deps, callOf(request), 'read', async (tx, shows) => {
      const row = await record(tx, keyOf(request));
      await noteReads(tx, resource, [row]);
      shows(resource, [row], keyOf(request));
      return row;
    }),
  );
  app.get(`${at}/:id/history`, (request) =>
    inWatchedRead(deps, callOf(request), 'read', async (tx, shows) => {
      const items = await readHistory(tx, resource, keyOf(request));
      const row = historyRow(resource, keyOf(request), items);
      await noteReads(tx, resource, [row]);
      shows(resource, [row], keyOf(request));
      return { items };
    }),
  );
  app.post(at, create);
  app.patch(`${at}/:id`, edit);
  app.delete(`${at}/:id`, remove);
  actionRoutes(app, deps, resource, at);
};
