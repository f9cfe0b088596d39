/** Spreadsheets run what starts like this. */
const startsFormula = /^[=+\-@\t\r]/;
/** Plain negative numbers and amounts are quantities; nothing in them can run. */
const isNumber = /^-?[$\s]?[\d.,]+\s?%?$/;

const cell = (value: string): string => {
  const safe = startsFormula.test(value) && !isNumber.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Writes rows of text as CSV that spreadsheets open in UTF-8 and never execute. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
