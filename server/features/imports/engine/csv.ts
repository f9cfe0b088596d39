/** Cells that a spreadsheet would take for a formula are kept from it by an apostrophe. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(guarded(cell))).join(',')}\r\n`;
/** Tells spreadsheets that a text is UTF-8. */
export const byteOrderMark = '\ufeff';
