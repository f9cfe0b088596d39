import type { Grants, ImportMode, MatchKey } from '@/schema';
import type { ImportMapping } from '@/resources/import_jobs/importMapping';
import { DomainError, invalid, problemAt } from '../../../kernel/DomainError';
import { mappedColumn, readMapping } from '../reading/mapping';
import { mayFill, ownerOf, type Importable } from './Importable';
import type { KeptTable } from './Job';

interface Settings {
  readonly mode: ImportMode;
  readonly match_key: MatchKey | null;
}

const judgeSettings = ({ imports }: Importable, { mode, match_key }: Settings): void => {
  if (!imports.modes.includes(mode)) throw invalid([problemAt('mode', 'MODE_NOT_ALLOWED')]);
  if (match_key !== null && !imports.matches[match_key]) throw invalid([problemAt('match_key', 'INVALID_VALUE')]);
};

/** The parts of a match that no column fills. */
const missingOf = (importable: Importable, names: ReadonlySet<string>, { mode, match_key }: Settings): readonly string[] => {
  const { matches, event } = importable.imports;
  if (match_key) return (matches[match_key] ?? []).filter((name) => name !== event && !names.has(name));
  return mode === 'add' || importable.imports.finds ? [] : ['match_key'];
};

/**
 * The mapping of an import as it will be used, or why it cannot: its columns are those of the file, each field is filled once and by somebody who may, and what records are matched by is there.
 *
 * How the values of a column are written is completed from what they look like, where the mapping does not say it.
 */
export const judgeMapping = (
  grants: Grants,
  importable: Importable,
  table: KeptTable | null,
  mapping: ImportMapping | null,
  settings: Settings,
): ImportMapping | null => {
  judgeSettings(importable, settings);
  if (!mapping || !table) return null;
  const read = readMapping(mapping, importable.target);
  const names = [...read.columns.flatMap(({ field }) => field ?? []), ...Object.keys(read.fixed)];
  const unknown = read.columns.find(({ column, field }) => field !== null && !table.columns.some(({ name }) => name === column));
  if (unknown)
    throw new DomainError('MAPPING_COLUMN_MISSING', {
      params: { column: unknown.column },
      errors: [problemAt('mapping', 'MAPPING_COLUMN_MISSING', { column: unknown.column })],
    });
  const closed = names.filter((name) => !mayFill(grants, importable, name, settings.mode));
  if (closed.length > 0)
    throw new DomainError('MAPPING_FIELD_CLOSED', {
      params: { field: labelOf(importable, closed[0] ?? '') },
      errors: closed.map((name) => problemAt(`mapping.${name}`, 'MAPPING_FIELD_CLOSED', { field: labelOf(importable, name) })),
    });
  const missing = missingOf(importable, new Set(names), settings);
  if (missing.length > 0)
    throw invalid(
      missing.map((name) =>
        problemAt(name === 'match_key' ? name : `mapping.${name}`, name === 'match_key' ? 'REQUIRED' : 'MATCH_NOT_MAPPED', {
          field: labelOf(importable, name),
        }),
      ),
    );
  return {
    ...read,
    reading: table.reading.sheet === undefined ? {} : { sheet: table.reading.sheet },
    columns: read.columns.map((mapped) => {
      const column = table.columns.find(({ name }) => name === mapped.column);
      return column ? { ...mappedColumn({ column, field: mapped.field }, importable.target), ...mapped } : mapped;
    }),
  };
};

/** The words of a field, as errors name it. */
export const labelOf = (importable: Importable, name: string): { readonly key: string } => ({
  key: `${ownerOf(importable, name).name}.fields.${name}`,
});
