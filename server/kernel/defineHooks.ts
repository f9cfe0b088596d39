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
  /** The record as it was before the action. */
  readonly row: Record;
  readonly input: Input;
}
type InputFor<F> = F extends Fields ? InputOf<F> : Row;
type Body<R, K extends keyof ActionsOf<R>> = (call: RowActionCall<InferRow<R>, InputFor<ActionsOf<R>[K]>>) => Promise<unknown>;
/** Actions that write nothing by themselves, so that only a body says what they do. */
type Unset<R> = {
  [K in keyof ActionsOf<R> & string]: K extends keyof SettingsOf<R> ? (unknown extends SettingsOf<R>[K] ? K : never) : K;
}[keyof ActionsOf<R> & string];
type Bodies<R> = { readonly [K in Unset<R>]: Body<R, K> } & { readonly [K in Exclude<keyof ActionsOf<R> & string, Unset<R>>]?: Body<R, K> };

type Arrangements<R> = {
  readonly [K in keyof ActionsOf<R> & string]?: (call: ArrangeCall<InputFor<ActionsOf<R>[K]>>) => Promise<readonly number[]>;
};

type Foresights<R> = {
  readonly [K in keyof ActionsOf<R> & string]?: (call: ArrangeCall<InputFor<ActionsOf<R>[K]>>) => Promise<readonly Shortage[]>;
};

/** A field under a write that creates the record, changes the field, or changes one that it follows. */
export interface FieldCall<Record = AnyValue, Value = AnyValue> {
  readonly tx: Transaction;
  readonly verb: 'create' | 'edit';
  /** What is about to be written; undefined when it was not sent. */
  readonly value: Value | undefined;
  /** The stored row; null when the row is being created. */
  readonly before: Record | null;
  /** The record as it will stand; a new one lacks what the database completes. */
  readonly record: Record;
  /** Everything that is about to be written. */
  readonly values: Readonly<Row>;
  /** Whether the write changes a field. */
  readonly changes: (name: keyof Record & string) => boolean;
}
/** What the server does about one field. It is asked when a record is created, and when an edit changes the field or one that it follows. */
export interface FieldHook<Record = AnyValue, Value = AnyValue> {
  /** Further fields on which the value depends. */
  readonly follows?: readonly (keyof Record & string)[];
  /** Answers what is written instead; undefined leaves the value as it is. */
  readonly beforeWrite?: (call: FieldCall<Record, Value>) => Promise<Value | undefined> | Value | undefined;
  /** Answers the key of the words for what is wrong with the value, if anything is; further refusals are thrown. */
  readonly validate?: (call: FieldCall<Record, Value>) => Promise<ErrorCode | undefined>;
}
type FieldHooks<R> = {
  readonly [K in keyof FieldsOf<R> & keyof InferRow<R> & string]?: FieldHook<InferRow<R>, InferRow<R>[K]>;
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
  readonly fields: Readonly<Record<string, FieldHook>>;
  readonly actions: Readonly<Record<string, (call: AnyValue) => Promise<unknown>>>;
  readonly arrange: Readonly<Record<string, ((call: AnyValue) => Promise<readonly number[]>) | undefined>>;
  readonly foresee: Readonly<Record<string, ((call: AnyValue) => Promise<readonly Shortage[]>) | undefined>>;
}

type Declared<R> = WriteHooks<R> & {
  /** What concerns one field; after `beforeWrite`, in this order. */
  readonly fields?: FieldHooks<R>;
  /** In which order an action takes the records of one call, where that decides who gets what; by key when absent. */
  readonly arrange?: Arrangements<R>;
  /** Which records of a rehearsal over many would find nothing left of what the action takes, compared as sums. */
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

/** The hooks by resource; every declared action sets something or has its body. */
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
