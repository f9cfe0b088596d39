/** `npm run new:field -- NAME`: writes a working field type as a starting point. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { commandLine, stop } from './lib/commandLine.mjs';
import { fieldNameProblem } from './lib/fieldName';
import { writeIndexes } from './lib/folderIndexes.mjs';
import { fieldFiles } from './lib/fieldTemplate';

const root = new URL('../', import.meta.url);
const {
  positionals: [name = ''],
} = commandLine({
  usage: `npm run new:field -- NAME

Writes a field type that works at once into src/fields/NAME, to be made your own. NAME is in camelCase: postalCode.`,
  most: 1,
});
const problem = fieldNameProblem(name);
if (problem) stop(problem);
const folder = new URL(`src/fields/${name}/`, root);
if (existsSync(folder)) stop(`src/fields/${name} exists already`);

mkdirSync(folder);
for (const [file, text] of Object.entries(fieldFiles(name))) {
  writeFileSync(new URL(file, folder), text);
  console.log(`wrote   src/fields/${name}/${file}`);
}
for (const index of writeIndexes()) console.log(`wrote   ${index}, from the folders`);
console.log(
  `Now make it yours: what it is in src/fields/${name}/${name}.ts, how it reads and is typed in next to it, its values in the fixture; then "npm run check".`,
);
