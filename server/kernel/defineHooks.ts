import type { ActionsOf, AnyResource, AnyValue, Fields, FieldsOf, InferRow, InferStored, InputOf, ResourceLike } from '@/schema';
import type { DomainError } from './DomainError';
import type { Row } from './Row';
import type { Transaction } from './transaction';

/** Values on their way into a row, which hooks may complete; of a resource that is not known here, whatever it holds. */
export type Draft<R = AnyResource> = string extends keyof FieldsOf<R>
  ? Record<string, unknown>
  : { -readonly [K in keyof InferRow<R>]?: InferRow<R>[K] | undefined };
/** A write before it happens. What `values` holds is written; hooks may add what only the server writes. */
export interface WriteCall<R = AnyResource> {
  readonly tx: Transaction;
  readonly verb: 'create' | 'edit' | 'delete';
  /** The stored row, with its embedded rows; null when the row is being created. */
  readonly before: InferStored<R> | null;
  readonly values: Draft<R>;
}
/** The same after it happened. */
export interface WrittenCall<R = AnyResource> extends WriteCall<R> {
  readonly id: number;
}

/** The records of a call, of which an action with an order of its own makes a list. */
export interface ArrangeCall<Input = Row> {
  readonly tx: Transaction;
  readonly ids: readonly number[];
  readonly input: Input;
}

/** Records that would find what an action takes used up by those before them, and what each of them is told. */
export interface Shortage {
  readonly ids: readonly number[];
  readonly refusal: DomainError;
}

/** One record under an action. A refusal (`DomainError`) skips this record alone. */
export interface RowActionCall<Record = Row, Input = Row> {
  readonly tx: Transaction;
  readonly id: number;
  readonly row: Record;
  readonly input: Input;
}
/** An action of a list: no record at all. */
export interface ListActionCall<Input = Row> {
  readonly tx: Transaction;
  readonly input: Input;
}

type InputFor<F> = F extends Fields ? InputOf<F> : Row;
type Bodies<R> = R extends { readonly actions?: infer S }
  ? {
      readonly [K in keyof NonNullable<S> & string]: NonNullable<S>[K] extends { readonly on: 'list' }
        ? (call: ListActionCall<InputFor<ActionsOf<R>[K]>>) => Promise<unknown>
        : (call: RowActionCall<InferRow<R>, InputFor<ActionsOf<R>[K]>>) => Promise<unknown>;
    }
  : {};

type Arrangements<R> = {
  readonly [K in keyof ActionsOf<R> & string]?: (call: ArrangeCall<InputFor<ActionsOf<R>[K]>>) => Promise<readonly number[]>;
};

type Foresights<R> = {
  readonly [K in keyof ActionsOf<R> & string]?: (call: ArrangeCall<InputFor<ActionsOf<R>[K]>>) => Promise<readonly Shortage[]>;
};

export interface WriteHooks<R = AnyResource> {
  /** Completes what was sent before it is judged, for values that a record can supply itself. Only when creating. */
  readonly beforeAccept?: (call: { readonly tx: Transaction; readonly body: Draft<R> }) => Promise<void>;
  readonly beforeWrite?: (call: WriteCall<R>) => Promise<void>;
  readonly afterWrite?: (call: WrittenCall<R>) => Promise<void>;
  /** Stands in for the insert when creating means something else, and answers the key of the record. */
  readonly create?: (call: WriteCall<R>, insert: (values: Draft<R>) => Promise<number>) => Promise<number>;
  /** Lets somebody create who holds no key yet: a first organisation. */
  readonly mayCreate?: (tx: Transaction) => Promise<boolean>;
}
/** What only the server knows of a resource. */
export interface Hooks extends WriteHooks {
  readonly resource: string;
  readonly actions: Readonly<Record<string, (call: AnyValue) => Promise<unknown>>>;
  readonly arrange: Readonly<Record<string, ((call: AnyValue) => Promise<readonly number[]>) | undefined>>;
  readonly foresee: Readonly<Record<string, ((call: AnyValue) => Promise<readonly Shortage[]>) | undefined>>;
}

type Declared<R> = WriteHooks<R> & {
  /** In which order an action takes the records of one call, where that decides who gets what; by key when absent. */
  readonly arrange?: Arrangements<R>;
  /** Which records of a rehearsal over many would find nothing left of what the action takes, compared as sums. */
  readonly foresee?: Foresights<R>;
} & ({} extends Bodies<R> ? { readonly actions?: Bodies<R> } : { readonly actions: Bodies<R> });

/** Declares the side effects of a resource and the body of each of its declared actions; a missing body does not compile. */
export const defineHooks = <R extends ResourceLike>(resource: R, hooks: Declared<R>): Hooks =>
  ({ actions: {}, arrange: {}, foresee: {}, ...hooks, resource: resource.name }) as unknown as Hooks;

/** The hooks by resource; every declared action must have its body. */
export const hooksOf = (resources: readonly AnyResource[], all: readonly Hooks[]): ReadonlyMap<string, Hooks> => {
  const byName = new Map(all.map((hooks) => [hooks.resource, hooks]));
  for (const { name, actions = {} } of resources)
    for (const action of Object.keys(actions))
      if (!byName.get(name)?.actions[action])
        throw new Error(`S001 ${name}.${action} is declared and has no body in a file ${name}.hooks.ts of server/features`);
  return byName;
};
