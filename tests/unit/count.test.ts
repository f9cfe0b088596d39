import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from '../../scripts/lib/count.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dorsal-count-'));
const report = (content: object): string => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

describe('what vitest reported', () => {
  const file = (assertionResults: readonly object[], rest: object = {}): object => ({ name: resolve('tests/unit/a.test.ts'), status: 'passed', assertionResults, ...rest });

  test('a test that failed or was skipped is named, the failed one with the first line of its reason', () => {
    const counted = countVitest(report({ testResults: [file([
      { fullName: 'it adds', status: 'passed' },
      { fullName: 'it subtracts', status: 'failed', failureMessages: ['\u001B[31mAssertionError: expected 2 to be 1\u001B[39m\n    at somewhere'] },
      { fullName: 'it divides', status: 'skipped', failureMessages: [] },
    ])] }));
    expect(counted.passed).toBe(1);
    expect(counted.problems).toEqual(['tests/unit/a.test.ts: it subtracts (failed): AssertionError: expected 2 to be 1', 'tests/unit/a.test.ts: it divides (skipped)']);
    expect(counted.files).toEqual(['tests/unit/a.test.ts']);
  });

  test('a file that did not load, or that holds no test, counts as a failure', () => {
    const counted = countVitest(report({ testResults: [file([], { status: 'failed', message: 'Cannot find module x\nmore' }), file([])] }));
    expect(counted.passed).toBe(0);
    expect(counted.problems).toEqual(['tests/unit/a.test.ts: Cannot find module x', 'tests/unit/a.test.ts: has no tests']);
  });

  test('a report that is missing is a failure', () => {
    expect(countVitest(join(folder, 'missing.json')).problems).toEqual(['vitest: wrote no report']);
  });
});

describe('what Playwright reported', () => {
  const spec = (title: string, status: string, errors: readonly object[] = []): object => ({ file: 'a.spec.ts', title, tests: [{ status, results: [{ errors: [] }, { errors }] }] });

  test('whoever failed is named with the reason of the last try, and whoever needed a second try is named apart', () => {
    const counted = countPlaywright(report({ errors: [], suites: [{ specs: [spec('opens', 'expected')], suites: [{ specs: [spec('saves', 'unexpected', [{ message: 'Error: \u001B[2mexpect(\u001B[22mlocator) failed\n\nmore' }]), spec('closes', 'flaky')] }] }] }));
    expect(counted.passed).toBe(2);
    expect(counted.problems).toEqual(['tests/e2e/a.spec.ts: saves (failed): Error: expect(locator) failed']);
    expect(counted.unsteady).toEqual(['tests/e2e/a.spec.ts: closes']);
  });

  test('an error outside any test, and a run without tests, are failures', () => {
    const counted = countPlaywright(report({ errors: [{ message: 'no browser\nmore' }], suites: [] }));
    expect(counted.problems).toEqual(['playwright: no browser', 'playwright: no tests were found']);
  });
});
