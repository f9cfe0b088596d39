/**
 * What the product is made of is found by folder: entities, field types, hooks and tables of access. This writes the index of each kind, a plain list of
 * imports that browser, server, tests and scripts load alike (docs/adr/0045-found-by-folder.md). It needs Node.js only and takes a few milliseconds.
 */
import { existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root as ownRoot } from './run.mjs';

/** The folders cannot be put into an index; the message says in sentences which ones, and why. */
export class FolderError extends Error {}

/** Where plugins stand, each a folder shaped like the product: `plugins/<name>/src/resources`, `plugins/<name>/server/features`, ... */
const pluginsFolder = 'plugins';

const list = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const byName = (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

/** The product itself and its plugins, as paths from the root: `''`, `plugins/shop`. */
export const productRoots = (root = ownRoot) => [
  '',
  ...list(join(root, pluginsFolder))
    .map((name) => join(pluginsFolder, name))
    .filter((folder) => isFolder(join(root, folder))),
];

/** `<folder>/<name>/<name>.ts`. A folder that holds code under another name is a slip that nobody would see. */
const foldersNamedAlike =
  (folder, { besides = [] } = {}) =>
  (root, base) => {
    const found = list(join(root, base, folder)).filter((name) => !besides.includes(name) && isFolder(join(root, base, folder, name)));
    const entries = found.map((name) => ({ name, path: join(base, folder, name, `${name}.ts`) }));
    const strangers = entries.filter(({ path }) => !existsSync(join(root, path)) && list(join(root, dirname(path))).length > 0);
    return {
      entries: entries.filter(({ path }) => existsSync(join(root, path))),
      problems: strangers.map(({ path }) => `${dirname(path)} holds no ${path.split(/[\\/]/).at(-1)}: name the file after its folder.`),
    };
  };
/** `<folder>/<name>.ts`, the index and what begins with a dot aside. */
const filesOf = (folder) => (root, base) => ({
  entries: list(join(root, base, folder))
    .filter((file) => /^\w+\.ts$/.test(file) && file !== 'index.ts')
    .map((file) => ({ name: file.slice(0, -'.ts'.length), path: join(base, folder, file) })),
  problems: [],
});
/** `<folder>/<feature>/<entity>.hooks.ts`. */
const hookFilesOf = (folder) => (root, base) => ({
  entries: list(join(root, base, folder))
    .filter((feature) => isFolder(join(root, base, folder, feature)))
    .flatMap((feature) => list(join(root, base, folder, feature)).map((file) => join(base, folder, feature, file)))
    .filter((path) => path.endsWith('.hooks.ts'))
    .map((path) => ({ name: path.split(/[\\/]/).at(-1).slice(0, -'.hooks.ts'.length), path })),
  problems: [],
});

const imports = (entries, exported) => entries.map(({ name, from }) => `import { ${exported(name)} } from '${from}';`);
const members = (entries, exported) => entries.map(({ name }) => `  ${exported(name)},`);
const same = (name) => name;
const hooksName = (name) => `${camel(name)}Hooks`;

/** The kinds of things that are found, where, and the index that names them. */
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
      '/** Every entity of the product and of its plugins. */',
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
      '/** What is expected of each entity, by its name. */',
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
  const found = productRoots(root).map((base) => find(root, base));
  const entries = found
    .flatMap((each) => each.entries)
    .map((entry) => ({ ...entry, from: specifier(index, entry.path) }))
    .sort(byName);
  const problems = [...found.flatMap((each) => each.problems), ...taken(entries)];
  return { index, problems, text: `${[head, ...text(entries)].join('\n')}\n` };
};

/** The indexes that do not say what is in the folders, with what they should say. Throws a `FolderError` where the folders themselves are wrong. */
export const staleIndexes = (root = ownRoot) => {
  const all = kinds.filter(({ index }) => existsSync(join(root, dirname(index)))).map((kind) => composed(root, kind));
  const problems = all.flatMap((each) => each.problems);
  if (problems.length > 0) throw new FolderError(problems.join('\n'));
  return all.filter(({ index, text }) => !existsSync(join(root, index)) || readFileSync(join(root, index), 'utf8') !== text);
};

/** Writes the indexes that are behind their folders, each at once and whole, and answers their paths. */
export const writeIndexes = (root = ownRoot) =>
  staleIndexes(root).map(({ index, text }) => {
    const part = join(root, `${index}.${process.pid}.part`);
    writeFileSync(part, text);
    renameSync(part, join(root, index));
    return index;
  });
