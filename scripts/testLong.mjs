/**
 * `npm run test:long`: tests that find something only by chance, or take too long for each change: every server test on the embedded
 * database, random tests with new seeds and many more tries, 10,000 concurrent operations, PostgreSQL restarted ten times under 50 clients,
 * a pooler in front of it, kill -9 fifty times on each engine, five minutes of load, backups during writes and their restore, a full disk,
 * renamed columns, the steps of the Dockerfile, the documentation site, inserted faults (`npm run mutate`), and the files that were once unsteady, repeated
 * with both processors busy. `TEST_SEED=N npm run test:long` repeats the same draw.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './lib/commandLine.mjs';
import { findPostgres } from './lib/findPostgres.mjs';
import { minutesTable } from './lib/minutesTable.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run } from './lib/run.mjs';

requireNode();
commandLine({
  usage: `npm run test:long

What finds something only by chance or takes too long for each change. It takes no options and prints its seed; TEST_SEED=N draws the same again.`,
});
const largestSeed = 2 ** 31;
const seed = process.env.TEST_SEED ?? String(randomInt(largestSeed));
console.log(`TEST_SEED=${seed}`);

const folder = mkdtempSync(join(tmpdir(), 'dorsal-long-'));
const node = (script, args, env = {}) => run([process.execPath, script], args, { env });
const env = { TEST_LONG: '1', TEST_SEED: seed };
const counted = (name, args) => async () => {
  const counts = join(folder, `${name}.json`);
  const { code } = await node('scripts/test.mjs', [...args, `--counts=${counts}`], env);
  const { passed, failed } = JSON.parse(readFileSync(counts, 'utf8'));
  return { code, passed, failed };
};
const judged =
  (script, args = [], more = {}) =>
  async () => {
    const { code } = await run([process.execPath, ...(script.endsWith('.ts') ? ['--import', 'tsx'] : []), script], args, {
      env: { ...env, ...more },
    });
    return { code, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  };

const hasPostgres = (await findPostgres()) !== undefined;
const onEngines = hasPostgres ? {} : { ENGINES: 'embedded' };
const parts = [
  ...(hasPostgres ? [['server tests, many tries', counted('server', ['--only=server'])]] : []),
  ...(hasPostgres ? [['PostgreSQL restarted under 50 clients', judged('tests/long/postgresAway.ts')]] : []),
  ...(hasPostgres ? [['lists from a streaming replica', judged('tests/long/replica.ts')]] : []),
  ...(hasPostgres ? [['a pooler in transaction mode', judged('tests/long/pooler.ts')]] : []),
  ['kill -9 fifty times on each engine', judged('tests/long/killed.ts', [], onEngines)],
  ['kill -9 fifty times in the middle of actions over many records', judged('tests/long/killedJobs.ts', [], onEngines)],
  ['kill -9 fifty times in the middle of imports and of taking them back', judged('tests/long/killedImports.ts', [], onEngines)],
  ['30,000 finishers ranked, and files of real races (RESULT_FILES) published', judged('tests/long/results.ts', [], onEngines)],
  ['10,000 certificates in one ZIP file with memory flat', judged('tests/long/certificates.ts', [], onEngines)],
  ['five minutes of load with memory flat', judged('tests/long/load.ts', [], onEngines)],
  ['backups under writers, restored', judged('tests/long/backup.ts', [], onEngines)],
  ['a full disk', judged('tests/long/fullDisk.ts')],
  ['an area made by the generator', judged('tests/long/raceArea.ts')],
  ['renamed columns do not compile in the server', judged('tests/long/renamedColumns.ts')],
  ['the steps of the Dockerfile', judged('scripts/tryDockerfile.mjs')],
  ['the documentation site', judged('scripts/docs.ts')],
  ['the product with the example plugin', judged('tests/long/plugin.ts')],
  ['every page of the gallery, on both grounds', counted('gallery', ['tests/e2e/gallery.spec.ts'])],
  [
    'every profile through the menu, and axe on both grounds',
    counted('walks', ['tests/e2e/menuWalk.spec.ts', 'tests/e2e/accessibility.spec.ts']),
  ],
  ['every server test, embedded', counted('embedded', ['--only=server', '--engine=embedded'])],
  ['faults put into the code', judged('scripts/mutate.mjs', ['--workers=2'])],
  ['unsteady files, repeated', judged('scripts/testRepeat.mjs', ['--listed'])],
];
const minutes = [],
  totals = { passed: 0, failed: 0 };
for (const [name, work] of parts) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const { code, passed, failed } = await work();
  minutes.push([`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`, (performance.now() - began) / 1000]);
  totals.passed += passed;
  totals.failed += failed;
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${minutesTable(minutes)}\n\nTEST_SEED=${seed} draws the same again.\n\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
