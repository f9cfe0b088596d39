/**
 * `npm run check:changed`: types, lint, words, and the tests for what changed since main. For a declaration these are its rows of the
 * contract and access tests, and tests that name it. The whole check is `npm run check`.
 */
import { changedFiles, changedTests } from './lib/changedTests.mjs';
import { commandLine } from './lib/commandLine.mjs';
import { findPostgres } from './lib/findPostgres.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run, tools } from './lib/run.mjs';
import { runSteps } from './lib/runSteps.mjs';
import { steps } from './lib/steps.mjs';

requireNode();
commandLine({
  usage: `npm run check:changed

Types, lint, words, migrations, and the tests near what differs from main. It takes no options; "npm run check" is the whole gate.`,
});
/** More files than this take too long to wait for; the nearest come first. */
const mostFiles = 8;
const files = changedFiles();
if (files.length === 0) {
  console.log('Nothing changed since main.');
  process.exit(0);
}
const { entities, files: reached, heavy, browser } = changedTests(files);
const [near, far] = [reached.slice(0, mostFiles), [...reached.slice(mostFiles), ...heavy]];
const env = { TEST_DATABASE_URL: (await findPostgres()) ?? '', NODE_ENV: 'test' };
const vitest = (...args) =>
  run(
    tools.vitest,
    ['run', '--project', 'server', '--project', 'views', '--project', 'replaced', '--passWithNoTests', '--reporter=dot', ...args],
    { env, quiet: true },
  );
const tested = (args, advice) => async () => {
  const { code, output } = await vitest(...args);
  return code === 0 ? { note: /Tests\s+(?:.*?\s)?(\d+) passed/.exec(output)?.[0].replace(/\s+/g, ' ') } : { output, advice };
};
const rows =
  entities.length === 0
    ? []
    : [
        [
          `rows of ${entities.length === 1 ? entities[0] : `${entities.length} entities`}`,
          tested(
            ['tests/contract', 'tests/api/access.test.ts', '-t', `\\b(${entities.join('|')})\\b`],
            'These rows speak of what you changed.',
          ),
        ],
      ];
const others = near.length === 0 ? [] : [[`${near.length} files of tests`, tested(near, 'These tests reach what you changed.')]];
/** Checks again only what a change reaches; how much work the types are is a matter of the whole gate. */
const changedTypes = async () => {
  const { code, output } = await run(
    tools.tsc,
    ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/dorsal/types.tsbuildinfo'],
    { quiet: true },
  );
  return code === 0 ? null : { output, advice: 'Correct the types; "npx tsc --noEmit" repeats this step.' };
};
const named = new Map(steps);
const pick = (...names) => names.map((name) => [name, named.get(name)]);

console.log(`${files.length} files changed${entities.length > 0 ? `; entities: ${entities.join(', ')}` : ''}`);
const broken = await runSteps([
  ['types', changedTypes],
  ...rows,
  ...others,
  ...pick('folder indexes', 'declarations', 'locale keys', 'lint', 'format', 'migrations', 'words', 'faults'),
]);
if (far.length > 0)
  console.log(`\nNot run here, since they are farther away or take longer:\n${far.map((file) => `  ${file}`).join('\n')}`);
if (browser.length > 0) console.log(`\nBrowser tests that reach it: npm test -- ${browser.join(' ')}`);
console.log(broken.length > 0 ? `\n${broken.join(', ')} failed.` : '\nAll well.');
process.exitCode = broken.length > 0 ? 1 : 0;
