import { csvCell } from '@/words/csv';
import type { Encoder, Sheet } from './Encoder';

const none = Buffer.alloc(0);
const passed = async (data: Buffer): Promise<Buffer> => data;

/** A table in text as spreadsheets read it: UTF-8 with its mark, the words of the columns first. */
export const csvEncoder = ({ columns }: Sheet): Encoder => ({
  begin: async () => Buffer.from(`\uFEFF${columns.map(({ label }) => csvCell(label)).join(',')}\n`),
  write: passed,
  end: async () => none,
});

/** One JSON object for each row. */
export const jsonEncoder = (): Encoder => ({ begin: async () => none, write: passed, end: async () => none });

const newline = 0x0a;
/** The lines of a piece of whole lines. */
export function* linesIn(data: Buffer): Generator<string> {
  for (let from = 0; from < data.length;) {
    const end = data.indexOf(newline, from);
    yield data.toString('utf8', from, end < 0 ? data.length : end);
    from = end < 0 ? data.length : end + 1;
  }
}
