/** `npm run new:field -- NAME`: a field type that works at once, to be made your own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fieldNameProblem } from './lib/fieldName';
import { fieldFiles, insertExport } from './lib/fieldTemplate';

const root = new URL('../', import.meta.url);
const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};
const [name = '', ...rest] = process.argv.slice(2);
const problem = rest.length > 0 ? 'Give one name only.' : fieldNameProblem(name);
if (problem) fail(problem);
const folder = new URL(`src/fields/${name}/`, root);
if (existsSync(folder)) fail(`src/fields/${name} exists already`);

mkdirSync(folder);
for (const [file, text] of Object.entries(fieldFiles(name))) {
  writeFileSync(new URL(file, folder), text);
  console.log(`wrote   src/fields/${name}/${file}`);
}
const index = new URL('src/fields/index.ts', root);
writeFileSync(index, insertExport(readFileSync(index, 'utf8'), name));
console.log('changed src/fields/index.ts');
console.log(
  `Now make it yours: what it is in src/fields/${name}/${name}.ts, how it reads and is typed in beside it, its values in the fixture; then "npm run check".`,
);
