/** `npm run check`: everything that can be known without running the product, then the tests. `--no-tests` leaves them out, `--only=NAME` runs one step. */
import { requireNode } from './lib/requireNode.mjs';
import { run } from './lib/run.mjs';
import { steps } from './lib/steps.mjs';

requireNode();
const args = process.argv.slice(2);
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const chosen = steps.filter(([name]) => !only || name === only);
if (chosen.length === 0) {
  console.error(`There is no step "${only}"; there are: ${steps.map(([name]) => name).join(', ')}.`);
  process.exit(1);
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const broken = [];
for (const [name, work] of chosen) {
  const since = performance.now();
  const result = await work();
  const isFine = !result?.advice;
  console.log(`${isFine ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${seconds(since).padStart(7)}${result?.note ? `  ${result.note}` : ''}`);
  if (isFine) continue;
  broken.push(name);
  console.log(`${result.output.trim().split('\n').map((line) => `        ${line}`).join('\n')}\n        => ${result.advice}`);
}
if (broken.length > 0) {
  console.log(`\n${broken.length} of ${chosen.length} steps failed: ${broken.join(', ')}.`);
  process.exit(1);
}
if (!args.includes('--no-tests') && !only) {
  const { code } = await run([process.execPath, 'scripts/test.mjs']);
  process.exit(code);
}
console.log(`\n${chosen.length} steps passed.`);
