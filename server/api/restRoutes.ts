import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import type { ApiDeps } from './ApiDeps';
import { actionBody, runListAction, runRowAction, runRowsAction, type ActionBody } from './actions';
import { callOf } from './callOf';
import { invalid } from './DomainError';
import { readHistory } from './history';
import { maxPerPage, readList } from './list/readList';
import { readOne } from './list/readOne';
import { listSelection, wholeSelection } from './list/Selection';
import { inTransaction, type Ending, type Transaction } from './transaction';
import { createRecord, deleteRecord, editRecord } from './write/write';

type Query = Readonly<Record<string, string | undefined>>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const keyOf = (request: FastifyRequest): number => {
  const { id = '' } = request.params as { readonly id?: string };
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
};
const json = (text: string | undefined): unknown => {
  if (!text) return null;
  try { return JSON.parse(text); } catch { throw invalid([{ path: 'filter', message: 'validation.filter' }]); }
};
const whole = (text: string | undefined, fallback: number): number => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback);

/** The simple-rest words of a list: `_start`, `_end`, `_sort`, `_order`, and ours: `filter` and `q`. */
const listQuery = (query: Query) => {
  const start = whole(query['_start'], 0), end = whole(query['_end'], start + 25);
  const perpage = end - start;
  if (perpage < 1 || perpage > maxPerPage || start % perpage !== 0) throw invalid([{ path: '_end', message: 'validation.page', params: { max: maxPerPage } }]);
  const orders = (query['_order'] ?? '').split(',');
  const sort = (query['_sort'] ?? '').split(',').filter(Boolean).map((name, index) => (orders[index]?.toLowerCase() === 'desc' ? `-${name}` : name));
  return { page: start / perpage + 1, perpage, sort, filter: json(query['filter']), search: query['q'] ?? null };
};

/** The routes of one resource: reads in the simple-rest convention, writes, history and actions. */
export const resourceRoutes = (app: FastifyInstance, deps: ApiDeps, resource: AnyResource): void => {
  const hooks = deps.hooks.get(resource.name);
  const at = `/${resource.name}`;
  const within = <T>(request: FastifyRequest, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => inTransaction(deps, callOf(request), ending, work);
  const record = (tx: Transaction, id: number) => readOne(tx, resource, id, wholeSelection(resource, tx.registry));

  const list: Handler = (request, reply) => within(request, 'read', async (tx) => {
    const page = await readList(tx, resource, listQuery(request.query as Query), { items: listSelection(resource), total: true, totals: false });
    reply.header('x-total-count', page.total).header('access-control-expose-headers', 'x-total-count');
    return page.items;
  });
  const create: Handler = async (request, reply) => {
    const created = await within(request, 'write', async (tx) => {
      const id = await createRecord(tx, resource, hooks, request.body);
      return can(tx.grants, 'show', resource) ? record(tx, id) : { [resource.key]: id };
    });
    return reply.code(201).send(created);
  };
  const edit: Handler = (request) => within(request, 'write', async (tx) => {
    await editRecord(tx, resource, hooks, keyOf(request), request.body);
    return record(tx, keyOf(request));
  });
  const remove: Handler = (request) => within(request, 'write', async (tx) => {
    await deleteRecord(tx, resource, hooks, keyOf(request), request.body);
    return { [resource.key]: keyOf(request) };
  });

  app.get(at, list);
  app.get(`${at}/:id`, (request) => within(request, 'read', (tx) => record(tx, keyOf(request))));
  app.get(`${at}/:id/history`, (request) => within(request, 'read', async (tx) => ({ items: await readHistory(tx, resource, keyOf(request)) })));
  app.post(at, create);
  app.patch(`${at}/:id`, edit);
  app.delete(`${at}/:id`, remove);
  if (hooks) actionRoutes(app, deps, resource, at);
};

const bodyOfAction = (request: FastifyRequest): ActionBody => {
  const parsed = actionBody.safeParse(request.body ?? {});
  if (!parsed.success) throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: 'validation.type' })));
  return parsed.data;
};

const actionRoutes = (app: FastifyInstance, deps: ApiDeps, resource: AnyResource, at: string): void => {
  const hooks = deps.hooks.get(resource.name)!;
  const rehearsed = (body: ActionBody): Ending => (body.dry_run ? 'rehearse' : 'write');
  for (const [name, action] of Object.entries((resource.actions ?? {}) as Readonly<Record<string, { readonly on: string }>>)) {
    if (action.on !== 'list')
      app.post(`${at}/:id/${name}`, async (request) => {
        const body = bodyOfAction(request);
        return inTransaction(deps, callOf(request), rehearsed(body), (tx) => runRowAction(tx, resource, hooks, name, keyOf(request), body));
      });
    if (action.on !== 'row')
      app.post(`${at}/actions/${name}`, async (request) => {
        const body = bodyOfAction(request);
        return inTransaction(deps, callOf(request), rehearsed(body), (tx) =>
          action.on === 'list' ? runListAction(tx, resource, hooks, name, body) : runRowsAction(tx, resource, hooks, name, body, deps.translate));
      });
  }
};
