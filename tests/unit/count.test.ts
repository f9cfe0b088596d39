import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { countPlaywright, countVitest } from '../../scripts/lib/count.mjs';
import CountReporter from '../../scripts/lib/countReporter.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dorsal-count-'));
const report = (content: object): string => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('what vitest reported', () => {
  const test = (fullName: string, state: string, messages: readonly string[] = []): object => ({
    fullName,
    result: () => ({ state, errors: messages.map((message) => ({ message })) }),
  });
  const module = (tests: readonly object[], { project = 'server', errors = [] as readonly string[] } = {}): object => ({
    project: { name: project },
    moduleId: resolve('tests/unit/a.test.ts'),
    children: { allTests: () => tests },
    errors: () => errors.map((message) => ({ message })),
    diagnostic: () => ({ collectDuration: 500, duration: 1000, environmentSetupDuration: 250, prepareDuration: 250, setupDuration: 0 }),
  });
  const counted = (modules: readonly object[], errors: readonly object[] = []): ReturnType<typeof countVitest> => {
    const file = join(folder, 'counts.json');
    vi.stubEnv('COUNTS_FILE', file);
    new CountReporter().onTestRunEnd(modules, errors);
    return countVitest(file);
  };
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('names a test that failed or was skipped, the failed one with the first line of its reason', () => {
    const found = counted([
      module([
        test('it adds', 'passed'),
        test('it subtracts', 'failed', ['\u001B[31mAssertionError: expected 2 to be 1\u001B[39m\n    at somewhere']),
        test('it divides', 'skipped'),
      ]),
    ]);
    expect(found.passed).toBe(1);
    expect(found.problems).toEqual([
      'tests/unit/a.test.ts: it subtracts (failed): AssertionError: expected 2 to be 1',
      'tests/unit/a.test.ts: it divides (skipped)',
    ]);
    expect(found.files).toEqual(['tests/unit/a.test.ts']);
    expect(found.seconds).toEqual({ server: 2 });
  });

  it('counts a file that did not load, or that holds no test, as a failure, and says on which engine', () => {
    const found = counted([module([], { errors: ['Cannot find module x\nmore'] }), module([], { project: 'embedded' })]);
    expect(found.passed).toBe(0);
    expect(found.problems).toEqual(['tests/unit/a.test.ts: Cannot find module x', 'tests/unit/a.test.ts (embedded): has no tests']);
  });

  it('counts an error outside any test as a failure', () => {
    expect(counted([module([test('it adds', 'passed')])], [{ message: 'Unhandled rejection\nmore' }]).problems).toEqual([
      'vitest: Unhandled rejection',
    ]);
  });

  it('says that a report is missing', () => {
    expect(countVitest(join(folder, 'missing.json')).problems).toEqual(['vitest: wrote no report']);
  });
});

describe('what Playwright reported', () => {
  const spec = (title: string, status: string, errors: readonly object[] = []): object => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results: [{ errors: [] }, { errors }] }],
  });

  it('names a test that failed, or that needed a second try, with the reason', () => {
    const counted = countPlaywright(
      report({
        errors: [],
        suites: [
          {
            specs: [spec('opens', 'expected')],
            suites: [
              {
                specs: [
                  spec('saves', 'unexpected', [{ message: 'Error: \u001B[2mexpect(\u001B[22mlocator) failed\n\nmore' }]),
                  spec('closes', 'flaky'),
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(counted.passed).toBe(1);
    expect(counted.problems).toEqual([
      'tests/e2e/a.spec.ts: saves (failed): Error: expect(locator) failed',
      'tests/e2e/a.spec.ts: closes (flaky)',
    ]);
  });

  it('counts an error outside any test, and a run without tests, as failures', () => {
    const counted = countPlaywright(report({ errors: [{ message: 'no browser\nmore' }], suites: [] }));
    expect(counted.problems).toEqual(['playwright: no browser', 'playwright: no tests were found']);
  });
});
