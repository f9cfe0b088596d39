import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { DomainError } from '../../../kernel/DomainError';
import type { Row } from './Cell';
import { textsOf, type Encoding } from './encoding';
import type { Limits } from './limits';
import type { Source } from './Source';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a text file is split into cells. */
export interface TextReading {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Whether a cell may be in quotes. A text with unclosed quotes is read without them. */
  readonly quotes: boolean;
}

const sampleChars = 64 * 1024,
  sampleLines = 40;

/** How often a delimiter occurs on each line, outside quotes. */
const countIn = (line: string, delimiter: string): number => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1;

/** The score of a delimiter: most lines have it equally often, and often. */
const fitness = (lines: readonly string[], delimiter: string): number => {
  const counts = lines.map((line) => countIn(line, delimiter)).filter((count) => count > 0);
  if (counts.length === 0) return 0;
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  const agreeing = counts.filter((count) => count === usual).length;
  return (agreeing / lines.length) * Math.min(usual, 40) ** 0.5;
};

/** The delimiter of a text according to its first lines; a comma if it has one column. */
export const guessDelimiter = async (source: Source, encoding: Encoding): Promise<Delimiter> => {
  let sample = '';
  for await (const text of textsOf(source, encoding)) {
    sample += text;
    if (sample.length >= sampleChars) break;
  }
  const [first = '', ...others] = sample.split(/\r\n|\n|\r/, sampleLines);
  const said = /^sep=([,;|\t])$/i.exec(first.trim() || first)?.[1];
  const known = delimiters.find((delimiter) => delimiter === said);
  if (known) return known;
  const lines = [first, ...others].filter((line) => line.trim() !== '');
  const [best] = delimiters.map((delimiter) => ({ delimiter, fit: fitness(lines, delimiter) })).sort((a, b) => b.fit - a.fit);
  return best && best.fit > 0 ? best.delimiter : ',';
};

const breaks = /\r\n|\n|\r/g;
const breaksIn = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + (cell.match(breaks)?.length ?? 0), 0);
const isSaid = (cells: readonly string[], delimiter: string): boolean =>
  (cells.length === 1 && /^sep=.$/i.test(cells[0] ?? '')) ||
  (cells.length === 2 && cells.join(delimiter).toLowerCase() === `sep=${delimiter}`);

const batch = 500;
const quoteFaults: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/** The rows of a text in batches, each with the number of its first line. An unclosed quote is refused with its line. */
export async function* rowsOfText(
  source: Source,
  { encoding, delimiter, quotes }: TextReading,
  { recordBytes }: Limits,
): AsyncGenerator<readonly Row[]> {
  const parser = parse({
    delimiter,
    quote: quotes ? '"' : null,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: recordBytes,
  });
  const input = Readable.from(textsOf(source, encoding));
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let rows: Row[] = [],
    line = 1;
  try {
    for await (const record of parser) {
      const cells: readonly string[] = record;
      if (line > 1 || !isSaid(cells, delimiter)) rows.push({ line, cells });
      line += 1 + breaksIn(cells);
      if (rows.length === batch) {
        yield rows;
        rows = [];
      }
    }
  } catch (error) {
    if (error instanceof CsvError && quoteFaults.has(error.code)) throw new DomainError('TABLE_QUOTE', { params: { line } });
    throw error;
  } finally {
    input.destroy();
    parser.destroy();
  }
  if (rows.length > 0) yield rows;
}
