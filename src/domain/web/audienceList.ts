/** Most people in one list; larger audiences are chosen by conditions. */
export const mostListed = 2000;
export const longestList = 80_000;

/** One line of a list and the person that it identifies. */
export interface Listed {
  readonly line: number;
  readonly text: string;
}

const titles: ReadonlySet<string> = new Set(['id', 'email', 'e-mail', 'correo', 'atleta', 'athlete', 'web_userid', 'asdeporteid']);
const isNumber = (text: string): boolean => /^\d+$/.test(text);
const cellsOf = (line: string): readonly string[] =>
  line
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter(Boolean);
/** The first line of a file may name its columns. */
const isTitle = (cells: readonly string[]): boolean =>
  cells.some((cell) => titles.has(cell.toLowerCase())) && !cells.some((cell) => cell.includes('@') || isNumber(cell));

/** The people in a pasted or uploaded text, one per line: their e-mail if the line has one, else their number, else its first cell. */
export const listedIn = (text: string): readonly Listed[] =>
  text.split(/\r\n|\r|\n/).flatMap((each, at) => {
    const cells = cellsOf(at === 0 ? each.replace(/^\uFEFF/, '') : each);
    const named = cells.find((cell) => cell.includes('@')) ?? cells.find(isNumber) ?? cells[0];
    return named === undefined || (at === 0 && isTitle(cells)) ? [] : [{ line: at + 1, text: named }];
  });
