import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldNameProblem } from '../../scripts/lib/fieldName';
import { longer } from '../support/limits';

const root = fileURLToPath(new URL('../../', import.meta.url));
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'dorsal-new-field-'));
  for (const part of [
    'src',
    'server',
    'demo',
    'scripts',
    'tests',
    'locales',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'vite.config.ts',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', VITEST: '' } });
const newField = (...args: string[]) => node('--import', 'tsx', 'scripts/newField.ts', ...args);

describe('npm run new:field', () => {
  test('writes a type that keeps the contract of all types', longer, () => {
    const { status, stdout } = newField('shoeSize');
    expect(status).toBe(0);
    expect(stdout).toContain('wrote   src/fields/shoeSize/shoeSize.fixture.ts');
    const names = readFileSync(join(copy, 'src/fields/index.ts'), 'utf8')
      .split('\n')
      .map((line) => /\{ (\w+) \}/.exec(line)?.[1]);
    expect(names.slice(names.indexOf('shoeSize') - 1, names.indexOf('shoeSize') + 2)).toEqual(['rows', 'shoeSize', 'slug']);
    const contract = node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      'tests/contract/fields.test.ts',
      '-t',
      'shoeSize|every folder',
    );
    expect(contract.stdout).toContain('1 passed');
    expect({ status: contract.status, said: contract.status === 0 ? '' : contract.stdout }).toEqual({ status: 0, said: '' });
    expect(Number(/Tests\s+(\d+) passed/.exec(contract.stdout)?.[1])).toBeGreaterThan(8);
  });
  test('refuses what is no name, what is taken and what the language keeps for itself', () => {
    for (const name of ['', 'ShoeSize', 'shoe_size', '../x', 'default', 'money'])
      expect({ name, problem: fieldNameProblem(name) }).toEqual({ name, problem: expect.any(String) });
    expect(fieldNameProblem('postalCode')).toBeUndefined();
  });
});
