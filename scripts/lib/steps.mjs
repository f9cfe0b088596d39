import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { extname, join } from 'node:path';
import { writeIndexes } from './folderIndexes.mjs';
import { castsIn } from './countCasts.mjs';
import { folderCircles } from './folderCircles.mjs';
import { root, run, tools } from './run.mjs';

/** What a step answers: `null` when all is well, else what is wrong and what to do. */
const failed = (output, advice) => ({ output, advice });

/** Every file of the project that git knows or would know. */
export const projectFiles = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)));
const read = (file) => readFileSync(join(root, file), 'utf8');
const isCode = (file) => ['.ts', '.tsx', '.mjs', '.cjs', '.css'].includes(extname(file));

const toolStep = (tool, args, advice) => async () => {
  const { code, output } = await run(tool, args, { quiet: true });
  return code === 0 ? null : failed(output, advice);
};

/** Indexes that were behind their folders when the check began; they are written before any step reads them. */
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

/** Types, by one checker so that every run counts alike, and with the same run how much work they are: a jump means that a type became a union of everything. */
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

/** The arrows of architecture. Seeing fewer modules than files would be a tool that is blind, not a house in order. */
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
  const circles = folderCircles(report.modules.filter(({ source }) => source !== 'server/main.ts')); // it puts everything together
  const all = [...lines, ...circles.map((folders) => `folders that need each other: ${folders.join(', ')}`)];
  return all.length > 0
    ? failed(all.join('\n'), 'Each rule says why in .dependency-cruiser.cjs.')
    : { note: `${seen.size} modules, ${floorCount} rules of floors, 0 broken; 0 circles between folders` };
};

/** Two copies of the component library break its theme, and npm installs them without a word. */
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
/** Words that must not be committed, and packages that come from elsewhere than the public registry. */
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

const mostLines = 500;
const lengths = async () => {
  const long = projectFiles()
    .filter(isCode)
    .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines);
  return long.length === 0
    ? null
    : failed(long.map(({ file, lines }) => `${file}: ${lines} lines`).join('\n'), 'Part it where an idea ends.');
};

/** Each of them is a place where the types were told instead of asked: their number only falls. */
const casts = async () => {
  const found = sourceFiles()
    .filter((file) => /^(src|server)\//.test(file))
    .map((file) => ({ file, ...castsIn(file, read(file)) }));
  const sum = (kind) => found.reduce((total, { [kind]: lines }) => total + lines.length, 0);
  const budget = JSON.parse(read('scripts/castBudget.json'));
  const note = `${sum('as')} "as" of ${budget.as}, ${sum('bang')} "!" of ${budget.bang}`;
  if (sum('as') <= budget.as && sum('bang') <= budget.bang) return { note };
  const most = [...found].sort((one, other) => other.as.length + other.bang.length - one.as.length - one.bang.length).slice(0, 5);
  return failed(
    [note, ...most.map(({ file, as, bang }) => `${file}: ${as.length} "as", ${bang.length} "!"`)].join('\n'),
    'Ask the value what it is (src/schema/unknown.ts, fieldOf, actionOf) instead of saying so.',
  );
};

/** The steps of `npm run check`, in order: name and work. */
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
  ['unused code', toolStep(tools.knip, ['--no-progress'], 'Remove what nobody uses, or use it.')],
  ['one copy of each library', oneCopy],
  ['words', words],
  ['file lengths', lengths],
  ['casts', casts],
];
