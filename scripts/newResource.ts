/** `npm run new:resource -- NAME FIELD...`: writes an entity with its texts, its table and its access table, as a starting point. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { registry } from '@/resources';
import { commandLine, stop } from './lib/commandLine.mjs';
import { writeIndexes } from './lib/folderIndexes.mjs';
import { accessOf } from './lib/newResource/accessOf';
import { askedResource, newResourceOptions, usage } from './lib/newResource/askedResource';
import { declarationOf } from './lib/newResource/declarationOf';
import { wordsOf } from './lib/newResource/wordsOf';
import { readCatalogues } from './lib/readLocales';
import { root, tools } from './lib/run.mjs';
import { undone } from './lib/undone.mjs';

const { values, positionals } = commandLine({ usage, options: newResourceOptions, most: Infinity });
const asked = askedResource(positionals, values, registry);
if ('problem' in asked) stop(asked.problem);
const { resource, guesses } = asked as Exclude<typeof asked, { readonly problem: string }>;
const { name, within, menu } = resource;

/** The former contents, restored when something fails: the command writes everything or nothing. */
const before = new Map<string, string | null>();
const write = (path: string, text: string): void => {
  const file = join(root, path);
  if (!before.has(path)) before.set(path, existsSync(file) ? readFileSync(file, 'utf8') : null);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const takeBack = (sentence: string): never => {
  for (const [path, text] of before) {
    if (text === null) rmSync(join(root, path), { force: true });
    else writeFileSync(join(root, path), text);
  }
  rmSync(join(root, `src/resources/${name}`), { recursive: true, force: true });
  writeIndexes();
  return stop(`${sentence} Nothing was written.`);
};
const run = ([command, ...first]: readonly string[], args: readonly string[]): { readonly isFine: boolean; readonly said: string } => {
  const { status, stdout, stderr } = spawnSync(command!, [...first, ...args], { cwd: root, encoding: 'utf8' });
  return { isFine: status === 0, said: `${stdout}${stderr}`.trim() };
};
const readJson = (path: string): Readonly<Record<string, object>> => JSON.parse(readFileSync(join(root, path), 'utf8'));
const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const declaration = `src/resources/${name}/${name}.ts`,
  access = `tests/access/${name}.ts`;
for (const path of [declaration, access, `locales/es/${name}.json`, `locales/en/${name}.json`])
  if (existsSync(join(root, path))) stop(`${path} exists already.`);

const given = {
  fields: Object.fromEntries(guesses.map(({ name: field, header }) => [field, header])),
  values: Object.fromEntries(guesses.map((guess) => [guess.name, guess.values])),
};
const words = wordsOf(resource, readCatalogues(), given);
write(declaration, declarationOf(resource));
write(access, accessOf(resource));
for (const language of ['es', 'en'] as const) {
  write(`locales/${language}/${name}.json`, json(words[language]));
  if (!menu && !within) continue;
  const menuFile = `locales/${language}/menu.json`,
    helpFile = `locales/${language}/help.json`;
  const { items, ...others } = readJson(menuFile);
  const sorted = Object.entries({ ...items, [name]: words.menu[language] }).sort(([one], [other]) => one.localeCompare(other));
  write(menuFile, json({ ...others, items: Object.fromEntries(sorted) }));
  const help = readJson(helpFile);
  write(helpFile, json({ ...help, topics: { ...help['topics'], [name]: words.help[language] } }));
}
const formatted = run(tools.oxfmt, [declaration, access]);
if (!formatted.isFine) takeBack(`The formatter did not take the declaration:\n${formatted.said}\n`);
const indexes = writeIndexes();
const script = (file: string, ...args: readonly string[]) => run([process.execPath, 'scripts/runScript.mjs'], [file, ...args]);
const judged = script('scripts/checkDeclarations.ts');
if (!judged.isFine) takeBack(`The declarations would no longer agree:\n${judged.said}\n`);
const migration = values['no-migration'] ? null : script('scripts/generateMigration.ts', name);
if (migration && !migration.isFine) takeBack(`The migration could not be generated:\n${migration.said}\n`);

for (const { text, header } of guesses) console.log(`guessed ${text}${header ? `  from "${header}"` : ''}`);
for (const [path, text] of before) console.log(`${text === null ? 'wrote  ' : 'changed'} ${path}`);
for (const index of indexes) console.log(`wrote   ${index}, from the folders`);
for (const line of migration?.said.split('\n') ?? []) console.log(`wrote   ${line}`);
const open = Object.values(words).flatMap((each) => JSON.stringify(each).match(new RegExp(`"${undone} `, 'g')) ?? []).length;
console.log(
  [
    '',
    'It works now: start the server and look at it. What is left to you:',
    `  ${access}: say in each cell who may do what; the contract test fails until somebody decided`,
    ...(open > 0
      ? [`  locales/{es,en}: ${open} words that the dictionary does not know; "npm run check -- --only='locale keys'" names them`]
      : []),
    `  ${declaration}: whatever you know better; a change of the fields is "npm run db:generate -- ${name}_fields"`,
  ].join('\n'),
);
