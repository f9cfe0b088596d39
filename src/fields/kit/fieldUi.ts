/// <reference types="vite/client" />
import type { AnyField } from '@/schema';
import { nth } from '@/schema/must';
import type { FieldInput, FieldUi, Place, TextContext } from './contracts';
import { joinedTitle } from './joinedTitle';

const readers = import.meta.glob<FieldUi>('../*/*.ui.tsx', {
  eager: true,
  import: 'default',
});
const writers = import.meta.glob<FieldInput>('../*/*.input.tsx', { import: 'default' });

/** `../choice/choice.ui.tsx` → `choice`. */
const typeOf = (path: string): string => nth(path.split('/'), -2);
const byType = <T>(modules: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(modules).map(([path, module]) => [typeOf(path), module]));

const plain: FieldUi = { toText: (value) => String(value) };
/** The display of each field type. */
export const fieldUi: Record<string, FieldUi> = { ...byType(readers) };
/** How the values of a field are shown. */
export const uiOf = ({ type }: AnyField): FieldUi => fieldUi[type] ?? plain;

const inputs: Record<string, () => Promise<FieldInput>> = { ...byType(writers) };
/** Adds a field type from elsewhere, such as a plugin. Own types cannot be replaced. */
export const addFieldType = (type: string, ui: FieldUi, input: () => Promise<FieldInput>): void => {
  if (type in fieldUi) throw new Error(`the field type "${type}" is there already`);
  fieldUi[type] = ui;
  inputs[type] = input;
};
const loading = new Map<string, Promise<FieldInput>>();
/** Loads the input of a field. Answers the same promise every time, so that React's `use` can read it. */
export const loadFieldInput = (type: string): Promise<FieldInput> => {
  const known = loading.get(type);
  if (known) return known;
  const load = inputs[type];
  const started = load ? load() : Promise.reject(new Error(`the field type "${type}" cannot be typed in`));
  loading.set(type, started);
  started.catch(() => loading.delete(type));
  return started;
};

/** The value of one field of a row as one line of text; empty when there is none. */
export const readText = (row: Readonly<Record<string, unknown>>, field: AnyField, place: Place, context: TextContext): string => {
  const value = row[place.name];
  if (value === null || value === undefined) return '';
  return joinedTitle(row, field, place.name, context) ?? uiOf(field).toText(value, field, place, context, row);
};
