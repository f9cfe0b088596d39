/** `npm run new:resource -- NAME [--singular S] [--service event] [--within events] [--no-migration]`: a small entity that works at once, to be made your own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { services } from '@/schema';
import { registry } from '@/resources';
import { declarationOf, insertSorted, wordsOf, type NewResource } from './lib/resourceTemplate';

const root = new URL('../', import.meta.url);
const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    singular: { type: 'string' },
    service: { type: 'string', default: 'event' },
    within: { type: 'string' },
    'no-migration': { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) fail('Give the plural in snake_case: npm run new:resource -- race_photos');
const singular = values.singular ?? (name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, ''));
const service = services.find((each) => each === values.service) ?? fail(`--service takes one of: ${services.join(', ')}`);
if (singular === name) fail(`"${name}" has no plural s: say what one is called with --singular`);
if (registry.all.some((resource) => [resource.name, resource.singular].includes(name) || resource.singular === singular))
  fail(`"${name}" or "${singular}" is taken`);
const within = values.within ? (registry.find(values.within) ?? fail(`--within: there is no resource "${values.within}"`)) : undefined;
const wanted: NewResource = { name, singular, service, ...(within && { within }) };

const write = (path: string, text: string): void => {
  const file = new URL(path, root);
  if (existsSync(file)) fail(`${path} exists already`);
  writeFileSync(file, text);
  console.log(`wrote   ${path}`);
};
const change = (path: string, edit: (text: string) => string): void => {
  const file = new URL(path, root);
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
  console.log(`changed ${path}`);
};

mkdirSync(new URL(`src/resources/${name}/`, root), { recursive: true });
write(`src/resources/${name}/${name}.ts`, declarationOf(wanted));
for (const language of ['es', 'en'] as const)
  write(`locales/${language}/${name}.json`, `${JSON.stringify(wordsOf(wanted, language), null, 2)}\n`);
change('src/resources/index.ts', (text) => insertSorted(text, name));
for (const language of ['es', 'en'] as const) {
  change(`locales/${language}/menu.json`, (text) => {
    const menu = JSON.parse(text) as { items: Record<string, string> };
    const items = { ...menu.items, [name]: String(wordsOf(wanted, language)[name]) };
    return `${JSON.stringify({ ...menu, items: Object.fromEntries(Object.entries(items).sort(([one], [other]) => one.localeCompare(other))) }, null, 2)}\n`;
  });
}
if (!values['no-migration']) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/generateMigration.ts', name], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  });
  if (status !== 0) fail('The migration could not be generated.');
}
console.log(
  `Now make it yours: fields in src/resources/${name}/${name}.ts, words in locales/{es,en}/${name}.json, then "npm run db:generate -- ${name}_fields" and "npm run check".`,
);
