import { fieldOf } from '@/schema';
import { isParts } from '@/schema/unknown';
import { toCsv } from '@/words/csv';
import { readTitles, referencesOfRows } from '../../../api/audit/recordsOf';
import { valueWords, type Saying } from '../../../api/audit/valueWords';
import type { Transaction } from '../../../kernel/transaction';
import type { ArchivedFile } from '../engine/ArchiveKind';
import { ownWords as translate } from '../ownWords';
import type { PersonalRows } from './personalRows';

/** A value with parts as one line: `clave: valor; clave: valor`. */
export const partsInLine = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(partsInLine).filter(Boolean).join(' | ');
  if (isParts(value))
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${partsInLine(part)}`)
      .join('; ');
  return String(value);
};

const tableOf = (saying: Saying, { resource, rows }: PersonalRows): string => {
  const names = Object.keys(resource.all).filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null));
  const label = (name: string): string =>
    saying.translate(Object.hasOwn(resource.fields, name) ? `${resource.name}.fields.${name}` : `common.fields.${name}`, saying.locale);
  const cell = (row: PersonalRows['rows'][number], name: string): string =>
    valueWords(resource, name, fieldOf(resource, name), row[name], saying) ?? partsInLine(row[name]);
  return toCsv([names.map(label), ...rows.map((row) => names.map((name) => cell(row, name)))]);
};

/** A file as text. */
export const textFile = (file: string, text: string): ArchivedFile => ({ file, data: Buffer.from(text) });

/** The rows of each resource twice: as JSON, whole and as they are stored, and as a table in words. */
export const personalTables = async (tx: Transaction, found: readonly PersonalRows[]): Promise<readonly ArchivedFile[]> => {
  const titles = await readTitles(
    tx,
    found.flatMap(({ resource, rows }) => referencesOfRows(resource, rows)),
  );
  const saying: Saying = { translate, locale: tx.locale, titles, registry: tx.registry };
  return found.flatMap((each) => [
    textFile(`csv/${each.resource.name}.csv`, tableOf(saying, each)),
    textFile(`json/${each.resource.name}.json`, `${JSON.stringify(each.rows, null, 2)}\n`),
  ]);
};
