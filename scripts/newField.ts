/** `npm run new:field -- NAME`: a field type that works at once, to be made your own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as vocabulary from '@/fields';
import { fieldFiles, insertExport } from './lib/fieldTemplate';

const root = new URL('../', import.meta.url);
const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};
/** Words that no binding may have; the type is exported under its own name. */
const reserved = new Set('break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof let new null return static super switch this throw true try typeof var void while with yield await'.split(' '));

const [name = '', ...rest] = process.argv.slice(2);
if (rest.length > 0 || !/^[a-z][a-zA-Z0-9]*$/.test(name) || reserved.has(name)) fail('Give one name in camelCase: npm run new:field -- postalCode');
if (Object.hasOwn(vocabulary, name)) fail(`The vocabulary has "${name}" already`);
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
console.log(`Now make it yours: what it is in src/fields/${name}/${name}.ts, how it reads and is typed in beside it, its values in the fixture; then "npm run check".`);
