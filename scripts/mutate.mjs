/**
 * `npm run mutate`: inserts small faults into a copy of the project, one at a time, and runs the tests that should notice. An unnoticed
 * fault is a gap in the tests.
 *
 * `--only=AREA` or `--only=PART-OF-A-NAME` picks some faults, `--workers=2` tries two at a time, `--help` lists the rest. Tests run on the
 * PostgreSQL of TEST_DATABASE_URL, or of this machine, otherwise on the embedded database. The exit code is 1 when less than 95 % are
 * caught.
 */
import { cpus } from 'node:os';
import { allFaults, brokenFaults } from '../tests/mutate/faults.mjs';
import { commandLine, stop } from './lib/commandLine.mjs';
import { findPostgres } from './lib/findPostgres.mjs';
import { makeCopy, runTests } from './lib/mutation.mjs';
import { requireNode } from './lib/requireNode.mjs';

requireNode();
const least = 0.95,
  wholeMs = 30 * 60_000;
const usage = `npm run mutate [-- --only=AREA|NAME] [--workers=N] [--no-whole] [--list]

Puts small faults into a copy of the project, one at a time, and runs the tests that should notice.
  --only=TEXT   only the faults of an area, or those whose name contains TEXT
  --workers=N   how many are tried at the same time (1 unless said; ${Math.max(1, cpus().length)} on this machine when nothing else runs)
  --no-whole    leaves out the run without any fault, where the tests have just passed
  --list        shows the faults and their tests, and runs nothing
The exit code is 1 when less than ${least * 100} % are caught.`;

const flag = { type: 'boolean', default: false };
const {
  values: { only, workers: howMany, list, 'no-whole': noWhole },
} = commandLine({ usage, options: { only: { type: 'string' }, workers: { type: 'string', default: '1' }, list: flag, 'no-whole': flag } });
process.env.TEST_DATABASE_URL = (await findPostgres()) ?? '';
const workers = Number(howMany);
if (!Number.isInteger(workers) || workers < 1) stop('--workers takes a whole number from 1.');

const broken = brokenFaults();
if (broken.length > 0)
  stop(`These faults no longer fit the code; correct them in tests/mutate:\n${broken.map((line) => `  ${line}`).join('\n')}`);
const isArea = allFaults.some(({ area }) => area === only);
const chosen = allFaults.filter(({ area, name }) => !only || (isArea ? area === only : name.includes(only)));
if (chosen.length === 0)
  stop(`No fault is called "${only}"; the areas are: ${[...new Set(allFaults.map(({ area }) => area))].join(', ')}.`);
if (list) {
  for (const { area, name, file, tests } of chosen) console.log(`${area.padEnd(10)} ${name}\n           ${file} -> ${tests.join(' ')}`);
  process.exit(0);
}

const minutes = (ms) => `${(ms / 60_000).toFixed(2)} min`;
const began = performance.now();
const copies = Array.from({ length: Math.min(workers, chosen.length) }, () => makeCopy());
process.once('exit', () => {
  for (const copy of copies) copy.remove();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const survivors = [],
  results = [];
try {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  console.log(`${chosen.length} faults, ${files.length} test files, ${copies.length} at a time.`);
  if (!noWhole) {
    const whole = await runTests(copies[0], { tests: files, limitMs: wholeMs });
    if (whole.outcome !== 'passed')
      throw new Error(`The tests must pass before faults are tried; they did not (${whole.outcome}):\n${whole.output.slice(-4000)}`);
    console.log(`Without any fault they pass: ${whole.passed} tests, ${minutes(performance.now() - began)}.\n`);
  }
  const queue = [...chosen];
  const work = async (copy) => {
    for (let fault = queue.shift(); fault; fault = queue.shift()) {
      const since = performance.now();
      copy.put(fault);
      const { outcome, output } = await runTests(copy, fault);
      copy.takeBack(fault);
      if (outcome === 'no tests')
        throw new Error(`"${fault.name}": no test ran; correct its tests or its pattern.\n${output.slice(-2000)}`);
      const isCaught = outcome !== 'passed';
      results.push({ ...fault, isCaught });
      if (!isCaught) survivors.push(fault);
      const verdict = isCaught ? 'caught  ' : 'SURVIVED',
        time = minutes(performance.now() - since).padStart(9);
      console.log(`${verdict}  ${time}  ${fault.area.padEnd(10)} ${fault.name}${outcome === 'hung' ? ' (the tests hung)' : ''}`);
    }
  };
  await Promise.all(copies.map(work));
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}

const caught = results.length - survivors.length,
  share = caught / results.length;
console.log('');
for (const area of new Set(results.map((result) => result.area))) {
  const of = results.filter((result) => result.area === area);
  console.log(`${area.padEnd(10)} ${String(of.filter(({ isCaught }) => isCaught).length).padStart(3)} of ${of.length}`);
}
if (survivors.length > 0) console.log('\nNo test noticed:');
for (const { area, name, file, find, replace } of survivors)
  console.log(`  ${area}: ${name}\n    ${file}: ${find.trim()} -> ${replace.trim() || '(nothing)'}`);
const percent = `${(share * 100).toFixed(1)} %, at least ${least * 100} % wanted`;
console.log(`\n${caught} of ${results.length} faults caught (${percent}) in ${minutes(performance.now() - began)}`);
process.exitCode = share >= least ? 0 : 1;
