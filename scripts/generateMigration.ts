/**
 * `npm run db:generate -- [--check] [name] [table.old=new | table.old= | table.column:=value ...]`: writes what the declarations changed, as a migration after those that landed.
 *
 * It asks nothing while it runs: what it cannot know it refuses, and says how to answer. `--edited` takes the newest migration as it was edited by hand, before it leaves with a release.
 * `--folder DIR` takes the migrations of another folder, `--plugin DIR` those of a plugin, whose rules are applied by the start.
 */
import { generate } from './lib/migration/generate';

const { status, said, warned } = await generate(process.argv.slice(2));
for (const line of warned) console.error(line);
for (const line of said) console.log(line);
process.exit(status);
