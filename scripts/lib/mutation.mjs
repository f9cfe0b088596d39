import { placeOf } from '../../tests/mutate/placeOf.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

const usualLimitMs = 4 * 60_000;

/** Tests without a database: creating its template would cost more than they do. */
const isPure = (test) => /^tests\/(unit|views)\/|^tests\/contract\/(locales|masked)\.|^tests\/load\/files\./.test(test);

/** A copy of the project with its uncommitted changes, in which faults are inserted. The installed packages are shared. */
export const makeCopy = () => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-mutate-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    try {
      cpSync(join(root, file), join(folder, file));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error; // removed and not committed yet
    }
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (file, text) => writeFileSync(join(folder, file), text);
  return {
    folder,
    put: ({ file, find, replace }) =>
      write(
        file,
        readFileSync(join(root, file), 'utf8').replace(placeOf(find), () => replace.trim()),
      ),
    takeBack: ({ file }) => write(file, readFileSync(join(root, file), 'utf8')),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
};

/** Ends a process and its children. */
const end = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // its group has already ended
  }
};

/** Another run on the same PostgreSQL removes the common template when it ends, which says nothing about a fault. */
const disturbed = /dorsal_template_\w+|being accessed by other users|terminating connection due to administrator command/;
const mostTries = 3;

const runOnce = ({ folder }, { tests, pattern, limitMs = usualLimitMs }) =>
  new Promise((resolve, reject) => {
    const report = join(folder, 'report.json');
    rmSync(report, { force: true });
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      ...['server', 'views', 'replaced'].flatMap((project) => ['--project', project]),
      '--reporter=json',
      '--reporter=dot',
      `--outputFile.json=${report}`,
      ...(pattern ? ['-t', pattern] : []),
      ...tests,
    ];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      detached: true,
      env: { ...process.env, NODE_ENV: 'test', TEST_WORKERS: '1', ...(tests.every(isPure) && { TEST_DATABASE_URL: '' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    let isLate = false;
    const clock = setTimeout(() => {
      isLate = true;
      end(child);
    }, limitMs);
    const stop = () => end(child);
    process.prependOnceListener('exit', stop); // before the copy in which it runs is removed
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(clock);
      process.off('exit', stop);
      const output = Buffer.concat(chunks).toString();
      if (isLate) return resolve({ outcome: 'hung', passed: 0, output });
      let passed;
      try {
        passed = JSON.parse(readFileSync(report, 'utf8')).numPassedTests;
      } catch {
        return reject(new Error(`vitest left no report:\n${output.slice(-2000)}`));
      }
      const isEmpty = /No test files found/.test(output) || (code === 0 && passed === 0);
      resolve({ outcome: isEmpty ? 'no tests' : code === 0 ? 'passed' : 'failed', passed, output });
    });
  });

/** Runs test files in a copy until the first failure: `passed`, `failed`, `hung`, or `no tests` when none ran. */
export const runTests = async (copy, asked) => {
  for (let tried = 1; ; tried += 1) {
    const result = await runOnce(copy, asked);
    if (result.outcome !== 'failed' || tried === mostTries || !disturbed.test(result.output)) return result;
  }
};
