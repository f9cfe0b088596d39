import type { Merge, Row } from './Cell';

/** One sheet of a workbook, or a whole text file. */
export interface Grid {
  readonly name: string;
  readonly hidden: boolean;
  /** Whether every row must have as many cells as the header, as in a text file. Sheets leave out empty cells. */
  readonly even: boolean;
  /** The rows in batches; can be read again. */
  readonly rows: () => AsyncGenerator<readonly Row[]>;
  /** Merged cells; known after the rows were read to the end. */
  readonly merges: () => readonly Merge[];
}
