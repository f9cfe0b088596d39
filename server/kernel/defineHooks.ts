import type { ErrorCode } from '@/schema/errorCodes';
import type {
  ActionsOf,
  AnyResource,
  AnyValue,
  Fields,
  FieldsOf,
  InferRow,
  InferStored,
  InputOf,
  ResourceLike,
  SettingsOf,
} from '@/schema';
import type { DomainError } from './DomainError';
import type { GroupBody } from './group';
import type { ImportHooks } from './ImportHooks';
import type { Row } from './Row';
import type { Transaction } from './transaction';

/** Values that will be written, which hooks may complete; untyped for an unknown resource. */
export type Draft<R = AnyResource> = string extends keyof FieldsOf<R>
  ? Record<string, unknown>
  : { -readonly [K in keyof InferRow<R>]?: InferRow<R>[K] | undefined };
/** A write before it happens. `values` is written; hooks may add values that only the server writes. */
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

/** The records of a call, which an action with its own order arranges. */
export interface ArrangeCall<Input = Row> {
  readonly tx: Transaction;
  readonly ids: readonly number[];
  readonly input: Input;
}

/** The next records of a rehearsal, in the order in which the action processes them. */
export interface PortionCall {
  readonly tx: Transaction;
  readonly ids: readonly number[];
}
/**
 * Finds the records for which nothing would be left of what the action uses, and the reason of each.
 *
 * It is called portion after portion, each in a transaction, and remembers what earlier records have taken: nothing is written
 * meanwhile.
 */
export type Forecast = (call: PortionCall) => Promise<ReadonlyMap<number, DomainError>>;

/** One record under an action. A refusal (`DomainError`) skips only this record. */
export interface RowActionCall<Record = Row, Input = Row> {
  readonly tx: Transaction;
  readonly id: number;
  /** The record as it was before the action. */
  readonly row: Record;
  readonly input: Input;
}
type InputFor<F> = F extends Fields ? InputOf<F> : Row;
type Body<R, K extends keyof ActionsOf<R>> = (call: RowActionCall<InferRow<R>, InputFor<ActionsOf<R>[K]>>) => Promise<unknown>;
/** Actions that write nothing by declaration, so they need a body. */
type Unset<R> = {
  [K in keyof ActionsOf<R> & string]: K extends keyof SettingsOf<R> ? (unknown extends SettingsOf<R>[K] ? K : never) : K;
}[keyof ActionsOf<R> & string];
type Bodies<R> = { readonly [K in Unset<R>]: Body<R, K> } & { readonly [K in Exclude<keyof ActionsOf<R> & string, Unset<R>>]?: Body<R, K> };

type Arrangements<R> = {
  readonly [K in keyof ActionsOf<R> & string]?: (call: ArrangeCall<InputFor<ActionsOf<R>[K]>>) => Promise<readonly number[]>;
};

type Foresights<R> = { readonly [K in keyof ActionsOf<R> & string]?: (input: InputFor<ActionsOf<R>[K]>) => Forecast };

/** A field in a write that creates the record, changes the field, or changes one that it follows. */
export interface FieldCall<Record = AnyValue, Value = AnyValue> {
  readonly tx: Transaction;
  readonly verb: 'create' | 'edit';
  /** The value that will be written; undefined when it was not sent. */
  readonly value: Value | undefined;
  /** The stored row; null when the row is being created. */
  readonly before: Record | null;
  /** The record after the write; a new one lacks what the database completes. */
  readonly record: Record;
  /** All values that will be written. */
  readonly values: Readonly<Row>;
  /** Whether the write changes a field. */
  readonly changes: (name: keyof Record & string) => boolean;
}
/** The server's rules for one field. They run when a record is created, and when an edit changes the field or one that it follows. */
export interface FieldHook<Record = AnyValue, Value = AnyValue> {
  /** Other fields on which the value depends. */
  readonly follows?: readonly (keyof Record & string)[];
  /** Answers the value to write instead; undefined leaves it unchanged. */
  readonly beforeWrite?: (call: FieldCall<Record, Value>) => Promise<Value | undefined> | Value | undefined;
  /** Answers the key of the message about a wrong value, if any; further refusals are thrown. */
  readonly validate?: (call: FieldCall<Record, Value>) => Promise<ErrorCode | undefined>;
}
type FieldHooks<R> = {
  readonly [K in keyof FieldsOf<R> & keyof InferRow<R> & string]?: FieldHook<InferRow<R>, InferRow<R>[K]>;
};

