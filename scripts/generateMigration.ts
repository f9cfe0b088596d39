/**
 * `npm run db:generate -- NAME`: writes the changes of the declarations as a migration after the existing ones. It asks no questions: when
 * it needs an answer it stops, and says how to give it.
 */
import { commandLine } from './lib/commandLine.mjs';
import { generate } from './lib/migration/generate';

const flag = { type: 'boolean', default: false } as const;
commandLine({
  usage: `npm run db:generate -- NAME [ANSWER...] [--check] [--edited] [--folder DIR]

Writes what the declarations changed, as a migration after those that landed.
  ANSWER         what a difference cannot know: table.old=new (renamed), table.old= (dropped), table.column:=value, 'table.column:=(SQL)'
  --check        writes nothing and ends with 1 where something would be written
  --data         leaves room for statements that change the data, also where no declaration changed
  --edited       takes the newest migration as it was edited by hand, before it leaves with a release
  --folder DIR   the migrations of another folder
  --plugin DIR   those of a plugin, whose rules are applied by the start`,
  options: { check: flag, data: flag, edited: flag, folder: { type: 'string' }, plugin: { type: 'string' } },
  most: Infinity,
});
const { status, said, warned } = await generate(process.argv.slice(2));
for (const line of warned) console.error(line);
for (const line of said) console.log(line);
process.exit(status);
