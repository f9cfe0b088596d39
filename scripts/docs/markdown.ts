/** A comment as the text of a page: text that looks like a tag stays text, code is left unchanged. */
export const prose = (comment: string): string =>
  comment
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');

/** A block of code, with a fence that its content allows. */
export const code = (text: string, language = 'ts'): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** A table whose cells may hold any text. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

/** Parts of a page with a blank line between them; empty ones are left out. */
export const page = (...parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

const longest = 110;
const unseen = /[\p{C}\p{Z}]/gu;
/** A value of a fixture as code; invisible characters are written as escapes. */
export const literal = (value: unknown): string => {
  const text = (typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))).replace(unseen, (sign) =>
    sign === ' ' ? sign : `\\u${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
};