/** One of the new records that are written together. */
export interface NewRecord<R = AnyResource> {
  /** What was sent, and later what will be written. */
  readonly values: Draft<R>;
  /** Refuses this record alone, as long as nothing of it was written. */
  readonly refuse: (error: DomainError) => void;
}
export interface WriteHooks<R = AnyResource> {
  /** Completes the request before it is validated, for values that the record can supply itself. Only when creating. */
  readonly beforeAccept?: (call: { readonly tx: Transaction; readonly body: Draft<R> }) => Promise<void>;
  /** The same for many, where it reads something. */
  readonly beforeAcceptAll?: (tx: Transaction, records: readonly NewRecord<R>[]) => Promise<void>;
  /** What `beforeWrite` does to new records, for many. */
  readonly beforeCreateAll?: (tx: Transaction, records: readonly NewRecord<R>[]) => Promise<void>;
  readonly beforeWrite?: (call: WriteCall<R>) => Promise<void>;
  readonly afterWrite?: (call: WrittenCall<R>) => Promise<void>;
  /** Replaces the insert when creating means something else, and answers the key of the record. */
  readonly create?: (call: WriteCall<R>, insert: (values: Draft<R>) => Promise<number>) => Promise<number>;
  /** The same for many; a refusal after something was written is thrown. Answers a key for each, and null for those that it refused. */
  readonly createAll?: (
    tx: Transaction,
    records: readonly NewRecord<R>[],
    insert: (values: readonly Draft<R>[]) => Promise<readonly number[]>,
  ) => Promise<readonly (number | null)[]>;
  /**
   * References to the record that do not prevent its removal, such as `bibs.bib_poolid`: those rows are removed with it, and
   * `beforeWrite` refuses if they may not be.
   */
  readonly takes?: readonly string[];
  /** Allows creating without a permission: a first organization. */
  readonly mayCreate?: (tx: Transaction) => Promise<boolean>;
  /** What files do to it beyond what the declaration says. */
  readonly imports?: ImportHooks;
}
/** The server's rules for a resource. */
export interface Hooks extends WriteHooks {
  readonly resource: string;
  readonly fields: Readonly<Record<string, FieldHook>>;
  readonly actions: Readonly<
    Record<string, ((call: AnyValue) => Promise<unknown>) & { readonly together?: GroupBody<AnyValue, AnyValue> }>
  >;
  readonly arrange: Readonly<Record<string, ((call: AnyValue) => Promise<readonly number[]>) | undefined>>;
  readonly foresee: Readonly<Record<string, ((input: AnyValue) => Forecast) | undefined>>;
}

type Declared<R> = WriteHooks<R> & {
  /** Rules of single fields; they run after `beforeWrite`, in this order. */
  readonly fields?: FieldHooks<R>;
  /** The order in which an action processes the records of one call; by key when absent. */
  readonly arrange?: Arrangements<R>;
  /** Begins a forecast for a rehearsal over many records: what they use is added up and compared with what is left. */
  readonly foresee?: Foresights<R>;
} & ({} extends Bodies<R> ? { readonly actions?: Bodies<R> } : { readonly actions: Bodies<R> });

/** Declares the side effects of a resource and the body of each action that does more than `set`; a missing body does not compile. */
export const defineHooks = <R extends ResourceLike>(resource: R, hooks: Declared<R>): Hooks => ({
  arrange: {},
  foresee: {},
  fields: {},
  actions: {},
  ...(hooks as unknown as Partial<Hooks>),
  resource: resource.name,
});
const nothing = { fields: {}, actions: {}, arrange: {}, foresee: {} };

/** The hooks by resource; every declared action sets something or has a body. */
export const hooksOf = (resources: readonly AnyResource[], all: readonly Hooks[]): ReadonlyMap<string, Hooks> => {
  const byName = new Map(all.map((hooks) => [hooks.resource, hooks]));
  for (const { name, actions = {} } of resources)
    for (const [action, { set }] of Object.entries(actions)) {
      if (!set && !byName.get(name)?.actions[action])
        throw new Error(`S001 ${name}.${action} sets nothing and has no body in a file ${name}.hooks.ts of server/features`);
      if (!byName.has(name)) byName.set(name, { resource: name, ...nothing });
    }
  return byName;
};
