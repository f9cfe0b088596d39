/** Spreadsheets execute cells that start like this. */
const startsFormula = /^[=+\-@\t\r]/;
/** Plain negative numbers and amounts are safe. */
const isNumber = /^-?[$\s]?[\d.,]+\s?%?$/;

/** One value of a table in text; a text that a spreadsheet would run is marked. */
export const csvCell = (value: string): string => {
  const safe = startsFormula.test(value) && !isNumber.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Writes rows of text as CSV that spreadsheets open in UTF-8 and never execute. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
