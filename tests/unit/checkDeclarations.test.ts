import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDeclarations } from '../../server/checkDeclarations';

let folder: string, source: string, mark: string, times: number;
const wrong = { code: 'R001', at: 'things.ghostid', message: 'things.ghostid leads to "ghosts", and no resource is called "ghosts".' };
const check = (problems: readonly (typeof wrong)[] = []) =>
  checkDeclarations(source, mark, () => {
    times += 1;
    return problems;
  });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-declarations-'));
  source = join(folder, 'src');
  mark = join(folder, 'dist', 'declarations.hash');
  times = 0;
  for (const name of ['schema', 'words', 'fields', 'resources/things', 'domain']) mkdirSync(join(source, name), { recursive: true });
  writeFileSync(join(source, 'resources/things/things.ts'), 'export const things = 1;');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('declarations that passed are not checked again until one of them changes', () => {
  expect(check()).toEqual([]);
  expect(check()).toEqual([]);
  expect(times).toBe(1);
  writeFileSync(join(source, 'resources/things/things.views.tsx'), 'export const views = 1;');
  expect(check()).toEqual([]);
  expect(times).toBe(1);
  writeFileSync(join(source, 'resources/things/things.ts'), 'export const things = 2;');
  expect(check([wrong])).toEqual([`R001 ${wrong.message}`]);
  expect(times).toBe(2);
});

test('declarations that did not pass are checked, and reported, at every start', () => {
  expect([check([wrong]), check([wrong])]).toEqual([[`R001 ${wrong.message}`], [`R001 ${wrong.message}`]]);
  expect(existsSync(mark)).toBe(false);
});

test('a moved name is a change, and a folder that nobody may write costs another check and nothing else', () => {
  expect(check()).toEqual([]);
  cpSync(join(source, 'resources/things'), join(source, 'resources/others'), { recursive: true });
  rmSync(join(source, 'resources/things'), { recursive: true });
  writeFileSync(join(folder, 'file'), '');
  mark = join(folder, 'file', 'declarations.hash');
  expect([check(), check()]).toEqual([[], []]);
  expect(times).toBe(3);
});
