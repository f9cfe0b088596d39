import { foldText } from '@/schema/foldText';
import type { DescribedImport, FileColumn, ImportMapping, ImportSettings, MappedColumn, OfferedField, OfferedImport } from './importApi';

/** What the screen starts with when nothing is mapped yet. */
export const emptyMapping = (target: string): ImportMapping => ({ version: 1, target, reading: {}, columns: [], fixed: {} });

/** The choices of an import that the screen edits. */
export const settingsOf = ({ mapping, mode, match_key, charge, send_email, assign_numbers }: DescribedImport): ImportSettings => ({
  mapping,
  mode,
  match_key,
  charge,
  send_email,
  assign_numbers,
});

/** How a column of the file is mapped. */
export const mappedOf = (mapping: ImportMapping | null, { name }: FileColumn): MappedColumn =>
  mapping?.columns.find(({ column }) => column === name) ?? { column: name, field: null };

/**
 * The mapping with a column that fills another field, or none. A field is filled by one column, so the one that had it gives it up; how the
 * values are written belongs to the field and is guessed again.
 */
export const assign = (mapping: ImportMapping, column: string, field: string | null, isMany = false): ImportMapping => {
  const others = mapping.columns
    .filter((each) => each.column !== column)
    .map((each) => (field !== null && !isMany && each.field === field ? { column: each.column, field: null } : each));
  const at = mapping.columns.findIndex((each) => each.column === column);
  const next: MappedColumn = { column, field };
  const { [field ?? '']: _, ...fixed } = mapping.fixed;
  return { ...mapping, fixed, columns: at < 0 ? [...others, next] : others.toSpliced(at, 0, next) };
};

/** The mapping with a column that is written in another way. */
export const rewrite = (mapping: ImportMapping, column: string, how: Omit<Partial<MappedColumn>, 'column' | 'field'>): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map((each) => (each.column === column ? { ...each, ...how } : each)),
});

/** The mapping with one value for every row, or without it when empty. */
export const fix = (mapping: ImportMapping, field: string, text: string | null): ImportMapping => {
  const { [field]: _, ...others } = mapping.fixed;
  return { ...mapping, fixed: text === null ? others : { ...others, [field]: text } };
};

/** The choice that a text of the file means, or undefined when no choice is known for it. */
export const choiceFor = ({ choices }: OfferedField, { values }: MappedColumn, text: string): string | undefined =>
  values?.[text] ?? choices.find(({ value, label }) => value === text || foldText(label) === foldText(text))?.value;

/** The texts of a column for which no choice is known. */
export const unmatchedIn = (field: OfferedField, mapped: MappedColumn, { values }: FileColumn): readonly string[] =>
  field.choices.length === 0 ? [] : (values ?? []).filter((text) => text !== '' && choiceFor(field, mapped, text) === undefined);

const filledBy = (mapping: ImportMapping | null): ReadonlySet<string> =>
  new Set([...(mapping?.columns.flatMap(({ field }) => field ?? []) ?? []), ...Object.keys(mapping?.fixed ?? {})]);

/** The fields that new records need and that neither a column nor a fixed value fills. */
export const missingFields = ({ fields }: OfferedImport, { mapping, mode }: ImportSettings): readonly OfferedField[] => {
  if (mode === 'update') return [];
  const filled = filledBy(mapping);
  const hasName = filled.has('name');
  return fields.filter(
    ({ name, required }) => required && !filled.has(name) && !(hasName && (name === 'first_name' || name === 'last_name')),
  );
};

/** The fields that records are matched by and that no column fills, without the event, which the import itself has. */
export const missingMatch = ({ match_keys }: OfferedImport, { mapping, match_key }: ImportSettings): readonly string[] => {
  const filled = filledBy(mapping);
  return (match_keys.find(({ key }) => key === match_key)?.fields ?? []).filter((name) => name !== 'eventid' && !filled.has(name));
};

/** The match key that the columns of the file allow, the first one if none does. */
export const likelyMatch = (offered: OfferedImport, settings: ImportSettings): string | null =>
  (offered.match_keys.find(({ key }) => missingMatch(offered, { ...settings, match_key: key }).length === 0) ?? offered.match_keys[0])
    ?.key ?? null;
