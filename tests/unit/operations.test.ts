import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from '../../server/config';

const read = (file: string): string => readFileSync(file, 'utf8');
const operations = read('docs/operations.md');
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

test('every variable that the page of operations names is one that the server reads', () => {
  const known = new Set<string>([...variables.map(({ name }) => name), 'NODE_ENV', 'POSTGRES_PASSWORD', 'SIGTERM', 'FILE', 'LISTEN']);
  expect(found(operations, /`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g).filter((name) => !known.has(name))).toEqual([]);
});

test('every command that it and SECURITY.md name exists, and every test that SECURITY.md names', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const pages = `${operations}\n${read('SECURITY.md')}`;
  expect(found(pages, /npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
  expect(found(pages, /node (scripts\/[\w/.]+)/g).filter((file) => !existsSync(file))).toEqual([]);
  expect(found(pages, /`(tests\/[\w/.]+)`/g).filter((file) => !existsSync(file))).toEqual([]);
});

test('it lists the metrics that the server reports, and no others', () => {
  const section = operations.slice(operations.indexOf('\n## Metrics'), operations.indexOf('\n## Traces'));
  expect(found(section, /`(dorsal_[a-z_]+)`/g)).toEqual(found(read('server/metrics.ts'), /'(dorsal_[a-z_]+)'/g));
});
