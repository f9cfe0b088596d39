import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { extname, join } from 'node:path';
import { writeIndexes } from './folderIndexes.mjs';
import { brokenFaults } from '../../tests/mutate/faults.mjs';
import { castsIn } from './countCasts.mjs';
import { folderCircles } from './folderCircles.mjs';
import { hasWords, literaryIn } from './plainWords.mjs';
import { root, run, tools } from './run.mjs';

/** The result of a failed step: its output and what to do. A step answers `null` when all is well. */
const failed = (output, advice) => ({ output, advice });

/** Every file of the project that git tracks or would track. */
export const projectFiles = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)));
const read = (file) => readFileSync(join(root, file), 'utf8');
const isCode = (file) => ['.ts', '.tsx', '.mjs', '.cjs', '.css'].includes(extname(file));

const toolStep =
  (tool, args, advice, env = {}) =>
  async () => {
    const { code, output } = await run(tool, args, { quiet: true, env });
    return code === 0 ? null : failed(output, advice);
  };

const plugin = 'examples/race-photos';
/** The client with the plugin of `examples`, built into a folder that is not served. */
const examplePlugin = toolStep(
  tools.vite,
  ['build', '--logLevel', 'warn', '--outDir', join(root, 'dist', 'example')],
  `The client must build with the plugin of ${plugin}; docs/plugins.md says what a plugin may use.`,
  { DORSAL_PLUGINS: plugin, NODE_ENV: 'production' },
);

/** Indexes that were outdated when the check started; they are written before any step reads them. */
const behind = (() => {
  try {
    return { written: writeIndexes() };
  } catch (error) {
    return { problem: error.message };
  }
})();
const indexes = async () => {
  if (behind.problem) return failed(behind.problem, 'Correct the folders; the indexes follow by themselves.');
  return behind.written.length === 0
    ? null
    : failed(behind.written.join('\n'), 'These were behind their folders and are written now: commit them.');
};

/**
 * Types, with one checker so that every run counts alike, and the amount of work of the compiler: a jump means that a type became a union
 * of everything.
 */
const types = async () => {
  const { code, output } = await run(tools.tsc, ['--noEmit', '--extendedDiagnostics', '--checkers', '1'], { quiet: true });
  const [errors] = output.split(/^Files:\s/m);
  if (code !== 0) return failed(errors, 'Correct the types; "npx tsc --noEmit" repeats this step.');
  const count = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]);
  const { instantiations } = JSON.parse(read('scripts/typeBudget.json'));
  const note = `${count.toLocaleString('en')} instantiations of ${instantiations.toLocaleString('en')}`;
  if (!(count > 0) || count > instantiations)
    return failed(
      note,
      'A type became expensive: find it with "npx tsc --generateTrace trace", or raise scripts/typeBudget.json and say why in the commit.',
    );
  return { note };
};

const sourceFiles = () => projectFiles().filter((file) => /^(src|server|demo|examples)\/.*\.tsx?$/.test(file));

const floorCount = createRequire(import.meta.url)('../../.dependency-cruiser.cjs').forbidden.length;

