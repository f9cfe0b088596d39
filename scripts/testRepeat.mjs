/**
 * `npm run test:repeat -- FILE TIMES`: runs a test file repeatedly while both processors are kept busy, and stops at the first failure.
 * `--listed` takes the files of `tests/unsteady.json`, which once failed without a fault of the product, each as often as listed there.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, stop } from './lib/commandLine.mjs';
import { minutesTable } from './lib/minutesTable.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { root, run } from './lib/run.mjs';

requireNode();
const {
  values,
  positionals: [file, times = '20'],
} = commandLine({
  usage: `npm run test:repeat -- FILE [TIMES]

Runs a file of tests again and again (20 times by default) while all processors are busy, and stops at the first failure.
  --listed   the files of tests/unsteady.json instead, each as often as it says there`,
  options: { listed: { type: 'boolean' } },
  most: 2,
});
if (!values.listed && !file)
  stop('Say which file and how often: npm run test:repeat -- tests/e2e/list.spec.ts 20. Or --listed for those of tests/unsteady.json.');
if (!(Number(times) >= 1)) stop(`"${times}" is no number of times; it takes a whole number from 1.`);
const asked = values.listed ? JSON.parse(readFileSync(join(root, 'tests/unsteady.json'), 'utf8')) : [{ file, times: Number(times) }];

const burners = Array.from({ length: availableParallelism() }, () =>
  spawn(
    process.execPath,
    [
      '-e',
      'const parent = process.ppid; setInterval(() => { const until = Date.now() + 900; while (Date.now() < until); if (process.ppid !== parent) process.exit(); }, 0)',
    ],
    { stdio: 'ignore' },
  ),
);
const isBrowser = ({ file: name }) => name.endsWith('.spec.ts');
const browserTimes = [...new Set(asked.filter(isBrowser).map(({ times: count }) => Number(count)))];
/**
 * Browser tests with the same number of repetitions share one run: their servers start once for all of them. Other files start again each
 * time.
 */
const runs = [
  ...browserTimes.map((count) => {
    const names = asked.filter((each) => isBrowser(each) && Number(each.times) === count).map(({ file: name }) => name);
    return { names, count, starts: 1, args: [...names, `--repeat=${count}`] };
  }),
  ...asked
    .filter((each) => !isBrowser(each))
    .map(({ file: name, times: count }) => ({ names: [name], count, starts: Number(count), args: [name] })),
];
const folder = mkdtempSync(join(tmpdir(), 'dorsal-repeat-'));
/** The files that failed in a run, with the whole output shown; every file when the run itself failed. */
const failuresOf = async ({ names, args }) => {
  const counts = join(folder, 'counts.json');
  const { code, output } = await run([process.execPath, 'scripts/test.mjs'], [...args, `--counts=${counts}`], { quiet: true });
  if (code === 0) return [];
  console.log(output);
  const { problems } = JSON.parse(readFileSync(counts, 'utf8'));
  const named = names.filter((name) => problems.some((problem) => problem.includes(name)));
  return named.length > 0 ? named : names;
};
const minutes = [],
  failed = new Set();
try {
  for (const each of runs) {
    const { names, count, starts } = each;
    const began = performance.now();
    for (let at = 0; at < starts && !names.some((name) => failed.has(name)); at += 1)
      for (const name of await failuresOf(each)) failed.add(name);
    minutes.push([
      `${names.length === 1 ? names[0] : `${names.length} browser files`}, ${count} times`,
      (performance.now() - began) / 1000,
    ]);
    for (const name of names) console.log(`${failed.has(name) ? 'FAILED' : 'ok    '} ${name}, ${count} times`);
  }
} finally {
  for (const burner of burners) burner.kill();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${minutesTable(minutes)}\n\n${asked.length - failed.size} passed, ${failed.size} failed`);
process.exitCode = failed.size === 0 ? 0 : 1;
