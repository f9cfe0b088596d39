/**
 * `npm test`: every test there is, in a real browser too; the last line is `N passed, N failed`. A skipped test counts as failed.
 *
 * `--server-only` leaves screens and browser out; `--engine=postgres` runs on TEST_DATABASE_URL, or on the PostgreSQL of this machine; `--counts=FILE` also writes the counts and what was not passed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClient } from './lib/buildClient.mjs';
import { countPlaywright, countVitest, testFiles } from './lib/count.mjs';
import { findChromium } from './lib/findChromium.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run, tools } from './lib/run.mjs';

requireNode();
const args = process.argv.slice(2);
const valueOf = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const isServerOnly = args.includes('--server-only');
const engine = valueOf('engine') ?? 'embedded';
if (!['embedded', 'postgres'].includes(engine)) {
  console.error(`--engine=${engine} is unknown; it takes embedded or postgres.`);
  process.exit(1);
}

/** What `--server-only` runs: whatever talks to a database or to the server. */
const serverTests = ['api', 'auth', 'contract', 'database', 'demo', 'load'].map((name) => `tests/${name}/`);
const isWanted = (file) => !isServerOnly || (serverTests.some((folder) => file.startsWith(folder)) && file.endsWith('.test.ts'));

const reports = mkdtempSync(join(tmpdir(), 'dorsal-reports-'));
const databaseUrl = engine === 'postgres' ? (process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres') : '';

const vitest = async () => {
  const file = join(reports, 'vitest.json');
  const only = isServerOnly ? ['--project', 'unit', '--typecheck.enabled=false', ...serverTests] : [];
  const { code } = await run(tools.vitest, ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...only], { env: { TEST_DATABASE_URL: databaseUrl, NODE_ENV: 'test' } });
  return { code, ...countVitest(file) };
};

const playwright = async () => {
  const file = join(reports, 'playwright.json');
  const chromium = await findChromium();
  await buildClient();
  const { code } = await run(tools.playwright, ['test', '--reporter=list,json'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium } });
  return { code, ...countPlaywright(file) };
};

/** An exit code without a failed test (an error outside any test) must still fail. */
const explained = ({ code, problems, ...rest }, name) => ({ ...rest, problems: code !== 0 && problems.length === 0 ? [`${name}: exit code ${code} without a failed test`] : problems });

const results = [explained(await vitest(), 'vitest')];
if (!isServerOnly) results.push(explained(await playwright(), 'playwright'));
const seen = new Set(results.flatMap(({ files }) => files));
const problems = [
  ...results.flatMap((result) => result.problems),
  ...testFiles().filter((file) => isWanted(file) && !seen.has(file)).map((file) => `${file}: no runner ran it`),
];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
rmSync(reports, { recursive: true, force: true });

const unsteady = results.flatMap((result) => result.unsteady ?? []);
if (unsteady.length > 0) console.log(`\nPassed at the second try only:\n${unsteady.map((line) => `  ${line}`).join('\n')}`);
if (problems.length > 0) console.log(`\nNot passed:\n${problems.map((line) => `  ${line}`).join('\n')}`);
const counts = valueOf('counts');
if (counts) writeFileSync(counts, JSON.stringify({ passed, failed: problems.length, problems }));
console.log(`\n${passed} passed, ${problems.length} failed`);
process.exitCode = problems.length === 0 && passed > 0 ? 0 : 1;
