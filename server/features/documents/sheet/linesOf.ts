import type { Sheet } from './Sheet';

/** The beginning of a word that fits into a line, for words that are longer than a line. */
const fits = ({ page }: Sheet, letters: readonly string[], room: number): number => {
  let low = 1,
    high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (page.widthOfString(letters.slice(0, middle).join('')) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Breaks text into lines of the current font: at its own breaks, between words, and inside words that are longer than a line. */
export const linesOf = (sheet: Sheet, text: string, room: number): readonly string[] => {
  const { page } = sheet,
    lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      const longer = line ? `${line} ${word}` : word;
      if (page.widthOfString(longer) <= room) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      let letters = Array.from(word);
      while (page.widthOfString(letters.join('')) > room && letters.length > 1) {
        const count = fits(sheet, letters, room);
        lines.push(letters.slice(0, count).join(''));
        letters = letters.slice(count);
      }
      line = letters.join('');
    }
    lines.push(line);
  }
  return lines;
};
