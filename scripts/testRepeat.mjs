/**
 * `npm run test:repeat -- FILE TIMES`: runs a file of tests again and again while both processors are kept busy, and stops at the first failure.
 * `--listed` takes the files of `tests/unsteady.json`, which once failed without a fault of the product, each as often as it says there.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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

Runs a file of tests again and again (20 times unless told) while all processors are busy, and stops at the first failure.
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
const minutes = [];
let failed = 0;
try {
  for (const { file: name, times: count } of asked) {
    const began = performance.now();
    let done = 0;
    // A browser test is repeated within one run: its server starts once.
    const [runs, args, each] = name.endsWith('.spec.ts') ? [1, [name, `--repeat=${count}`], count] : [count, [name], 1];
    for (let at = 0; at < runs; at += 1) {
      const { code, output } = await run([process.execPath, 'scripts/test.mjs'], args, { quiet: true });
      if (code !== 0) {
        failed += 1;
        console.log(`${name} failed:\n${output}`);
        break;
      }
      done += each;
    }
    minutes.push([`${name}, ${done} of ${count} times`, (performance.now() - began) / 1000]);
    console.log(`${done === count ? 'ok    ' : 'FAILED'} ${name}, ${done} of ${count} times`);
  }
} finally {
  for (const burner of burners) burner.kill();
}
console.log(`\n${minutesTable(minutes)}\n\n${asked.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
