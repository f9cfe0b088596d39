import { textIn, listIn, partOf } from '@/schema/unknown';

/** A block of cells on its way to the import that checks and writes it: the state of a step to that page. */
export interface PastedFile {
  /** Lines of cells with tabs between them; the first line names the columns. */
  readonly text: string;
  /** The field that each column fills, or null. */
  readonly columns: readonly { readonly column: string; readonly field: string | null }[];
  /** By what a line names its record. */
  readonly match_key: string;
}

/** The block in the state of a step; null when there is none. */
export const pastedIn = (state: unknown): PastedFile | null => {
  const pasted = partOf(state, 'pasted');
  const text = textIn(partOf(pasted, 'text')),
    match_key = textIn(partOf(pasted, 'match_key'));
  if (text === null || match_key === null) return null;
  const columns = listIn(partOf(pasted, 'columns')).map((each) => ({
    column: textIn(partOf(each, 'column')) ?? '',
    field: textIn(partOf(each, 'field')),
  }));
  return { text, columns, match_key };
};
