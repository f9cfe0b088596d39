import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const clock = (seconds) => `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;

/**
 * A table of the time for each part, and of what several workers spent on each project inside it: rows of name, seconds and, if known,
 * seconds by project.
 */
export const minutesTable = (rows) => {
  const lines = rows.flatMap(([name, seconds, inside = {}]) => [
    [name, seconds],
    ...Object.entries(inside).map(([project, worked]) => [`  ${project}, all workers together`, worked]),
  ]);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return ['Minutes by part', ...lines.map(([name, seconds]) => `  ${name.padEnd(width)}  ${clock(seconds).padStart(6)}`)].join('\n');
};

/**
 * `node minutesTable.mjs FILE COUNTS`: the rows of a file of names and seconds, separated by tabs, with those of `npm test` before the last
 * one.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, counts] = process.argv.slice(2);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([name, seconds]) => [name, Number(seconds)]);
  const tests = existsSync(counts) ? JSON.parse(readFileSync(counts, 'utf8')).minutes : [];
  console.log(`\n${minutesTable([...rows.slice(0, -1), ...tests, rows.at(-1)])}`);
}
