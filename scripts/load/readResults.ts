/** One line of a results file by the names of its columns. */
export interface ResultRow {
  /** Number of the line in the file, the header being line 1. */
  readonly line: number;
  readonly id: string;
  readonly name: string;
  readonly gender: string;
  readonly division: string;
  readonly country: string;
}

/** A line that is not loaded, and why. */
export interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/** The file cannot be read as results at all. */
export class FileError extends Error {}

const columns = {
  id: ['contactid', 'id', 'athleteid'],
  name: ['name', 'athlete'],
  gender: ['gender', 'sex'],
  division: ['division', 'category'],
  country: ['country', 'nation'],
} as const;
type Column = keyof typeof columns;
const obligatory: readonly Column[] = ['name', 'gender'];
const byteOrderMark = '\ufeff';

const decode = (bytes: Uint8Array): string => {
  const bad = badLine(bytes);
  if (bad !== null) throw new FileError(`line ${bad} is not UTF-8; save the file as UTF-8 and load it again`);
  const text = new TextDecoder().decode(bytes);
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
};

/** The first line that no UTF-8 text could have, or null. */
const badLine = (bytes: Uint8Array): number | null => {
  const strict = (part: Uint8Array): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(part);
      return true;
    } catch {
      return false;
    }
  };
  if (strict(bytes)) return null;
  const newline = 10;
  for (let from = 0, line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(newline, from);
    const until = end < 0 ? bytes.length : end;
    if (!strict(bytes.subarray(from, until))) return line;
    from = until + 1;
  }
  return 1;
};

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const tidy = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

const readHeader = (
  header: string,
): { readonly width: number; readonly at: Readonly<Partial<Record<Column, number>>>; readonly names: readonly string[] } => {
  const names = header.split('\t').map(plain);
  const at = Object.fromEntries(
    Object.entries(columns)
      .map(([column, known]) => [column, names.findIndex((name) => (known as readonly string[]).includes(name))])
      .filter(([, position]) => position !== -1),
  ) as Partial<Record<Column, number>>;
  const missing = obligatory.filter((column) => at[column] === undefined);
  if (missing.length > 0)
    throw new FileError(`the first line names no column ${missing.join(', ')}; it has to name the columns, separated by tabs`);
  const twice = names.find((name, position) => name !== '' && names.indexOf(name) !== position);
  if (twice) throw new FileError(`the first line names the column ${twice} twice`);
  return { width: names.length, at, names };
};

export interface Results {
  readonly rows: readonly ResultRow[];
  readonly refused: readonly Refusal[];
  /** Names of the columns, lower case letters and digits only. */
  readonly columns: readonly string[];
}

/** Takes a tab-separated results file apart. Every line after the header is a row or a refusal, except blank ones. */
export const readResults = (bytes: Uint8Array): Results => {
  const lines = decode(bytes).split(/\r\n|\n|\r/);
  const { width, at, names } = readHeader(lines[0] ?? '');
  const rows: ResultRow[] = [],
    refused: Refusal[] = [];
  for (const [position, text] of lines.entries()) {
    const line = position + 1;
    if (line === 1 || text.trim() === '') continue;
    const values = text.split('\t');
    const value = (column: Column): string => tidy(at[column] === undefined ? '' : (values[at[column]] ?? ''));
    if (values.length !== width) refused.push({ line, reason: `malformed: ${values.length} columns instead of ${width}` });
    else
      rows.push({
        line,
        id: value('id'),
        name: value('name'),
        gender: value('gender'),
        division: value('division'),
        country: value('country'),
      });
  }
  return { rows, refused, columns: names };
};
