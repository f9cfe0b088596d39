import type { Locale } from '../../../kernel/messages';
import { DomainError } from '../../../kernel/DomainError';
import type { DownloadFormat } from './Asked';
import type { Encoder, Sheet } from './Encoder';
import { mostPrintedRows, pdfEncoder } from './pdfEncoder';
import { csvEncoder, jsonEncoder } from './textEncoders';
import { mostSheetRows, workbookEncoder } from './workbook';

interface Format {
  readonly mime: string;
  readonly extension: string;
  /** Rows that are answered while somebody waits for them; more are a job. */
  readonly atOnce: number;
  /** Rows beyond which the format does not go. */
  readonly most: number;
  /** How `copy` writes the rows out. */
  readonly copy: string;
  readonly encoder: (sheet: Sheet, locale: Locale) => Encoder;
}
/** One text for each row, which `copy` leaves as it is: no row holds the characters that it would mark. */
const lines = "format csv, delimiter E'\\x02', quote E'\\x01'";
const endless = Number.MAX_SAFE_INTEGER;
/** The kinds of files, and how far each goes. */
export const formats: { readonly [F in DownloadFormat]: Format } = {
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv', atOnce: 5000, most: endless, copy: 'format csv', encoder: csvEncoder },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    atOnce: 5000,
    most: mostSheetRows - 1,
    copy: lines,
    encoder: workbookEncoder,
  },
  json: { mime: 'application/x-ndjson; charset=utf-8', extension: 'jsonl', atOnce: 5000, most: endless, copy: lines, encoder: jsonEncoder },
  pdf: { mime: 'application/pdf', extension: 'pdf', atOnce: 500, most: mostPrintedRows, copy: lines, encoder: pdfEncoder },
};

/** Everybody of a large event, on labels. */
const mostPacked = 60_000;
/** Refuses what a format does not hold, before anything is begun. */
export const judgeRows = (format: DownloadFormat, rows: number, isPacked = false): void => {
  const most = isPacked ? mostPacked : formats[format].most;
  if (rows > most) throw new DomainError('DOWNLOAD_TOO_MANY_ROWS', { params: { rows, most, format: format.toUpperCase() } });
};
