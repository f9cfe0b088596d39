import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { registry } from '@/resources';
import type { AnyField } from '@/schema';
import { statusGroups, ways } from '@/domain/registration/lifecycle';
import { resolveLink } from '../../docs/.vitepress/links';
import { brokenLinks, readPages } from '../../scripts/docs/brokenLinks';
import { lifecycleEdges } from '../../scripts/docs/drawLifecycle';
import { generateDocs } from '../../scripts/docs/generateDocs';
import { loadFixtures } from '../../scripts/docs/loadFixtures';
import { literal } from '../../scripts/docs/markdown';
import { readLanguage } from '../../scripts/docs/readLanguage';
import { parse, readSources, type Source } from '../../scripts/docs/sources';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { pages, problems } = await generateDocs(root);
const sources = readSources(root);
const fixtures = await loadFixtures(root, sources.fields.keys());

/** Whether a page has a section for an option. */
const explains = (page: string, option: string): boolean => pages[page]?.includes(`\n## \`${option}\` {#`) === true;
const unexplained = (page: string, options: Iterable<string>): readonly string[] =>
  [...new Set(options)].filter((name) => !explains(page, name));
const objects = (value: unknown): readonly object[] => Object.values((value ?? {}) as Readonly<Record<string, object>>);

/** The sources with one of them changed as the tests need it. */
const changed = (path: string, edit: (text: string) => string): typeof sources => {
  const replace = (source: Source): Source => (source.path === path ? parse(path, edit(source.file.text)) : source);
  return {
    ...sources,
    schema: sources.schema.map(replace),
    fields: new Map([...sources.fields].map(([name, source]) => [name, replace(source)])),
    examples: sources.examples.map(replace),
  };
};

test('every option of the language has a comment and a real use', () => {
  expect(problems).toEqual([]);
});

test('the reference names every option that a declaration of the product uses', () => {
  expect(
    unexplained(
      'resource.md',
      registry.all.flatMap((resource) => Object.keys(resource)).filter((key) => key !== 'name' && key !== 'all'),
    ),
  ).toEqual([]);
  expect(
    unexplained(
      'resource.md',
      registry.all.flatMap(({ list }) => Object.keys(list).map((key) => `list.${key}`)),
    ),
  ).toEqual([]);
  expect(
    unexplained(
      'actions.md',
      registry.all.flatMap(({ actions }) => objects(actions).flatMap(Object.keys)),
    ),
  ).toEqual([]);
  expect(
    unexplained(
      'rules.md',
      registry.all.flatMap(({ rules, notices }) => [rules, notices].flatMap(objects).flatMap(Object.keys)),
    ),
  ).toEqual([]);
  expect(
    unexplained(
      'indexes.md',
      registry.all.flatMap(({ indexes }) => objects(indexes).flatMap(Object.keys)),
    ),
  ).toEqual([]);
  expect(
    unexplained(
      'exclusions.md',
      registry.all.flatMap(({ exclusions }) => objects(exclusions).flatMap(Object.keys)),
    ),
  ).toEqual([]);
});

test('the page of a field type names every option that a field of the product gives it', () => {
  const fields = registry.all.flatMap(({ fields: own }) => Object.values(own as Readonly<Record<string, AnyField>>));
  const parameters = new Set(['states']);
  const missing = fields.flatMap(({ type, options }) =>
    Object.keys(options)
      .filter((name) => !parameters.has(name) && !explains(`fields/${type}.md`, name) && !explains('common.md', name))
      .map((name) => `${type}.${name}`),
  );
  expect(missing).toEqual([]);
});

test('an option that loses its comment keeps the reference from being built', () => {
  const without = changed('src/fields/text/text.ts', (text) => text.replace(/ *\/\*\* Fewest characters\. \*\/\n/, ''));
  expect(readLanguage(without, fixtures).problems).toEqual(['TextOptions.min has no comment']);
});

test('an option that nothing uses keeps the reference from being built', () => {
  const added = changed('src/fields/text/text.ts', (text) =>
    text.replace('export interface TextOptions extends CommonOptions {', '$&\n  /** Never used. */\n  readonly mirrored?: boolean;'),
  );
  expect(readLanguage(added, fixtures).problems).toEqual(['TextOptions.mirrored is used by no declaration and no fixture']);
});

test('an option that a type takes and its interface does not declare is named', () => {
  const forgotten = changed('src/fields/slug/slug.ts', (text) => text.replace(/ *readonly from\?: string;\n/, ''));
  expect(readLanguage(forgotten, fixtures).problems).toEqual([
    'src/fields/slug/slug.ts: slug takes "from", which SlugOptions does not declare',
  ]);
});

test('the page of a field type shows what it can do and its fixture', () => {
  expect(pages['fields/money.md']).toContain('| Lists add it up | yes |');
  expect(pages['fields/text.md']).toContain('`startswith`');
  expect(pages['fields/text.md']).toContain('"a\\u202eb"');
});

test('signs that nobody sees are written as escapes, and long values are cut', () => {
  expect(literal('a\u202eb c')).toBe('"a\\u202eb c"');
  expect(literal('x'.repeat(500))).toHaveLength(112);
  expect(literal(Number.NaN)).toBe('NaN');
});

test('every route of a service is on its page', () => {
  expect(pages['api/event.md']).toContain('`POST /coupons/{id}/pause`');
  expect(pages['api/kits.md']).toContain('## kit_deliveries');
  expect(Object.keys(pages).filter((path) => path.startsWith('api/'))).toHaveLength(8);
});

test('links of the pages lead somewhere', () => {
  expect(brokenLinks(readPages(root, pages), root)).toEqual([]);
});

test('a link to a page, a heading or a file that does not exist is named', () => {
  const broken = new Map([
    [
      'start.md',
      '# Start\n[a](./nowhere.md) [b](./start.md#end) [c](../server/nothing.ts) [d](#start) [e](https://example.com) `[f](./code.md)`',
    ],
  ]);
  expect(brokenLinks(broken, root)).toEqual([
    'docs/start.md: ./nowhere.md: there is no page /nowhere.md',
    'docs/start.md: ./start.md#end: /start.md has no heading #end',
    'docs/start.md: ../server/nothing.ts: there is no file server/nothing.ts',
  ]);
});

test('links of included files are those of the file, and code of the project is named without a link', () => {
  expect(resolveLink('security.md', 'docs/operations.md#metrics')).toEqual({ page: '/operations.md#metrics' });
  expect(resolveLink('operations.md', '../README.md#configuration')).toEqual({ page: '/reference/configuration.md' });
  expect(resolveLink('adr/0001-one-declaration.md', '../../SECURITY.md')).toEqual({ page: '/security.md' });
  expect(resolveLink('adapters.md', '../server/adapters/mail/Mail.ts')).toEqual({ source: 'server/adapters/mail/Mail.ts' });
});

test('the picture of a registration shows every way that the server allows and no other', () => {
  const drawn = lifecycleEdges().flatMap(({ from, to }) =>
    (from in statusGroups ? statusGroups[from as keyof typeof statusGroups] : [from]).map((status) => `${status} ${to}`),
  );
  const allowed = Object.entries(ways).flatMap(([from, targets]) => (from === 'new' ? [] : targets.map((to) => `${from} ${to}`)));
  expect([...drawn].sort()).toEqual([...allowed].sort());
  for (const text of ['Bib assigned', 'Moved to another event']) expect(pages['lifecycle.en.svg']).toContain(text);
  expect(pages['lifecycle.es.svg']).toContain('Con dorsal');
});
