import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyResource } from '@/schema';
import type { Action } from '@/schema/action';
import { actionLimits } from '@/schema/actionLimits';
import { isScreen } from '@/schema/project/access';
import type { Problem } from '@/schema/project/zod';
import {
  actionBody,
  chosenInPortions,
  runListAction,
  runPortion,
  runRowAction,
  type ActionAnswer,
  type ActionBody,
  type Portion,
} from './actions';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { DomainError, invalid } from '../../kernel/DomainError';
import type { Hooks } from '../../kernel/defineHooks';
import { presentError, type WireError } from '../../kernel/presentError';
import { rehearseRows, type Estimate } from './rehearseRows';
import { beginRun, dropRun, openRuns, performRehearsed, readRun, resumeRun, stopRun, type RunPlace } from './runs';
import { settleFilter } from '../list/settleFilter';
import { inTransaction, type Ending, type Transaction } from '../../kernel/transaction';
import { undoAction, undoBody, type Undoing } from './undoAction';

const parsed = <S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> => {
  const judged = schema.safeParse(request.body ?? {});
  if (!judged.success)
    throw invalid(
      judged.error.issues.flatMap((issue): readonly Problem[] =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((name) => ({ path: name, code: 'UNKNOWN_FIELD' }))
          : [{ path: issue.path.join('.'), code: 'INVALID_VALUE' }],
      ),
    );
  return judged.data;
};

/** Reads what is asked. The records of a heavy filter are found before anything is locked. */
const chosenBy =
  (deps: ApiDeps, resource: AnyResource) =>
  async <B extends Pick<ActionBody, 'filter'>>(request: FastifyRequest, body: B): Promise<B> =>
    body.filter == null
      ? body
      : { ...body, filter: await settleFilter({ deps, call: callOf(request), resource, writes: true }, body.filter) };

const endingOf = (action: Action, { dry_run }: ActionBody): Ending => (isScreen(action) ? 'read' : dry_run ? 'rehearse' : 'write');

/** The way back of an action. */
const undoRoute = (app: FastifyInstance, deps: ApiDeps, asked: Undoing, at: string): void => {
  app.post(`${at}/actions/${asked.name}/undo`, (request) =>
    undoAction((work) => inTransaction(deps, callOf(request), 'write', work), asked, parsed(undoBody, request).ids, deps.translate),
  );
};

interface RunParts {
  readonly deps: ApiDeps;
  readonly resource: AnyResource;
  readonly hooks: Hooks;
  readonly within: <T>(request: FastifyRequest, ending: Ending, work: (tx: Transaction) => Promise<T>) => Promise<T>;
  readonly chosen: ReturnType<typeof chosenBy>;
}
/** The routes of the runs of an action, over more records than one request handles. */
const runRoutes = (app: FastifyInstance, { deps, resource, hooks, within, chosen }: RunParts, at: string, name: string): void => {
  const runs = `${at}/actions/${name}/runs`;
  const placeOf = (request: FastifyRequest): RunPlace => ({
    resource,
    name,
    runid: (request.params as { readonly runid: string }).runid,
  });
  app.post(runs, async (request, reply) => {
    const body = await chosen(request, parsed(actionBody, request));
    const ids = await chosenInPortions((work) => within(request, 'read', work), resource, body, actionLimits.run);
    return reply.code(201).send(await within(request, 'write', (tx) => beginRun(tx, resource, hooks, name, body, ids, deps.translate)));
  });
  for (const [what, move] of Object.entries({ stop: stopRun, resume: resumeRun, perform: performRehearsed }))
    app.post(`${runs}/:runid/${what}`, (request) => within(request, 'write', (tx) => move(tx, placeOf(request), deps.translate)));
  app.get(`${runs}/:runid`, (request) => within(request, 'read', (tx) => readRun(tx, placeOf(request), deps.translate)));
  app.delete(`${runs}/:runid`, async (request, reply) => {
    await within(request, 'write', (tx) => dropRun(tx, placeOf(request)));
    return reply.code(204).send();
  });
};

/** The routes of the actions of a resource: on one record, on many, on the list, and runs over more records than one request handles. */
export const actionRoutes = (app: FastifyInstance, deps: ApiDeps, resource: AnyResource, at: string): void => {
  const hooks = deps.hooks.get(resource.name);
  const actions = Object.entries(resource.actions ?? {});
  if (!hooks || actions.length === 0) return;
  const within = <T>(request: FastifyRequest, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(deps, callOf(request), ending, work);
  const chosen = chosenBy(deps, resource);
  const answered =
    (action: Action, run: (tx: Transaction, body: ActionBody, request: FastifyRequest) => Promise<ActionAnswer>) =>
    async (request: FastifyRequest): Promise<ActionAnswer> => {
      const body = parsed(actionBody, request);
      return within(request, endingOf(action, body), (tx) => run(tx, body, request));
    };

  /** Rehearses an action without input and answers what blocks it. Here a refusal is a successful answer, not an error. */
  const obstacles = async (request: FastifyRequest, name: string): Promise<Pick<WireError, 'errors'>> => {
    try {
      await within(request, 'rehearse', (tx) => runRowAction(tx, resource, hooks, name, keyOf(request), {}));
      return { errors: [] };
    } catch (error) {
      if (!(error instanceof DomainError) || error.statusCode !== 409) throw error;
      const { statusCode: _, errors, ...reason } = presentError(error, deps.translate, callOf(request).locale);
      return { errors: errors.length > 0 ? errors : [{ path: '', ...reason }] };
    }
  };
  const rehearse = async (request: FastifyRequest, name: string): Promise<ActionAnswer | Estimate> =>
    rehearseRows({
      deps,
      call: callOf(request),
      resource,
      hooks,
      name,
      body: await chosen(request, parsed(actionBody, request)),
      isGone: () => request.raw.socket.destroyed,
    });
  /** Runs one transaction after another until nothing is left. */
  const perform = async (request: FastifyRequest, name: string): Promise<ActionAnswer> => {
    const body = await chosen(request, parsed(actionBody, request));
    let portion: Portion | undefined;
    do {
      await setImmediate(); // the embedded database answers within one turn of the event loop; this lets other requests in
      portion = await within(request, 'write', (tx) => runPortion(tx, resource, hooks, name, body, deps.translate, portion));
    } while (portion.rest.length > 0);
    return portion.answer;
  };
  app.get(`${at}/actions/runs`, { config: { query: ['open'] } }, (request) =>
    within(request, 'read', async (tx) => ({ items: await openRuns(tx, resource, deps.translate) })),
  );
  for (const [name, action] of actions) {
    const { on, input, undo } = action;
    const options = isScreen(action) ? { config: { onlyAsks: true } } : {};
    if (undo !== undefined) undoRoute(app, deps, { resource, hooks, name }, at);
    if (on === 'row' && !input) app.get(`${at}/:id/${name}`, (request) => obstacles(request, name));
    if (on !== 'list')
      app.post(
        `${at}/:id/${name}`,
        options,
        answered(action, (tx, body, request) => runRowAction(tx, resource, hooks, name, keyOf(request), body)),
      );
    if (on === 'list')
      app.post(
        `${at}/actions/${name}`,
        options,
        answered(action, (tx, body) => runListAction(tx, resource, hooks, name, body)),
      );
    if (on === 'rows')
      app.post(`${at}/actions/${name}`, async (request) =>
        parsed(actionBody, request).dry_run ? rehearse(request, name) : perform(request, name),
      );
    if (on === 'rows') runRoutes(app, { deps, resource, hooks, within, chosen }, at, name);
  }
};
