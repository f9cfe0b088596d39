import type { ActionIcon } from './actionIcons';
import type { AnyField, Fields } from './field';
import type { RowOf, RowValue } from './infer';
import type { ResourceName } from './resourceNames';

/** A value whose field is not known where it passes. */
type AnyValue = any;

type Key<F> = keyof F & string;

/** Who asks, as far as a refusal may depend on it. */
export interface Asker {
  readonly userid: number | null;
}

/** The values of a field that is one of a closed set. */
type ChosenOf<F> = F extends AnyField ? Extract<RowValue<F>, string> : string;
/** Values of fields that name states of a record: `{ status: ['active'] }`. */
export type States<F> = { readonly [K in Key<F>]?: readonly ChosenOf<F[K]>[] };

/** A value of `set` that is known only when the action runs. */
export class Later<Kind extends 'now' | 'me' | 'given' = 'now' | 'me' | 'given', N extends string = string> {
  constructor(
    readonly kind: Kind,
    /** What the dialog asked for. */
    readonly name: N,
  ) {}
}
/** In `set`: the instant at which the action runs. */
export const now = new Later('now', '');
/** In `set`: the person who runs the action. */
export const me = new Later('me', '');
/** In `set`: what the dialog of the action asked for under a name, or nothing where that was left empty. */
export const given = <const N extends string>(name: N): Later<'given', N> => new Later('given', name);

/** What an action may write into a field: a value of it, or what is known only when it runs and fits the column. */
type SetValue<F extends AnyField, Input> =
  | RowValue<F>
  | (F['column'] extends 'timestamptz' ? Later<'now'> : never)
  | (F['column'] extends 'bigint' ? Later<'me'> : never)
  | Later<'given', keyof Input & string>;
/** What an action writes into the record; fields that only the server writes are allowed here. */
export type Setting<F, Input = unknown> = { readonly [K in Key<F>]?: F[K] extends AnyField ? SetValue<F[K], Input> : never };

/** Something a person does to a record, a selection or a list, beyond editing fields. */
export interface ActionSpec<F, Input = unknown> {
  /** `row` acts on one record, `rows` also on a selection or a filter, `list` on none. */
  readonly on: 'row' | 'rows' | 'list';
  /** The drawing of its button. */
  readonly icon?: ActionIcon;
  /** Asks before it runs, after showing what a dry run found. */
  readonly confirm?: boolean;
  /** The name in its answer of an address that is told once and never again; the dialog keeps it to be copied. */
  readonly reveals?: string;
  /** The resource of which it makes a record, whose key stands in its answer: the dialog leads there. */
  readonly makes?: ResourceName;
  /** Its button is red: what it does is hard to undo. */
  readonly danger?: boolean;
  /** Takes values away for good: what is written down of it says which fields changed and not what they said. */
  readonly forgets?: boolean;
  /** Only looks: whoever may read the records may ask, nothing is kept, and the dialog can ask again. */
  readonly reads?: boolean;
  /** Asked in a dialog before the action runs. */
  readonly input?: Input & Fields;
  /** Values of a field in which a record takes the action, such as the statuses from which a way leads: `{ status: ['active'] }`. */
  readonly from?: States<F>;
  /** Further reasons why a record refuses it, or refuses it to whoever asks, each true when it does; the words are `<resource>.refusals.<name>`. Screens offer nothing that is refused, and the server checks again. */
  readonly refuses?: Readonly<Record<string, (row: F extends Fields ? RowOf<F> : never, asker: Asker) => boolean>>;
  /** What it writes into the record: `{ status: 'checked_in', checked_in_at: now }`. An action that does no more needs no body; a body runs after it. Nobody writes a status that an action sets but that action. */
  readonly set?: Setting<F, NoInfer<Input>>;
}

/** Any action, as those read it who know no entity by name. */
export interface Action extends Omit<ActionSpec<Fields>, 'input' | 'from' | 'refuses' | 'set'> {
  readonly input?: Fields;
  readonly from?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly refuses?: Readonly<Record<string, (row: AnyValue, asker: Asker) => boolean>>;
  readonly set?: Readonly<Record<string, unknown>>;
}
