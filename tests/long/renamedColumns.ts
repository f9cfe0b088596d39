/**
 * A column that a declaration renames must not compile where the server uses it: in a copy of the project, columns of several declarations
 * get another name, and the compiler has to find each of them in `server`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './support/writers';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'dorsal-renamed-'));
const copied = ['src', 'server', 'packages', 'demo', 'tsconfig.json', 'package.json'];
/** Of each, the server reads or writes the column in SQL. */
const renamed = {
  payments: 'amount_cents',
  results: 'chip_code',
  distances: 'capacity',
  coupons: 'max_uses',
  report_jobs: 'requested_by_userid',
} as const;

const compile = (): string =>
  spawnSync(process.execPath, ['node_modules/typescript-native/bin/tsc', '--noEmit', '--pretty', 'false'], { cwd: copy, encoding: 'utf8' })
    .stdout;
const inServer = (output: string): readonly string[] => output.split('\n').filter((line) => line.startsWith('server/'));

try {
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(
    join(copy, 'tsconfig.json'),
    readFileSync(join(copy, 'tsconfig.json'), 'utf8').replace(/"include": \[.*\]/, '"include": ["src", "server"]'),
  );
  const before = inServer(compile());
  if (before.length > 0) throw new Error(`the copy did not compile before:\n${before.join('\n')}`);
  for (const [resource, column] of Object.entries(renamed)) {
    const path = join(copy, 'src/resources', resource, `${resource}.ts`);
    const text = readFileSync(path, 'utf8'),
      changed = text.replace(`\n    ${column}: `, `\n    ${column}_renamed: `);
    if (changed === text) throw new Error(`${resource} declares no ${column}`);
    writeFileSync(path, changed);
  }
  const found = inServer(compile());
  const missed = Object.entries(renamed).filter(([resource, column]) => {
    const lines = found.filter((line) => line.includes(`'${column}'`));
    say(`${resource}.${column}: ${lines.length} places in the server do not compile, such as ${lines[0] ?? 'none'}`);
    return lines.length === 0;
  });
  if (missed.length > 0) throw new Error(`the server compiles without ${missed.map((each) => each.join('.')).join(', ')}`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
