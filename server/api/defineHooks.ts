import type { AnyResource, AnyValue, InferRow, InputOf, ResourceLike } from '@/schema';
import type { Row } from './list/reader';
import type { Transaction } from './transaction';

/** A write before it happens. What `values` holds is written; hooks may add what only the server writes. */
export interface WriteCall {
  readonly tx: Transaction;
  readonly verb: 'create' | 'edit' | 'delete';
  /** The stored row, with its embedded rows; null when the row is being created. */
  readonly before: Row | null;
  readonly values: Record<string, unknown>;
}
/** The same after it happened. */
export interface WrittenCall extends WriteCall { readonly id: number }

/** One record under an action. A refusal (`DomainError`) skips this record alone. */
export interface RowActionCall<Record = Row, Input = Row> {
  readonly tx: Transaction;
  readonly id: number;
  readonly row: Record;
  readonly input: Input;
}
/** An action of a list: no record at all. */
export interface ListActionCall<Input = Row> { readonly tx: Transaction; readonly input: Input }

type InputsOf<S> = S extends { readonly input: infer F } ? (F extends AnyResource['all'] ? InputOf<F> : Row) : Row;
type Bodies<R> = R extends { readonly actions?: infer S }
  ? { readonly [K in keyof NonNullable<S> & string]: NonNullable<S>[K] extends { readonly on: 'list' }
      ? (call: ListActionCall<InputsOf<NonNullable<S>[K]>>) => Promise<unknown>
      : (call: RowActionCall<InferRow<R>, InputsOf<NonNullable<S>[K]>>) => Promise<unknown> }
  : {};

export interface WriteHooks {
  /** Completes what was sent before it is judged, for values that a record can supply itself. Only when creating. */
  readonly beforeAccept?: (call: { readonly tx: Transaction; readonly body: Record<string, unknown> }) => Promise<void>;
  readonly beforeWrite?: (call: WriteCall) => Promise<void>;
  readonly afterWrite?: (call: WrittenCall) => Promise<void>;
  /** Stands in for the insert when creating means something else, and answers the key of the record. */
  readonly create?: (call: WriteCall, insert: (values: Readonly<Record<string, unknown>>) => Promise<number>) => Promise<number>;
  /** Lets somebody create who holds no key yet: a first organisation. */
  readonly mayCreate?: (tx: Transaction) => Promise<boolean>;
}
/** What only the server knows of a resource. */
export interface Hooks extends WriteHooks {
  readonly resource: string;
  readonly actions: Readonly<Record<string, (call: AnyValue) => Promise<unknown>>>;
}

/** Declares the side effects of a resource and the body of each of its declared actions; a missing body does not compile. */
export const defineHooks = <R extends ResourceLike>(resource: R, hooks: WriteHooks & ({} extends Bodies<R> ? { readonly actions?: Bodies<R> } : { readonly actions: Bodies<R> })): Hooks =>
  ({ ...hooks, resource: resource.name, actions: (hooks.actions ?? {}) as Hooks['actions'] });

/** The hooks by resource; every declared action must have its body. */
export const hooksOf = (resources: readonly AnyResource[], all: readonly Hooks[]): ReadonlyMap<string, Hooks> => {
  const byName = new Map(all.map((hooks) => [hooks.resource, hooks]));
  for (const { name, actions = {} } of resources)
    for (const action of Object.keys(actions))
      if (!byName.get(name)?.actions[action]) throw new Error(`S001 ${name}.${action} is declared and has no body in server/resources/${name}.ts`);
  return byName;
};
