/**
 * `npm test`: all tests, including those in a real browser; the last line is `N passed, N failed`. A skipped test counts as failed.
 *
 * `npm test -- FILE...` runs only these files, with `--watch` again after each change, browser tests with `--repeat=N` N times.
 * `--only=server,embedded,views,browser` runs parts. Server tests run on the PostgreSQL of TEST_DATABASE_URL, or of this machine, and the
 * parts that can differ also on the embedded database; without a PostgreSQL, or with `--engine=embedded`, all of them run on the embedded
 * database. `--counts=FILE` writes the counts as JSON. With `--together` browser tests do not wait for the others: each part leaves a third
 * of two processors idle while it waits, and the limits must be patient (`TEST_PATIENCE`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClient } from './lib/buildClient.mjs';
import { commandLine, stop } from './lib/commandLine.mjs';
import { countPlaywright, countVitest, testFiles } from './lib/count.mjs';
import { findChromium, findShell } from './lib/findChromium.mjs';
import { findPostgres } from './lib/findPostgres.mjs';
import { minutesTable } from './lib/minutesTable.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run, tools } from './lib/run.mjs';

requireNode();
const { values, positionals: files } = commandLine({
  usage: `npm test [-- FILE...] [--only=PARTS] [--engine=embedded|postgres] [--watch] [--repeat=N] [--together] [--counts=FILE]

Every test there is; the last line is "N passed, N failed".
  FILE...         these files alone
  --only=PARTS    some of server, embedded, views, browser
  --engine=NAME   the database of server tests: postgres, or embedded where there is none
  --watch         runs again after each change
  --repeat=N      browser tests so often
  --together      browser tests at the same time as the others
  --counts=FILE   writes the counts as JSON`,
  options: {
    only: { type: 'string' },
    engine: { type: 'string' },
    counts: { type: 'string' },
    watch: { type: 'boolean' },
    repeat: { type: 'string' },
    together: { type: 'boolean' },
  },
  most: Infinity,
});
const projects = ['server', 'embedded', 'views'];
const parts = values.only?.split(',') ?? [...projects, 'browser'];
const unknown = parts.find((part) => ![...projects, 'browser'].includes(part));
if (unknown) stop(`--only=${unknown} is unknown; it takes ${[...projects, 'browser'].join(', ')}.`);
if (values.engine && !['embedded', 'postgres'].includes(values.engine))
  stop(`--engine=${values.engine} is unknown; it takes embedded or postgres.`);
const missing = files.filter((file) => !testFiles().some((each) => each.includes(file)));
if (missing.length > 0) stop(`No file of tests is called ${missing.join(', ')}.`);

const isBrowser = (file) => file.endsWith('.spec.ts') || file.includes('tests/e2e');
const chosen = { vitest: files.filter((file) => !isBrowser(file)), browser: files.filter(isBrowser) };
const needsVitest = files.length === 0 ? parts.some((part) => part !== 'browser') : chosen.vitest.length > 0;
const needsBrowser = files.length === 0 ? parts.includes('browser') : chosen.browser.length > 0;

const databaseUrl = values.engine === 'embedded' ? undefined : await findPostgres();
if (values.engine === 'postgres' && !databaseUrl) stop('There is no PostgreSQL to test on: say where with TEST_DATABASE_URL.');
/** On the embedded database alone, `server` already runs all of it. */
const wanted = projects.filter((part) => parts.includes(part) && (part !== 'embedded' || databaseUrl));
const reports = mkdtempSync(join(tmpdir(), 'dorsal-reports-'));

const vitest = async () => {
  const file = join(reports, 'vitest.json');
  const only = wanted.flatMap((part) => (part === 'views' ? ['--project', 'views', '--project', 'replaced'] : ['--project', part]));
  const env = { TEST_DATABASE_URL: databaseUrl ?? '', NODE_ENV: 'test', COUNTS_FILE: file };
  const { code } = await run(
    tools.vitest,
    [values.watch ? 'watch' : 'run', '--reporter=default', '--reporter=./scripts/lib/countReporter.mjs', ...only, ...chosen.vitest],
    { env },
  );
  return { code, ...countVitest(file) };
};

const playwright = async (isTogether) => {
  const file = join(reports, 'playwright.json');
  const chromium = await findChromium();
  const began = performance.now();
  const { code, output } = await run(
    tools.playwright,
    ['test', '--reporter=list,json', ...(values.repeat ? [`--repeat-each=${values.repeat}`] : []), ...chosen.browser],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        CHROMIUM_PATH: findShell() ?? chromium,
        CHROMIUM_PROFILED_PATH: chromium,
        TEST_DATABASE_URL: databaseUrl ?? '',
      },
      quiet: isTogether,
    },
  );
  const seconds = (performance.now() - began) / 1000;
  return { code, output: isTogether ? output : '', ...countPlaywright(file), seconds };
};

/** An exit code without a failed test (an error outside any test) must still fail. */
const explained = ({ code, problems, ...rest }, name) => ({
  ...rest,
  problems: code !== 0 && problems.length === 0 ? [`${name}: exit code ${code} without a failed test`] : problems,
});
const timed = async (work) => {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
};

const opensBrowser = needsBrowser && !values.watch;
const isTogether = Boolean(values.together) && needsVitest && opensBrowser;
const { seconds: buildSeconds } = await timed(() => (opensBrowser ? buildClient() : undefined));
const browserTests = isTogether ? playwright(true) : undefined;
const { result: others, seconds: othersSeconds } = await timed(() => (needsVitest ? vitest() : undefined));
const browser = opensBrowser ? await (browserTests ?? playwright(false)) : undefined;
if (isTogether) console.log(browser.output); // only now, so that the lines of two runners do not mix
const results = [...(others ? [explained(others, 'vitest')] : []), ...(browser ? [explained(browser, 'playwright')] : [])];
rmSync(reports, { recursive: true, force: true });

const seen = new Set(results.flatMap((result) => result.files));
const isWhole = files.length === 0 && !values.only;
const problems = [
  ...results.flatMap((result) => result.problems),
  ...(isWhole
    ? testFiles()
        .filter((file) => !seen.has(file))
        .map((file) => `${file}: no runner ran it`)
    : []),
];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const minutes = [
  ...(browser ? [['build', buildSeconds]] : []),
  ...(others ? [['server, embedded and view tests', othersSeconds, others.seconds]] : []),
  ...(browser ? [[isTogether ? 'browser, in parallel with these tests' : 'browser', browser.seconds]] : []),
];

console.log(`\n${minutesTable(minutes)}`);
if (problems.length > 0) console.log(`\nNot passed:\n${problems.map((line) => `  ${line}`).join('\n')}`);
if (values.counts) writeFileSync(values.counts, JSON.stringify({ passed, failed: problems.length, problems, minutes }));
console.log(`\n${passed} passed, ${problems.length} failed`);
process.exitCode = problems.length === 0 && passed > 0 ? 0 : 1;
