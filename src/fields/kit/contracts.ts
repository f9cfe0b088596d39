import type { ComponentType, ReactNode } from 'react';
import type { ActionsOf, AnyField, AnyResource, AnyValue, CommonOptions, Field, FieldsOf, InferInput, InferRow, Registry } from '@/schema';

/** The path of a field, for its texts: `inscriptions.fields.folio`. Action inputs are at `<action>.<field>`. */
export interface Place {
  readonly resource: string;
  readonly name: string;
}
/** What is needed to turn a value into text in the person's language. */
export interface TextContext {
  readonly t: (key: string, params?: Readonly<Record<string, unknown>>) => string;
  readonly locale: 'es' | 'en';
  /** The title of a record of another entity, which may be a value of a closed set, in words. */
  readonly titled?: (target: string, title: string) => string;
}
/** A field of a type with known options, as its own `.ui.tsx` and `.input.tsx` receive it. */
export type FieldWith<O> = Field<AnyValue, AnyValue, CommonOptions & O>;
export interface CellProps<Value = AnyValue, O = object> {
  /** Never null: the cell itself draws the dash. */
  readonly value: Value;
  readonly field: FieldWith<O>;
  readonly place: Place;
  readonly row: Readonly<Record<string, unknown>>;
  readonly words: TextContext;
}
/** How a value is shown, in `<type>.ui.tsx`: loaded at once and small, because every table cell needs it. */
export interface FieldUi<Value = AnyValue, O = object> {
  /** One line of text, for CSV, titles and screen readers; `row` is the record, if there is one. */
  readonly toText: (
    value: Value,
    field: FieldWith<O>,
    place: Place,
    context: TextContext,
    row?: Readonly<Record<string, unknown>>,
  ) => string;
  /**
   * Draws the value in a table; as text when absent. A plain function without hooks: a component for each of many hundred cells would cost
   * more than their content.
   */
  readonly Cell?: (cell: CellProps<Value, O>) => ReactNode;
  /** Draws the value on a page; `Cell` when absent. */
  readonly Show?: ComponentType<CellProps<Value, O>>;
  /** Text is aligned left, quantities right. */
  readonly align?: 'left' | 'right' | 'center';
}
/** Declares how a type is shown. */
export const defineFieldUi = <Value, O = object>(ui: FieldUi<Value, O>): FieldUi<Value, O> => ui;

export interface InputProps<Value = AnyValue, O = object> {
  readonly value?: Value | null | undefined;
  readonly onChange?: (value: Value | null) => void;
  readonly field: FieldWith<O>;
  readonly place: Place;
  /** The record as typed so far, for inputs that depend on another field. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Id of the element that describes the input: its help or its error. */
  readonly describedBy?: string | undefined;
}
export interface FilterProps<Value = AnyValue> {
  readonly op: string;
  readonly value?: Value | null | undefined;
  readonly onChange: (value: Value | null) => void;
  readonly field: AnyField;
  readonly place: Place;
  readonly id?: string;
  /** The workspace of the list: references offer what belongs to it. */
  readonly within?: Parent | undefined;
}
/** How a value is typed in, in `<type>.input.tsx`: loaded with the first form or filter. */
export interface FieldInput<Value = AnyValue, O = object> {
  readonly Input: ComponentType<InputProps<Value, O>>;
  /** The input for the value of one comparison; built on `Input` when absent. */
  readonly Filter?: ComponentType<FilterProps>;
  /** The initial value in a new record when nothing is declared. */
  readonly empty?: Value | null;
}
/** Declares how a type is typed in. */
export const defineFieldInput = <Value, O = object>(input: FieldInput<Value, O>): FieldInput<Value, O> => input;

/** A custom dialog for an action of a list. */
export interface ActionScreenProps {
  readonly parent: Parent;
  /** Called with whether any record was changed. */
  readonly onClose: (didChange: boolean) => void;
}

/** Replacements for generated parts, in `<resource>.views.tsx`. Every key is optional; the rest stays generated. */
export interface Views<R extends AnyResource> {
  readonly list?: ComponentType<{ readonly resource: R }>;
  readonly create?: ComponentType<{ readonly resource: R }>;
  readonly edit?: ComponentType<{ readonly resource: R; readonly id: number }>;
  readonly show?: ComponentType<{ readonly resource: R; readonly row: InferRow<R> }>;
  /** Other entities whose words these views use, besides those that the declaration refers to. */
  readonly words?: (registry: Registry) => readonly string[];
  /** What comes between the title of a record and its fields, loaded with the page. */
  readonly lead?: ComponentType<{ readonly row: InferRow<R> }>;
  /** Fields that the page and its history leave out, because `lead` shows them, or because they are nobody's business. */
  readonly covers?: readonly (keyof FieldsOf<R> & keyof InferRow<R> & string)[];
  readonly cells?: {
    readonly [K in keyof FieldsOf<R> & keyof InferRow<R>]?: (cell: {
      readonly value: InferRow<R>[K];
      readonly row: InferRow<R>;
    }) => ReactNode;
  };
  readonly inputs?: { readonly [K in keyof FieldsOf<R> & keyof InferInput<R>]?: ComponentType<InputProps<InferInput<R>[K]>> };
  /** Shown next to the form and updated while people type: a preview for its readers, which may change fields too. */
  readonly aside?: ComponentType<{
    readonly resource: R;
    readonly draft: Partial<InferInput<R>>;
    readonly onChange: (name: string, value: unknown) => void;
  }>;
  /** Replaces the generated dialog of an action of the list, inside a workspace. */
  readonly dialogs?: { readonly [K in keyof ActionsOf<R>]?: ComponentType<ActionScreenProps> };
  /** Says what an action would do from the answer of its rehearsal, where one sentence is not enough. */
  readonly consequences?: { readonly [K in keyof ActionsOf<R>]?: ComponentType<{ readonly result: unknown }> };
  /** Inputs of actions that the resource declares instead of the generated ones, by action and input. They get the record in `draft`. */
  readonly asks?: { readonly [K in keyof ActionsOf<R>]?: Readonly<Record<string, ComponentType<InputProps>>> };
  /** Draws the answer of an action, in its dialog; a link in it calls `onFollow`, which closes the dialog. */
  readonly outcomes?: { readonly [K in keyof ActionsOf<R>]?: ComponentType<Outcome<R>> };
}
/** The answer of an action that its resource draws. */
interface Outcome<R extends AnyResource> {
  readonly resource: R;
  readonly result: unknown;
  readonly onFollow: () => void;
}
/** Declares the custom views of one resource. */
export const defineViews = <R extends AnyResource>(
  resource: R,
  views: Views<R>,
): { readonly resource: string; readonly views: Views<R> } => ({ resource: resource.name, views });

/** The workspace of a screen: the tabs of an event fix the field that refers to it. */
export interface Parent {
  readonly resource: string;
  readonly field: string;
  readonly id: number;
}
/** The records that an action works on. */
export type ActionTarget =
  | { readonly ids: readonly number[] }
  | { readonly filter: unknown; readonly search?: string | undefined; readonly count: number };
