import { fileURLToPath } from 'node:url';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { results } from '@/resources/results/results';
import { textOf } from '../../../server/features/imports/reading/Cell';
import { likenessTo } from '../../../server/features/imports/reading/guess';
import type { Limits } from '../../../server/features/imports/reading/limits';
import { guessMapping, mappedRows, type MappedRow } from '../../../server/features/imports/reading/mapping';
import { openTable, type Reading, type Table } from '../../../server/features/imports/reading/openTable';
import { sourceOfBytes } from '../../../server/features/imports/reading/Source';
import { targetOf } from '../../../server/features/imports/reading/targetOf';
import type { Target } from '../../../server/features/imports/reading/Target';
import { createTranslate } from '../../../server/kernel/messages';

const translate = createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url)));
const words = (key: string): readonly string[] => [translate(key, 'es'), translate(key, 'en')];

/** Registrations, with the fields that files of registrations have. */
export const registrations: Target = targetOf(
  inscriptions,
  [
    'source_ref',
    'name',
    'first_name',
    'last_name',
    'second_last_name',
    'gender',
    'birth_date',
    'age_categoryid',
    'tshirt_size',
    'attention',
    'countryid',
    'email',
    'phone',
    'emergency_contact_name',
    'emergency_contact_phone',
    'guardian_name',
    'guardian_phone',
  ],
  words,
);
/** Results of a race. */
export const raceResults: Target = targetOf(
  results,
  ['number', 'name', 'gender', 'age_category', 'status', 'chip_time_ms', 'gun_time_ms', 'points', 'place_overall', 'place_category'],
  words,
);

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface Whole {
  readonly table: Table;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly rows: readonly MappedRow[];
  readonly raw: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Opens a file, guesses its columns and reads all of it. */
export const readAll = async (
  bytes: Uint8Array,
  target: Target = registrations,
  options: { readonly reading?: Reading; readonly limits?: Partial<Limits> } = {},
): Promise<Whole> => {
  const table = await openTable(sourceOfBytes(bytes), { likeness: likenessTo(target), ...options });
  const { mapping } = guessMapping(table, target);
  const rows: MappedRow[] = [];
  for await (const batch of mappedRows(table, mapping, target)) rows.push(...batch);
  const raw: { line: number; cells: readonly string[] }[] = [];
  for await (const batch of table.rows()) for (const { line, cells } of batch) raw.push({ line, cells: cells.map(textOf) });
  return { table, rows, raw, fields: Object.fromEntries(mapping.columns.map(({ column, field }) => [column, field])) };
};
