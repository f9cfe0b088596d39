import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** The first line of what a failed test said, without colours, so that a list of failures alone tells what is wrong. */
const reason = (message) => {
  const line = stripVTControlCharacters(message ?? '').split('\n').find((text) => text.trim());
  return line ? `: ${line.trim().slice(0, 300)}` : '';
};
const nothing = (name) => ({ passed: 0, problems: [`${name}: wrote no report`], files: [] });

/** Every file of tests on disk, so that one that no project runs is noticed. */
export const testFiles = (folder = join(root, 'tests')) =>
  readdirSync(folder).flatMap((name) => {
    const file = join(folder, name);
    if (statSync(file).isDirectory()) return testFiles(file);
    return /\.(test\.tsx?|test-d\.ts|spec\.ts)$/.test(name) ? [relative(root, file)] : [];
  });

/** Reads what vitest reported: how many passed, and one line for each test that did not, skipped ones included. */
export const countVitest = (file) => {
  const report = read(file);
  if (!report) return nothing('vitest');
  const suites = report.testResults.map(({ name, assertionResults, status, message }) => ({ name: relative(root, name), tests: assertionResults, status, message }));
  const problems = suites.flatMap(({ name, tests, status, message }) => [
    ...(tests.length === 0 ? [`${name}: ${status === 'failed' ? message.split('\n')[0] || 'did not load' : 'has no tests'}`] : []),
    ...tests.filter((test) => test.status !== 'passed').map((test) => `${name}: ${test.fullName} (${test.status})${reason(test.failureMessages?.[0])}`),
  ]);
  return { passed: suites.flatMap(({ tests }) => tests).filter(({ status }) => status === 'passed').length, problems, files: suites.map(({ name }) => name) };
};

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** What Playwright calls a test that passed, at the first try or at the second. */
const passing = new Set(['expected', 'flaky']);

/** Reads what Playwright reported, in the same shape, and which tests passed only at their second try. */
export const countPlaywright = (file) => {
  const report = read(file);
  if (!report) return nothing('playwright');
  const specs = report.suites.flatMap(specsOf);
  const runs = specs.flatMap((spec) => spec.tests.map((test) => ({ title: `tests/e2e/${spec.file}: ${spec.title}`, status: test.status, message: test.results.at(-1)?.errors?.[0]?.message })));
  const problems = [
    ...report.errors.map(({ message }) => `playwright: ${message.split('\n')[0]}`),
    ...runs.filter(({ status }) => !passing.has(status)).map(({ title, status, message }) => `${title} (${status === 'unexpected' ? 'failed' : status})${reason(message)}`),
    ...(specs.length === 0 ? ['playwright: no tests were found'] : []),
  ];
  return { passed: runs.filter(({ status }) => passing.has(status)).length, problems, unsteady: runs.filter(({ status }) => status === 'flaky').map(({ title }) => title), files: [...new Set(specs.map((spec) => `tests/e2e/${spec.file}`))] };
};
