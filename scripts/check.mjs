/** `npm run check`: everything that can be known without running the product, then the tests. `--no-tests` leaves them out, `--only=NAME` runs one step. */
import { requireNode } from './lib/requireNode.mjs';
import { run } from './lib/run.mjs';
import { runSteps } from './lib/runSteps.mjs';
import { steps } from './lib/steps.mjs';

requireNode();
const args = process.argv.slice(2);
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const chosen = steps.filter(([name]) => !only || name === only);
if (chosen.length === 0) {
  console.error(`There is no step "${only}"; there are: ${steps.map(([name]) => name).join(', ')}.`);
  process.exit(1);
}

const broken = await runSteps(chosen);
if (broken.length > 0) {
  console.log(`\n${broken.length} of ${chosen.length} steps failed: ${broken.join(', ')}.`);
  process.exit(1);
}
if (!args.includes('--no-tests') && !only) {
  const { code } = await run([process.execPath, 'scripts/test.mjs']);
  process.exit(code);
}
console.log(`\n${chosen.length} steps passed.`);
