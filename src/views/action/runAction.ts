import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import type { Action, AnyResource } from '@/schema';
import type { ActionTarget } from '../contracts';

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
}
export interface Order {
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  readonly target: ActionTarget;
}
/** How many records an action is asked for; a list action works on none. */
export const countOf = ({ action, target }: Pick<Order, 'action' | 'target'>): number => (action.on === 'list' ? 0 : 'ids' in target ? target.ids.length : target.count);

/** The one record of an order that names exactly one. */
export const onlyId = ({ action, target }: Pick<Order, 'action' | 'target'>): number | undefined =>
  action.on !== 'list' && 'ids' in target && target.ids.length === 1 ? target.ids[0] : undefined;

const addressOf = (order: Order): string => {
  const { resource, name, action } = order;
  const id = action.on === 'row' ? onlyId(order) : undefined;
  return id === undefined ? `/v2/${resource.service}/${resource.name}/actions/${name}` : `/v2/${resource.service}/${resource.name}/${id}/${name}`;
};
const bodyOf = (order: Order, input: unknown, isRehearsal: boolean) => {
  const { action, target } = order;
  const chosen = action.on !== 'rows' ? {} : 'ids' in target ? { ids: target.ids } : { filter: target.filter ?? null, ...(target.search && { search: target.search }) };
  return { ...chosen, input, ...(isRehearsal && { dry_run: true }) };
};
const sizeOf = (ok: unknown): number => (Array.isArray(ok) ? ok.length : Number(ok ?? 0));

/** Runs or rehearses an action through the service of its resource; throws refine's `HttpError`. */
export const useRunAction = (order: Order): ((input: unknown, isRehearsal: boolean) => Promise<ActionOutcome>) => {
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  return async (input, isRehearsal) => {
    const { data } = await mutateAsync({
      url: addressOf(order), method: 'post', values: bodyOf(order, input, isRehearsal), dataProviderName: order.resource.service, successNotification: false, errorNotification: false,
    });
    const { ok, skipped = [], failed = [], result } = data as unknown as Partial<ActionOutcome>;
    return { ok: sizeOf(ok), skipped, failed, ...(result !== undefined && { result }) };
  };
};
