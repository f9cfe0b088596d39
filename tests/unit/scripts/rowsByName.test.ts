import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, tools } from '../../../scripts/lib/run.mjs';

let folder: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-rows-'));
  write('tsconfig.json', '{}');
  write('server/kernel/asArrays.ts', 'export const asArrays = Symbol();');
  write('server/kernel/select.ts', "import { asArrays } from './asArrays';\nexport const select = asArrays;");
  write('server/features/good.ts', "import { select } from '../kernel/select';\nexport const good = select;");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rules about rows that the imports of the folder break. */
const broken = (): string[] => {
  const [node = '', script = ''] = tools.depcruise;
  const config = join(root, '.dependency-cruiser.cjs');
  const { stdout } = spawnSync(node, [script, '--config', config, '--output-type', 'json', 'server'], { cwd: folder, encoding: 'utf8' });
  const { summary } = JSON.parse(stdout);
  return summary.violations
    .filter(({ rule }: { rule: { name: string } }) => rule.name === 'rows-come-by-name')
    .map(({ from }: { from: string }) => from);
};

test('the kernel reads rows as arrays, and others read them by name', () => expect(broken()).toEqual([]));

test('nobody else gets the key that answers rows as arrays', () => {
  write('server/features/bad.ts', "import { asArrays } from '../kernel/asArrays';\nexport const bad = asArrays;");
  expect(broken()).toEqual(['server/features/bad.ts']);
});
