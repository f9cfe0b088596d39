import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import type { Action, AnyResource } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import { partOf } from '@/schema/unknown';
import type { ActionTarget } from '../../fields/kit/contracts';

export interface RefusedRow {
  readonly id: number;
  readonly reason: string;
}
/** The result of an action or its rehearsal. */
export interface ActionOutcome {
  readonly ok: number;
  readonly skipped: readonly RefusedRow[];
  readonly failed: readonly RefusedRow[];
  readonly result?: unknown;
  /** The records that were changed, if the action can be taken back. */
  readonly undo?: readonly number[];
  /**
   * On how many of how many records a rehearsal ran the whole code, if not on all of them, and how many of those only the code itself left
   * out.
   */
  readonly tried?: number;
  readonly total?: number;
  readonly surprised?: number;
}
/** Records that are left out for the same reason. */
interface Group {
  readonly kind: 'skipped' | 'failed';
  readonly reason: string;
  readonly ids: readonly number[];
}
const rowsOf = (left: readonly Group[], kind: Group['kind']): readonly RefusedRow[] =>
  left.flatMap((group) => (group.kind === kind ? group.ids.map((id) => ({ id, reason: group.reason })) : []));
export interface Order {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  readonly target: ActionTarget;
}
/** On how many records an action works; on none for a list action. */
export const countOf = ({ action, target }: Pick<Order, 'action' | 'target'>): number =>
  action.on === 'list' ? 0 : 'ids' in target ? target.ids.length : target.count;

/** The one record of a request that names exactly one. */
export const onlyId = ({ action, target }: Pick<Order, 'action' | 'target'>): number | undefined =>
  action.on !== 'list' && 'ids' in target && target.ids.length === 1 ? target.ids[0] : undefined;

/** Whether there are more records than one request changes. */
export const needsRun = (order: Pick<Order, 'action' | 'target'>): boolean =>
  order.action.on === 'rows' && countOf(order) > actionLimits.request;

/** Whether an order is more than one request rehearses. */
export const rehearsesAsRun = (order: Pick<Order, 'action' | 'target'>): boolean =>
  order.action.on === 'rows' && countOf(order) > actionLimits.rehearsal;

/** The route of an action of a resource. */
export const actionAddress = ({ service, name }: AnyResource, action: string): string => `/v2/${service}/${name}/actions/${action}`;
const addressOf = (order: Order): string => {
  const { resource, name } = order;
  const id = onlyId(order);
  return id === undefined ? actionAddress(resource, name) : `/v2/${resource.service}/${resource.name}/${id}/${name}`;
};
const chosenOf = ({ target }: Order) =>
  'ids' in target ? { ids: target.ids } : { filter: target.filter ?? null, ...(target.search && { search: target.search }) };
const bodyOf = (order: Order, input: unknown, isRehearsal: boolean) => {
  const chosen = order.action.on === 'rows' && onlyId(order) === undefined ? chosenOf(order) : {};
  return { ...chosen, input, ...(isRehearsal && { dry_run: true }) };
};
const sizeOf = (ok: unknown): number => (Array.isArray(ok) ? ok.length : Number(ok ?? 0));

/** Runs or rehearses an action through the service of its resource; throws refine's `HttpError`. */
export const useRunAction = (order: Order): ((input: unknown, isRehearsal: boolean) => Promise<ActionOutcome>) => {
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  return async (input, isRehearsal) => {
    const { data } = await mutateAsync({
      url: addressOf(order),
      method: 'post',
      values: bodyOf(order, input, isRehearsal),
      dataProviderName: order.resource.service,
      successNotification: false,
      errorNotification: false,
    });
    const answer = data as unknown as Partial<ActionOutcome> & { readonly left?: readonly Group[] };
    const { ok, result, undo, tried, total, surprised, left = [] } = answer;
    return {
      ok: sizeOf(ok),
      skipped: answer.skipped ?? rowsOf(left, 'skipped'),
      failed: answer.failed ?? rowsOf(left, 'failed'),
      ...(result !== undefined && { result }),
      ...(undo && undo.length > 0 && !isRehearsal && { undo }),
      ...(tried !== undefined && total !== undefined && { tried, total, surprised: surprised ?? 0 }),
    };
  };
};

/** The progress of an action over many records, or of its rehearsal, as the server stores it. */
export interface RunState extends Omit<ActionOutcome, 'skipped' | 'failed'> {
  readonly runid: string;
  /** The resource of its records, if an action on something else began it. */
  readonly resource?: string;
  readonly action: string;
  readonly total: number;
  readonly done: number;
  /** How many were left out; the reasons come when the run is not running. */
  readonly left: { readonly skipped: number; readonly failed: number };
  readonly reasons: readonly Group[];
  /** Present in a rehearsal, which changes nothing. After the end, `done` is the number of records on which the whole code was tried. */
  readonly rehearsal?: {
    readonly phase: 'judging' | 'counting' | 'trying';
    readonly done: number;
    readonly total: number;
    readonly surprised: number;
  };
  /** `stopped` by the person, or `failed` with a reason; both can be resumed. */
  readonly state: 'running' | 'stopped' | 'failed' | 'done';
  readonly reason?: { readonly message: string };
  readonly finished: boolean;
}

/** The run in the answer of an action, if it began one, before anything of it is known. */
export const begunBy = (result: unknown): RunState | undefined => {
  const run = partOf(result, 'run');
  const [resource, action, runid, total] = (['resource', 'action', 'runid', 'total'] as const).map((name) => partOf(run, name));
  return typeof resource === 'string' && typeof action === 'string' && typeof runid === 'string'
    ? {
        resource,
        action,
        runid,
        total: Number(total ?? 0),
        done: 0,
        ok: 0,
        left: { skipped: 0, failed: 0 },
        reasons: [],
        state: 'running',
        finished: false,
      }
    : undefined;
};

/** The result of a run or of its rehearsal, as a report shows it. */
export const outcomeOf = ({ ok, total, reasons, rehearsal }: RunState): ActionOutcome => ({
  ok,
  skipped: rowsOf(reasons, 'skipped'),
  failed: rowsOf(reasons, 'failed'),
  ...(rehearsal && { tried: rehearsal.done, total, surprised: rehearsal.surprised }),
});

/** The query key of the list of jobs. */
export const jobsKey = ['jobs'];

/** The route of a run. */
export const runAddress = (resource: AnyResource, { action, runid }: Pick<RunState, 'action' | 'runid'>): string =>
  `${actionAddress(resource, action)}/runs/${runid}`;

/** Starts, stops, resumes and ends runs of a resource, which the server processes; throws refine's `HttpError`. */
export const useRuns = (resource: AnyResource) => {
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  const send = async (url: string, method: 'post' | 'delete', values: object) =>
    (await mutateAsync({ url, method, values, dataProviderName: resource.service, successNotification: false, errorNotification: false }))
      .data as unknown as RunState;
  return {
    begin: (order: Order, input: unknown, isRehearsal: boolean): Promise<RunState> =>
      send(`${actionAddress(resource, order.name)}/runs`, 'post', { ...chosenOf(order), input, ...(isRehearsal && { dry_run: true }) }),
    /** Runs what was rehearsed. */
    perform: (run: RunState): Promise<RunState> => send(`${runAddress(resource, run)}/perform`, 'post', {}),
    stop: (run: RunState): Promise<RunState> => send(`${runAddress(resource, run)}/stop`, 'post', {}),
    resume: (run: RunState): Promise<RunState> => send(`${runAddress(resource, run)}/resume`, 'post', {}),
    drop: (run: RunState): Promise<RunState> => send(runAddress(resource, run), 'delete', {}),
  };
};