/** The import rules. If the tool sees fewer modules than there are files, it is broken. */
const arrows = async () => {
  const { stdout, output } = await run(
    tools.depcruise,
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'server', 'demo', 'examples'],
    { quiet: true },
  );
  let report;
  try {
    report = JSON.parse(stdout);
  } catch {
    return failed(output, 'dependency-cruiser gave no report.');
  }
  const seen = new Set(report.modules.map(({ source }) => source));
  const unseen = sourceFiles().filter((file) => !seen.has(file));
  if (unseen.length > 0)
    return failed(unseen.join('\n'), `dependency-cruiser did not see these ${unseen.length} files: is its TypeScript supported?`);
  const lines = report.summary.violations.map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name ?? '').join(' -> ') : to}`,
  );
  const circles = folderCircles(report.modules.filter(({ source }) => source !== 'server/main.ts')); // it imports everything
  const all = [...lines, ...circles.map((folders) => `folders that need each other: ${folders.join(', ')}`)];
  return all.length > 0
    ? failed(all.join('\n'), 'Each rule says why in .dependency-cruiser.cjs.')
    : { note: `${seen.size} modules, ${floorCount} rules of floors, 0 broken; 0 circles between folders` };
};

/** Two copies of the component library break its theme, and npm installs them without a warning. */
const oneCopy = async () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const twice = ['antd', 'react', 'react-dom', 'react-router', 'graphql', '@tanstack/react-query', 'zod', 'drizzle-orm'].flatMap((name) => {
    const places = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    return places.length === 1 ? [] : [`${name}: ${places.length} copies (${places.join(', ') || 'none'})`];
  });
  return twice.length === 0 ? null : failed(twice.join('\n'), 'Align the versions in package.json, or add an "overrides" entry.');
};

const parts = (...letters) => new RegExp(letters.join(''));
const forbidden = [
  { pattern: parts('(?<![\\w.])/(work|root|home/\\w+|Users/\\w+)', '/'), why: 'a path of one machine' },
  { pattern: parts('\\.\\./', 'shared\\b'), why: 'a path outside the project' },
  { pattern: parts('@ts-', 'ignore|@ts-', 'nocheck|(eslint|oxlint)-', 'disable'), why: 'a silenced check' },
  { pattern: parts('\\bTO', 'DO\\b|\\bFIX', 'ME\\b'), why: 'work left undone' },
  { pattern: parts('\\b(test|it|describe)\\.(only|skip|todo|fixme)', '\\b'), why: 'a test that is left out, or that leaves others out' },
];
/** Texts that must not be committed, and packages that come from elsewhere than the public registry. */
const words = async () => {
  const texts = projectFiles()
    .filter((file) => isCode(file) || /\.(md|json|html|sql|yml)$|^\.ci\//.test(file))
    .filter((file) => !['package-lock.json', '.oxlintrc.json', 'scripts/lib/steps.mjs'].includes(file));
  const found = texts.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        forbidden
          .filter(({ pattern }) => pattern.test(line))
          .map(({ why }) => `${file}:${index + 1}: ${why}: ${line.trim().slice(0, 100)}`),
      ),
  );
  const hosts = [...read('package-lock.json').matchAll(/"resolved": "https?:\/\/([^/"]+)/g)].map((match) => match[1]);
  const lines = [...found, ...[...new Set(hosts)].map((host) => `package-lock.json: packages from ${host}`)];
  return lines.length === 0 ? null : failed(lines.join('\n'), 'Take these out.');
};

/** Names, comments, titles and docs use the ordinary words of the field. */
const plainWords = async () => {
  const files = projectFiles().filter(hasWords);
  const found = files.flatMap((file) => literaryIn(file, read(file)));
  return found.length === 0
    ? { note: `0 literary words in ${files.length} files` }
    : failed(found.join('\n'), 'Say it in plain words; the list is in scripts/lib/plainWords.mjs.');
};

const mostLines = 350,
  mostLinesOfTests = 500;
const lengths = async () => {
  const long = projectFiles()
    .filter(isCode)
    .map((file) => ({ file, lines: read(file).split('\n').length - 1, most: file.startsWith('tests/') ? mostLinesOfTests : mostLines }))
    .filter(({ lines, most }) => lines > most);
  return long.length === 0
    ? null
    : failed(long.map(({ file, lines, most }) => `${file}: ${lines} lines of ${most}`).join('\n'), 'Split it where an idea ends.');
};

/** Each of them overrides the type checker, so their number may only fall. */
const casts = async () => {
  const found = sourceFiles()
    .filter((file) => /^(src|server|demo)\//.test(file))
    .map((file) => ({ file, ...castsIn(file, read(file)) }));
  const sum = (kind) => found.reduce((total, { [kind]: lines }) => total + lines.length, 0);
  const budget = JSON.parse(read('scripts/castBudget.json'));
  const note = `${sum('as')} "as" of ${budget.as}, ${sum('bang')} "!" of ${budget.bang}`;
  if (sum('as') <= budget.as && sum('bang') <= budget.bang) return { note };
  const most = [...found].sort((one, other) => other.as.length + other.bang.length - one.as.length - one.bang.length).slice(0, 5);
  return failed(
    [note, ...most.map(({ file, as, bang }) => `${file}: ${as.length} "as", ${bang.length} "!"`)].join('\n'),
    'Ask the value what it is (src/schema/unknown.ts, src/schema/must.ts, fieldOf, actionOf) instead of saying so.',
  );
};

/** Faults of `npm run mutate` whose text moved would fail only with the tests, minutes later. */
const faults = async () => {
  const broken = brokenFaults();
  return broken.length === 0 ? null : failed(broken.join('\n'), 'Correct these in tests/mutate.');
};

/** The steps of `npm run check`, in order: name and function. */
export const steps = [
  ['folder indexes', indexes],
  ['types', types],
  [
    'lint',
    toolStep(
      tools.oxlint,
      [
        '--config',
        '.oxlintrc.json',
        '--deny-warnings',
        '-f',
        'unix',
        'src',
        'server',
        'demo',
        'examples',
        'scripts',
        'docs/.vitepress',
        'tests',
        'vite.config.ts',
        'vitest.config.ts',
        'playwright.config.ts',
      ],
      'Correct each line; "npx oxlint --fix" does the simple ones.',
    ),
  ],
  ['format', toolStep(tools.oxfmt, ['--check', '.'], 'Run "npm run format".')],
  ['import arrows', arrows],
  ['declarations', toolStep(tools.tsx, ['scripts/checkDeclarations.ts'], 'Correct each declaration in src/resources.')],
  ['locale keys', toolStep(tools.tsx, ['scripts/checkLocales.ts'], 'Put the words into both languages.')],
  [
    'specification',
    toolStep(
      tools.tsx,
      ['scripts/specification.ts', '--check'],
      'Give the item a row in docs/specification.md whose screen and test exist.',
    ),
  ],
  ['documentation', toolStep(tools.tsx, ['scripts/docs.ts', '--check'], 'Write the comment, use the option, or correct the link.')],
  [
    'migrations',
    toolStep(tools.tsx, ['scripts/generateMigration.ts', '--check'], 'Run "npm run db:generate -- NAME" and commit what it wrote.'),
  ],
  ['example plugin', examplePlugin],
  ['unused code', toolStep(tools.knip, ['--no-progress'], 'Remove what nobody uses, or use it.')],
  ['one copy of each library', oneCopy],
  ['words', words],
  ['plain words', plainWords],
  ['file lengths', lengths],
  ['casts', casts],
  ['faults', faults],
];
