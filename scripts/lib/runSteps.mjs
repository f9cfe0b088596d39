import { inParallel } from './inParallel.mjs';

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const indented = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');

/** Runs steps in parallel, each printed with its result when it ends; answers the names of those that failed. */
export const runSteps = async (steps) => {
  const results = await inParallel(steps, async ([name, work]) => {
    const since = performance.now();
    const result = await work();
    const isFine = !result?.advice;
    console.log(
      `${isFine ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)} ${seconds(since).padStart(7)}${result?.note ? `  ${result.note}` : ''}`,
    );
    if (!isFine) console.log(`${indented(result.output)}\n        => ${result.advice}`);
    return { name, isFine };
  });
  return results.filter(({ isFine }) => !isFine).map(({ name }) => name);
};
