import type { ActionIcon } from './actionIcons';
import type { AnyField, Fields } from './field';
import type { RowOf, RowValue } from './infer';
import type { ResourceName } from './resourceNames';

/** A value in code that does not know its field. */
type AnyValue = any;

type Key<F> = keyof F & string;

/** The person who asks, as far as a refusal may depend on them. */
export interface Asker {
  readonly userid: number | null;
}

/** The values of a field with a closed set. */
type ChosenOf<F> = F extends AnyField ? Extract<RowValue<F>, string> : string;
/** Values of fields that name states of a record: `{ status: ['active'] }`. */
export type States<F> = { readonly [K in Key<F>]?: readonly ChosenOf<F[K]>[] };

/** A value of `set` that is known only when the action runs. */
export class Later<Kind extends 'now' | 'me' | 'given' = 'now' | 'me' | 'given', N extends string = string> {
  constructor(
    readonly kind: Kind,
    /** A value from the dialog. */
    readonly name: N,
  ) {}
}
/** In `set`: the instant at which the action runs. */
export const now = new Later('now', '');
/** In `set`: the person who runs the action. */
export const me = new Later('me', '');
/** In `set`: the value of an input of the dialog, or null when that was left empty. */
export const given = <const N extends string>(name: N): Later<'given', N> => new Later('given', name);

/** What an action may write into a field: one of its values, or a value that is known only when the action runs and fits the column. */
type SetValue<F extends AnyField, Input> =
  | RowValue<F>
  | (F['column'] extends 'timestamptz' ? Later<'now'> : never)
  | (F['column'] extends 'bigint' ? Later<'me'> : never)
  | Later<'given', keyof Input & string>;
/** The values that an action writes into the record. Fields that only the server writes are allowed here. */
export type Setting<F, Input = unknown> = { readonly [K in Key<F>]?: F[K] extends AnyField ? SetValue<F[K], Input> : never };

/** Something that people do with a record, a selection or a list, besides editing fields. */
export interface ActionSpec<F, Input = unknown> {
  /** `row` works on one record, `rows` also on a selection or a filter, `list` on the list as a whole. */
  readonly on: 'row' | 'rows' | 'list';
  /** The icon of its button. */
  readonly icon?: ActionIcon;
  /** Shows the result of a rehearsal and asks before it runs. */
  readonly confirm?: boolean;
  /** The name of an address in its answer that is shown only once; the dialog keeps it so that it can be copied. */
  readonly reveals?: string;
  /** Its answer is a file, which nobody takes away who only sees as somebody else. */
  readonly givesFile?: boolean;
  /** The resource of which it creates a record, whose key is in its answer; the dialog links to the record. */
  readonly makes?: ResourceName;
  /** Its button is red, because its effect is hard to undo. */
  readonly danger?: boolean;
  /** On the page of a record it is only in the menu, never a button of its own: for what is seldom wanted. */
  readonly inMenu?: boolean;
  /**
   * The append-only resource of which each run adds a row: that row says who did what, so the history of the record has no entry. For what
   * is done thousands of times a day.
   */
  readonly leaves?: ResourceName;
  /**
   * How it is taken back for some minutes: `again` with the values from before, or by another action, whose inputs get the values from
   * before, and `reason` that it was undone.
   */
  readonly undo?: string;
  /** Removes values permanently: the history says which fields changed, without their values. */
  readonly forgets?: boolean;
  /**
   * A page of its own does it: lists and records offer no dialog. A text is the path of that page after the one of the record, such as
   * `scan`, and the button of the action leads there.
   */
  readonly ownPage?: boolean | string;
  /** Only reads: anyone who may read the records may run it, nothing is stored, and the dialog can run it again. */
  readonly reads?: boolean;
  /** Fields of the dialog that is shown before the action runs. */
  readonly input?: Input & Fields;
  /** Values of a field for which the action is possible, such as statuses: `{ status: ['active'] }`. */
  readonly from?: States<F>;
  /**
   * Other reasons why a record, or this person, cannot have the action; each function is true when it applies. The texts are
   * `<resource>.refusals.<name>`. Screens do not offer a refused action, and the server checks again.
   */
  readonly refuses?: Readonly<Record<string, (row: F extends Fields ? RowOf<F> : never, asker: Asker) => boolean>>;
  /**
   * The values that it writes into the record: `{ status: 'checked_in', checked_in_at: now }`. An action that does no more needs no body; a
   * body runs after it. Only this action may then write such a status.
   */
  readonly set?: Setting<F, NoInfer<Input>>;
  /** The values of a field in which its body leaves the record, such as `{ status: ['accepted'] }`: a board offers it when a card is moved there. */
  readonly leads?: States<F>;
}

/** Any action, for code that knows no entity by name. */
export interface Action extends Omit<ActionSpec<Fields>, 'input' | 'from' | 'refuses' | 'set' | 'leads'> {
  readonly input?: Fields;
  readonly leads?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly from?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly refuses?: Readonly<Record<string, (row: AnyValue, asker: Asker) => boolean>>;
  readonly set?: Readonly<Record<string, unknown>>;
}
