/** A spreadsheet as text: the names of its columns and its rows. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const separators = ['\t', ';', ','];
const countOf = (line: string, separator: string): number => line.split(separator).length;

/** Reads comma, semicolon or tab separated text with quotes as spreadsheets write them; blank lines do not count. */
export const readTable = (source: string): Table => {
  const text = source.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const firstLine = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'));
  const separator = separators.toSorted((one, other) => countOf(firstLine, other) - countOf(firstLine, one))[0]!;
  const rows: string[][] = [[]];
  let cell = '',
    isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)!.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (letter === separator) endCell();
    else if (letter === '\n') {
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  const [header = [], ...others] = rows.filter((row) => row.some((each) => each !== ''));
  return { header, rows: others };
};
