/**
 * The parts of the product are found by folder: entities, field types, hooks and access tables. This writes the index of each kind, a plain
 * list of imports that browser, server, tests and scripts all load (docs/adr/0045-found-by-folder.md). It needs Node.js only and takes a
 * few milliseconds.
 */
import { existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root as ownRoot } from './run.mjs';

/** The folders cannot be put into an index; the message says which ones, and why. */
export class FolderError extends Error {}

const list = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const byName = (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

/** `<folder>/<name>/<name>.ts`. A folder with code under another name is a mistake that nobody would notice. */
const foldersNamedAlike =
  (folder, { besides = [] } = {}) =>
  (root) => {
    const found = list(join(root, folder)).filter((name) => !besides.includes(name) && isFolder(join(root, folder, name)));
    const entries = found.map((name) => ({ name, path: join(folder, name, `${name}.ts`) }));
    const strangers = entries.filter(({ path }) => !existsSync(join(root, path)) && list(join(root, dirname(path))).length > 0);
    return {
      entries: entries.filter(({ path }) => existsSync(join(root, path))),
      problems: strangers.map(({ path }) => `${dirname(path)} holds no ${path.split(/[\\/]/).at(-1)}: name the file after its folder.`),
    };
  };
/** `<folder>/<name>.ts`, except the index and names that start with a dot. */
const filesOf = (folder) => (root) => ({
  entries: list(join(root, folder))
    .filter((file) => /^\w+\.ts$/.test(file) && file !== 'index.ts')
    .map((file) => ({ name: file.slice(0, -'.ts'.length), path: join(folder, file) })),
  problems: [],
});
/** `<folder>/<feature>/<entity>.hooks.ts`. */
const hookFilesOf = (folder) => (root) => ({
  entries: list(join(root, folder))
    .filter((feature) => isFolder(join(root, folder, feature)))
    .flatMap((feature) => list(join(root, folder, feature)).map((file) => join(folder, feature, file)))
    .filter((path) => path.endsWith('.hooks.ts'))
    .map((path) => ({ name: path.split(/[\\/]/).at(-1).slice(0, -'.hooks.ts'.length), path })),
  problems: [],
});

const imports = (entries, exported) => entries.map(({ name, from }) => `import { ${exported(name)} } from '${from}';`);
const members = (entries, exported) => entries.map(({ name }) => `  ${exported(name)},`);
const same = (name) => name;
const hooksName = (name) => `${camel(name)}Hooks`;

/** The kinds of parts, their folders, and their index. */
const kinds = [
  {
    index: 'src/fields/index.ts',
    find: foldersNamedAlike('src/fields', { besides: ['kit'] }),
    text: (entries) => entries.map(({ name, from }) => `export { ${name} } from '${from}';`),
  },
  {
    index: 'src/resources/index.ts',
    find: foldersNamedAlike('src/resources'),
    text: (entries) => [
      "import { createRegistry, type AnyResource, type Registry } from '@/schema';",
      ...imports(entries, same),
      '',
      '/** Every entity of the product. */',
      'export const resources: readonly AnyResource[] = [',
      ...members(entries, same),
      '];',
      '',
      '/** The declarations by name. */',
      'export const registry: Registry = createRegistry(resources);',
    ],
  },
  {
    index: 'src/schema/resourceNames.ts',
    find: foldersNamedAlike('src/resources'),
    text: (entries) => [
      '/** The names under which resources point to each other; a plugin or a test adds its own by declaring this interface again. */',
      'export interface ResourceNames {',
      ...entries.map(({ name }) => `  readonly ${name}: true;`),
      '}',
      '/** The name of a declared resource. */',
      'export type ResourceName = keyof ResourceNames;',
    ],
  },
  {
    index: 'server/hooks.ts',
    find: hookFilesOf('server/features'),
    text: (entries) => [
      "import { resources } from '@/resources';",
      "import { hooksOf, type Hooks } from './kernel/defineHooks';",
      ...imports(entries, hooksName),
      '',
      '/** What the server alone knows, by resource. */',
      'export const hooks: ReadonlyMap<string, Hooks> = hooksOf(resources, [',
      ...members(entries, hooksName),
      ']);',
    ],
  },
  {
    index: 'tests/access/index.ts',
    find: filesOf('tests/access'),
    text: (entries) => [
      "import type { ExpectedAccess } from '../support/ExpectedAccess';",
      ...imports(entries, same),
      '',
      '/** The agreed access to each entity, by its name. */',
      'export const expectedAccess: Readonly<Record<string, ExpectedAccess>> = {',
      ...members(entries, same),
      '};',
    ],
  },
];
/** The files that are written from the folders, by their paths in the project. */
export const indexFiles = kinds.map(({ index }) => index);

const head =
  '// Written from the folders by scripts/lib/folderIndexes.mjs, which every command runs: nobody edits it (docs/adr/0045-found-by-folder.md).';
const specifier = (index, path) => {
  const way = relative(dirname(index), path).replaceAll('\\', '/').replace(/\.ts$/, '');
  return way.startsWith('.') ? way : `./${way}`;
};
const taken = (entries) =>
  entries
    .filter(({ name }, at) => at > 0 && entries[at - 1].name === name)
    .map(
      ({ name }) =>
        `"${name}" is there twice: ${entries
          .filter((each) => each.name === name)
          .map((each) => each.path)
          .join(' and ')}.`,
    );

const composed = (root, { index, find, text }) => {
  const found = find(root);
  const entries = found.entries.map((entry) => ({ ...entry, from: specifier(index, entry.path) })).sort(byName);
  return { index, problems: [...found.problems, ...taken(entries)], text: `${[head, ...text(entries)].join('\n')}\n` };
};

/** The outdated indexes, with their correct contents. Throws a `FolderError` when the folders themselves are wrong. */
export const staleIndexes = (root = ownRoot) => {
  const all = kinds.filter(({ index }) => existsSync(join(root, dirname(index)))).map((kind) => composed(root, kind));
  const problems = all.flatMap((each) => each.problems);
  if (problems.length > 0) throw new FolderError(problems.join('\n'));
  return all.filter(({ index, text }) => !existsSync(join(root, index)) || readFileSync(join(root, index), 'utf8') !== text);
};

/** Writes the outdated indexes, each atomically, and answers their paths. */
export const writeIndexes = (root = ownRoot) =>
  staleIndexes(root).map(({ index, text }) => {
    const part = join(root, `${index}.${process.pid}.part`);
    writeFileSync(part, text);
    renameSync(part, join(root, index));
    return index;
  });
