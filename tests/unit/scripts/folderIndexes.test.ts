import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderError, staleIndexes, writeIndexes } from '../../../scripts/lib/folderIndexes.mjs';

let root: string;
const put = (path: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
};
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dorsal-indexes-'));
  for (const file of [
    'src/resources/coupons/coupons.ts',
    'src/fields/text/text.ts',
    'src/fields/kit/contracts.ts',
    'server/features/sales/coupons.hooks.ts',
    'tests/access/coupons.ts',
  ])
    put(file);
  writeIndexes(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the indexes of this project say what is in its folders', () => expect(staleIndexes()).toEqual([]));

test('what is in a folder is in its index, and nothing is written twice', () => {
  expect(read('src/resources/index.ts')).toContain("import { coupons } from './coupons/coupons';");
  expect(read('src/fields/index.ts')).toContain("export { text } from './text/text';");
  expect(read('src/fields/index.ts')).not.toContain('kit');
  expect(read('server/hooks.ts')).toContain("import { couponsHooks } from './features/sales/coupons.hooks';");
  expect(read('tests/access/index.ts')).toContain("import { coupons } from './coupons';");
  expect(writeIndexes(root)).toEqual([]);
});

test('a new folder changes its index alone, and so does one that goes', () => {
  put('src/resources/race_photos/race_photos.ts');
  expect(writeIndexes(root)).toEqual(['src/resources/index.ts']);
  expect(read('src/resources/index.ts')).toContain('  coupons,\n  race_photos,\n');
  rmSync(join(root, 'src/resources/race_photos'), { recursive: true });
  expect(writeIndexes(root)).toEqual(['src/resources/index.ts']);
  expect(read('src/resources/index.ts')).not.toContain('race_photos');
});

test('an entity with hooks in two features is refused, with both places', () => {
  put('server/features/pricing/coupons.hooks.ts');
  expect(() => staleIndexes(root)).toThrow(
    new FolderError('"coupons" is there twice: server/features/pricing/coupons.hooks.ts and server/features/sales/coupons.hooks.ts.'),
  );
});

test('a folder whose file has another name is refused, while an empty one may still be filled', () => {
  mkdirSync(join(root, 'src/resources/empty'));
  expect(staleIndexes(root)).toEqual([]);
  put('src/resources/race_photos/race_photo.ts');
  expect(() => staleIndexes(root)).toThrow('src/resources/race_photos holds no race_photos.ts: name the file after its folder.');
});
