import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { firstLine } from './count.mjs';
import { root } from './run.mjs';

const secondsOf = (module) => {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
  return (collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration) / 1000;
};

/**
 * Writes the counts of a vitest run for `npm test`: passed tests, a line for each other one, the files, and the seconds of each project.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const problems = errors.map((error) => `vitest: ${firstLine(error.message) ?? 'an error outside any test'}`);
    const seconds = {};
    let passed = 0;
    for (const module of modules) {
      const { name: project } = module.project;
      const file = `${relative(root, module.moduleId)}${project === 'embedded' ? ' (embedded)' : ''}`;
      seconds[project] = (seconds[project] ?? 0) + secondsOf(module);
      const tests = [...module.children.allTests()];
      const [broken] = module.errors();
      if (broken || tests.length === 0) problems.push(`${file}: ${broken ? firstLine(broken.message) : 'has no tests'}`);
      for (const test of tests) {
        const { state, errors: found } = test.result();
        if (state === 'passed') passed += 1;
        else problems.push(`${file}: ${test.fullName} (${state})${found?.[0] ? `: ${firstLine(found[0].message)}` : ''}`);
      }
    }
    const files = modules.map(({ moduleId }) => relative(root, moduleId));
    writeFileSync(process.env.COUNTS_FILE, JSON.stringify({ passed, problems, files: [...new Set(files)], seconds }));
  }
}
