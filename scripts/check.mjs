/**
 * `npm run check`: everything that can be checked without running the product, then the tests. `--no-tests` leaves them out, `--only=NAME`
 * runs one step.
 */
import { commandLine, stop } from './lib/commandLine.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { run } from './lib/run.mjs';
import { runSteps } from './lib/runSteps.mjs';
import { steps } from './lib/steps.mjs';

requireNode();
const names = steps.map(([name]) => name).join(', ');
const {
  values: { only, 'no-tests': noTests },
} = commandLine({
  usage: `npm run check [-- --no-tests] [--only=STEP]

Everything that can be known without running the product, then every test.
  --no-tests    leaves the tests out
  --only=STEP   one step: ${names}`,
  options: { only: { type: 'string' }, 'no-tests': { type: 'boolean', default: false } },
});
const chosen = steps.filter(([name]) => !only || name === only);
if (chosen.length === 0) stop(`There is no step "${only}"; there are: ${names}.`);

const broken = await runSteps(chosen);
if (broken.length > 0) {
  console.log(`\n${broken.length} of ${chosen.length} steps failed: ${broken.join(', ')}.`);
  process.exit(1);
}
if (!noTests && !only) {
  const { code } = await run([process.execPath, 'scripts/test.mjs']);
  process.exit(code);
}
console.log(`\n${chosen.length} steps passed.`);
