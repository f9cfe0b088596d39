const quoted = /^"((?:[^"]|"")*)"$/;

/**
 * The cells of a block that was copied from a spreadsheet: lines of cells with tabs between them, as every spreadsheet puts them on the
 * clipboard. Cells with line breaks come in quotes. Null for a single cell, which is no block.
 */
export const readBlock = (text: string): readonly (readonly string[])[] | null => {
  const lines: string[][] = [[]];
  let cell = '',
    isQuoted = false;
  const endCell = (): void => {
    lines.at(-1)?.push((quoted.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell).replace(/\s+/g, ' ').trim());
    cell = '';
  };
  for (const sign of text.replaceAll('\r\n', '\n').replace(/\n+$/, '')) {
    if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    if (!isQuoted && sign === '\t') endCell();
    else if (!isQuoted && sign === '\n') {
      endCell();
      lines.push([]);
    } else cell += sign;
  }
  endCell();
  const width = Math.max(...lines.map(({ length }) => length));
  if (lines.length === 1 && width === 1) return null;
  return lines.map((line) => [...line, ...Array<string>(width - line.length).fill('')]);
};
