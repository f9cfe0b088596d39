import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import type { Action, AnyResource } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import type { ActionTarget } from '../../fields/kit/contracts';

export interface RefusedRow {
  readonly id: number;
  readonly reason: string;
}
/** What an action did, or would do. */
export interface ActionOutcome {
  readonly ok: number;
  readonly skipped: readonly RefusedRow[];
  readonly failed: readonly RefusedRow[];
  readonly result?: unknown;
  /** On how many of how many records a rehearsal ran the whole code, where that was not all of them. */
  readonly tried?: number;
  readonly total?: number;
}
export interface Order {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  readonly target: ActionTarget;
}
/** How many records an action is asked for; a list action works on none. */
export const countOf = ({ action, target }: Pick<Order, 'action' | 'target'>): number =>
  action.on === 'list' ? 0 : 'ids' in target ? target.ids.length : target.count;

/** The one record of an order that names exactly one. */
export const onlyId = ({ action, target }: Pick<Order, 'action' | 'target'>): number | undefined =>
  action.on !== 'list' && 'ids' in target && target.ids.length === 1 ? target.ids[0] : undefined;

/** Whether an order is more than one request does. */
export const needsRun = (order: Pick<Order, 'action' | 'target'>): boolean =>
  order.action.on === 'rows' && countOf(order) > actionLimits.request;

/** Where an action of a resource is asked for. */
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
    const { ok, skipped = [], failed = [], result, tried, total } = data as unknown as Partial<ActionOutcome>;
    return {
      ok: sizeOf(ok),
      skipped,
      failed,
      ...(result !== undefined && { result }),
      ...(tried !== undefined && total !== undefined && { tried, total }),
    };
  };
};

/** Where an action over many records stands, as the server keeps it. */
export interface RunState extends ActionOutcome {
  readonly runid: string;
  readonly action: string;
  readonly total: number;
  readonly done: number;
  /** How many were left out; the lists themselves come when the run has finished. */
  readonly left: { readonly skipped: number; readonly failed: number };
  readonly finished: boolean;
}

/** Under which what the tray of jobs shows is kept. */
export const jobsKey = ['jobs'];

/** Begins, continues and gives up runs of a resource; throws refine's `HttpError`. */
export const useRuns = (resource: AnyResource) => {
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  const send = async (url: string, method: 'post' | 'delete', values: object) =>
    (await mutateAsync({ url, method, values, dataProviderName: resource.service, successNotification: false, errorNotification: false }))
      .data as unknown as RunState;
  const at = ({ action, runid }: Pick<RunState, 'action' | 'runid'>): string => `${actionAddress(resource, action)}/runs/${runid}`;
  return {
    begin: (order: Order, input: unknown): Promise<RunState> =>
      send(`${actionAddress(resource, order.name)}/runs`, 'post', { ...chosenOf(order), input }),
    step: (run: RunState): Promise<RunState> => send(at(run), 'post', { from: run.done }),
    drop: (run: RunState): Promise<RunState> => send(at(run), 'delete', {}),
  };
};
