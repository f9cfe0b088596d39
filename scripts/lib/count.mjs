import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** The first line of the message of a failed test, without colours, so that a list of failures alone says what is wrong. */
export const firstLine = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .find((text) => text.trim())
    ?.trim()
    .slice(0, 300);
const reason = (message) => {
  const line = firstLine(message);
  return line ? `: ${line}` : '';
};
const nothing = (name) => ({ passed: 0, problems: [`${name}: wrote no report`], files: [] });

/** Every test file on disk, so that one that no project runs is noticed. */
export const testFiles = (folder = join(root, 'tests')) =>
  readdirSync(folder).flatMap((name) => {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) return testFiles(file);
    return /\.(test\.tsx?|spec\.ts)$/.test(name) ? [relative(root, file)] : [];
  });

/** Reads the counts of a vitest run: see `countReporter.mjs`. */
export const countVitest = (file) => read(file) ?? nothing('vitest');

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Reads the report of Playwright, in the same shape. */
export const countPlaywright = (file) => {
  const report = read(file);
  if (!report) return nothing('playwright');
  const specs = report.suites.flatMap(specsOf);
  const runs = specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      title: `tests/e2e/${spec.file}: ${spec.title}`,
      status: test.status,
      message: test.results.at(-1)?.errors?.[0]?.message,
    })),
  );
  const problems = [
    ...report.errors.map(({ message }) => `playwright: ${firstLine(message)}`),
    ...runs
      .filter(({ status }) => status !== 'expected')
      .map(({ title, status, message }) => `${title} (${status === 'unexpected' ? 'failed' : status})${reason(message)}`),
    ...(specs.length === 0 ? ['playwright: no tests were found'] : []),
  ];
  return {
    passed: runs.filter(({ status }) => status === 'expected').length,
    problems,
    files: [...new Set(specs.map((spec) => `tests/e2e/${spec.file}`))],
  };
};
