import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Row {
  readonly section: string;
  readonly file: string;
  readonly name: string;
}
const rows: readonly Row[] = readFileSync('docs/specification.md', 'utf8').split('\n').flatMap((line) => {
  const [, section, , file, name] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return section && /^\d+$/.test(section) ? [{ section, file: file!.replaceAll('`', ''), name: name! }] : [];
});
/** Whether a file has a test of exactly this name. */
const hasTest = ({ file, name }: Row): boolean => existsSync(file) && ["'", '"', '`'].some((quote) => readFileSync(file, 'utf8').includes(`${quote}${name}${quote}, `));

describe('the table of the specification', () => {
  test('speaks of sections 4, 8 and 9', () => expect([...new Set(rows.map(({ section }) => section))]).toEqual(['4', '8', '9']));
  test.each(rows)('§$section has "$name"', (row) => expect(hasTest(row), `${row.file} › ${row.name}`).toBe(true));
});
