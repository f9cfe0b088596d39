import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../scripts/lib/commandLine.mjs';
import { isLong } from '../../support/effort';
import { longer } from '../../support/limits';

const options = { only: { type: 'string' }, fast: { type: 'boolean' } } as const;

describe('the arguments of a command', () => {
  test('are read with their values', () =>
    expect(readCommandLine(['--only=a', 'one'], options, 1)).toMatchObject({ values: { only: 'a' }, positionals: ['one'] }));
  test.each([
    [['--nothing'], 'There is no option --nothing; there are --only, --fast, --help.'],
    [['--only'], '--only needs a value: --only=...'],
    [['--fast=yes'], '--fast takes no value.'],
    [['one', 'two'], '"two" is one too many.'],
  ])('%j are refused with one sentence', (args, problem) => expect(readCommandLine(args, options, 1)).toEqual({ problem }));
  test('are refused where a command takes none', () =>
    expect(readCommandLine(['one'])).toEqual({ problem: '"one" is one too many: this command takes options only.' }));
});

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
const commands = Object.entries(scripts).filter(([name]) => name !== 'format');
const run = (command: string, ...args: string[]) => {
  const [program, ...first] = command.split(' ');
  return spawnSync(program === 'node' ? process.execPath : program!, [...first, ...args], { encoding: 'utf8' });
};

/** The gate starts one command of each kind; the long run starts all of them. */
const started = isLong ? commands : commands.filter(([name]) => ['check', 'backup', 'start'].includes(name));

test.each(commands)('npm run %s reads its arguments as all commands do', (_name, command) =>
  expect(readFileSync(command.split(' ').at(-1)!, 'utf8')).toMatch(/\bcommand(Line)?\(\{/),
);
test.each(started)('npm run %s says with --help how it is used', longer, (name, command) => {
  const { status, stdout, stderr } = run(command, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b`));
});

test.each(started)('npm run %s refuses an option that it does not know, without a stack', longer, (_name, command) => {
  const { status, stdout, stderr } = run(command, '--bogus');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^There is no option --bogus; there (is|are) .*--help\.\n/);
  expect(stderr).not.toContain('    at ');
});
