/**
 * `npm run specification`: every item of the specification, its screen and the test that proves it. Ends with 1 when one of them is
 * missing; `--check` prints only the errors.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registry } from '@/resources';
import { commandLine } from './lib/commandLine.mjs';
import { judgeSpecification, readRows } from './lib/specification/judgeSpecification';
import { specificationItems } from './lib/specification/specificationItems';

const { values } = commandLine({
  usage: `npm run specification [-- --check]

Every item of the specification, the screen where it is seen and the test that proves it; the exit code is 1 when one of them is not there.
  --check   prints only what is wrong`,
  options: { check: { type: 'boolean', default: false } },
});
const rows = readRows(readFileSync('docs/specification.md', 'utf8'));
const problems = judgeSpecification(rows, specificationItems, registry, (file) =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined,
);
if (!values.check)
  for (const { section, says, screen, file, test } of rows)
    console.log(`§${section} ${says}${screen === undefined ? '' : ` -> ${screen}`} -> ${test ? `${file} › ${test}` : 'no test yet'}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
