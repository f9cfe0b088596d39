/**
 * An area made by the generator in a fresh copy of the project, with what a person adds by hand, seen in a browser: `node scripts/runScript.mjs tests/long/raceArea.ts`.
 * `KEEP=1` leaves the copy where it is and says where.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { undone } from '../../scripts/lib/undone.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'dorsal-area-'));
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results']);
const began = performance.now();
const say = (line: string): void =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);

interface Ended {
  readonly status: number | null;
  readonly said: string;
}
const run = (...args: readonly string[]): Ended => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '', NO_COLOR: '1' },
  });
  return { status, said: `${stdout}${stderr}` };
};
/** Runs something that must end so, and answers what it said. */
const must = (what: string, isFine: boolean, ...args: readonly string[]): string => {
  const { status, said } = run(...args);
  if ((status === 0) !== isFine) throw new Error(`${what} ended with ${status}:\n${said}`);
  say(`${what}${isFine ? '' : ' is refused, as it must be'}`);
  return said;
};
const read = (path: string): string => readFileSync(join(copy, path), 'utf8');
const edits = new Map<string, readonly [string, string][]>();
/** What a person writes: each edit counts the lines that it adds or changes. */
const edit = (path: string, ...changes: readonly [from: string, to: string][]): void => {
  let text = read(path);
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${path} has no "${from}"`);
    text = text.replace(from, to);
  }
  writeFileSync(join(copy, path), text);
  edits.set(
    path,
    changes.map(([from, to]) => [from, to]),
  );
};
const handWritten = (): readonly [string, number][] =>
  [...edits].map(([path, changes]) => [
    path,
    changes.flatMap(([from, to]) => to.split('\n').filter((line) => line.trim() && !from.split('\n').includes(line))).length,
  ]);

const vitest = (...args: readonly string[]): readonly string[] => ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...args];
const check = (step: string): readonly string[] => ['scripts/check.mjs', `--only=${step}`];
const generate = (...args: readonly string[]): readonly string[] => ['scripts/runScript.mjs', 'scripts/newResource.ts', ...args];

const make = (): void => {
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  say(`a fresh copy in ${copy}`);

  must(
    'the generator',
    true,
    ...generate('race_photos', 'title:text!', 'taken_at:dateTime', 'kind:choice(start,finish)', 'distanceid:belongsTo(distances)'),
    'status:status(draft,published)',
    'sensor_id:text{max:40}',
    '--within',
    'events',
    '--tab',
    '55',
    '--menu',
    'events',
  );
  const unknown = must('a word that the dictionary does not know', false, ...check('locale keys'));
  if (!unknown.includes('"race_photos.fields.sensor_id" still has to be written')) throw new Error(`the key is not named:\n${unknown}`);
  must('access that nobody decided', false, ...vitest('tests/contract/resources.test.ts', '-t', 'looked at by somebody'));
  const hooksBefore = read('server/hooks.ts');

  const hasSet = /readonly set\?:/.test(read('src/schema/resource.ts'));
  const action = hasSet
    ? "  actions: { publish: { on: 'rows', icon: 'check', from: { status: ['draft'] }, set: { status: 'published' } } },\n"
    : "  actions: { publish: { on: 'rows', icon: 'check', from: { status: ['draft'] } } },\n";
  edit('src/resources/race_photos/race_photos.ts', ['  indexes: [', `${action}  indexes: [`]);
  for (const [language, word, sensor] of [
    ['es', 'Publicar', 'Sensor'],
    ['en', 'Publish', 'Sensor'],
  ])
    edit(
      `locales/${language}/race_photos.json`,
      [`"${undone} sensor id"`, `"${sensor}"`],
      ['  "sections": {', `  "actions": {\n    "publish": "${word}"\n  },\n  "sections": {`],
    );
  const all = "'yyyyyyyyyyy'",
    organizers = "'yyyy-------'",
    nobody = "'-----------'";
  edit(
    'tests/access/race_photos.ts',
    ['  decided: false, // say in each cell who may, from what was agreed; then take this line out\n', ''],
    [`  read: ${nobody}`, `  read: ${all.replace('yyyyyyyyyyy', 'yyyyyyyyyy-')}`],
    ...(['create', 'edit', 'delete'] as const).map((verb): [string, string] => [`  ${verb}: ${nobody}`, `  ${verb}: ${organizers}`]),
    [`  menu: ${nobody}`, `  actions: { publish: ${organizers} },\n  menu: 'yyyyyyyyyy-'`],
    [`  tab: ${nobody}`, "  tab: 'yyyyyyyyyy-'"],
  );
  if (!hasSet) {
    const file = 'server/features/events/race_photos.hooks.ts';
    writeFileSync(
      join(copy, file),
      [
        "import { race_photos } from '@/resources/race_photos/race_photos';",
        "import { updateRow } from '../../api/write/columns';",
        "import { defineHooks } from '../../kernel/defineHooks';",
        '',
        '/** What happens to photos of races. */',
        'export const racePhotosHooks = defineHooks(race_photos, {',
        "  actions: { publish: async ({ tx, id }) => updateRow(tx, race_photos, id, { status: 'published' }) },",
        '});',
        '',
      ].join('\n'),
    );
    edits.set(file, [['', read(file)]]);
  }
  for (const step of ['declarations', 'locale keys', 'migrations']) must(`check: ${step}`, true, ...check(step));
  if (!hasSet && read('server/hooks.ts') === hooksBefore) throw new Error('the hooks of the new file were not found');
  must('check: types', true, ...check('types'));
  must(
    'contract and access of the new entity',
    true,
    ...vitest('tests/contract', 'tests/api/access.test.ts', '-t', 'race_photos|looked at by somebody|somebody decided'),
  );
};

try {
  make();
  process.stdout.write(
    must('list, form, record, action, REST and GraphQL in a browser', true, 'scripts/runScript.mjs', 'tests/long/support/useArea.ts'),
  );
  const lines = handWritten();
  for (const [path, count] of lines) process.stdout.write(`${String(count).padStart(4)} lines  ${path}\n`);
  process.stdout.write(
    `${String(lines.reduce((sum, [, count]) => sum + count, 0)).padStart(4)} lines written by hand, in ${lines.length} files\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  if (process.env['KEEP']) say(`kept in ${copy}`);
  else rmSync(copy, { recursive: true, force: true });
}
