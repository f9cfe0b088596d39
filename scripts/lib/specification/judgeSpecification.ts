import { keysOf } from '@/schema/project/access';
import { permissionKeys, services, type AnyResource, type Registry } from '@/schema';
import { addressesOf } from './addressesOf';

/** One line of `docs/specification.md`: the item of the specification, where it is seen, and the test that proves it. */
export interface SpecificationRow {
  readonly section: string;
  readonly says: string;
  /** Screens; `undefined` in tables without screens. */
  readonly screen: string | undefined;
  readonly file: string;
  readonly test: string;
}
const bare = (cell: string): string => cell.replaceAll('`', '').replaceAll('\\|', '|');

/** Reads the tables of the document; a line with an empty second cell continues the item above. */
export const readRows = (markdown: string): readonly SpecificationRow[] => {
  let said = '';
  return markdown.split('\n').flatMap((line) => {
    const [, section, says, ...rest] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (!section || !/^\d+$/.test(section)) return [];
    const [test, file, screen] = rest.slice(0, -1).reverse();
    said = says ? bare(says) : said;
    return [
      {
        section,
        says: said,
        screen: screen === undefined ? undefined : bare(screen),
        file: bare(file ?? ''),
        test: (test ?? '').replaceAll('\\|', '|'),
      },
    ];
  });
};

/** Whether a text has a test with exactly this name. */
export const hasTest = (text: string | undefined, name: string): boolean =>
  text !== undefined && ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}, `));

const opensWith = (resource: AnyResource, key: string): boolean =>
  ['list', 'create', 'edit', ...Object.keys((resource.actions ?? {}) as object)].some((verb) => {
    const keys = keysOf(resource, verb);
    return keys !== 'anyone' && keys.some((spec) => (typeof spec === 'string' ? spec : spec.key) === key);
  });

/** Whether there is such an entity, or such an action or field of one. */
const isThere = (registry: Registry, path: string): boolean => {
  const [name = '', member] = path.split('.');
  const resource = registry.find(name);
  return resource !== undefined && (member === undefined || Object.hasOwn({ ...resource.actions, ...resource.all }, member));
};

/**
 * What is wrong with a screen: an address that does not exist, an invalid `entity.action`, an unknown service, or a key that the entity
 * does not know.
 */
const screenProblem = (
  registry: Registry,
  addresses: ReadonlySet<string>,
  { section, says }: SpecificationRow,
  screen: string,
): string | null => {
  if (screen.startsWith('/v2/'))
    return services.some((service) => screen === `/v2/${service}` && registry.all.some((resource) => resource.service === service))
      ? null
      : `no entity is served by ${screen}`;
  if (screen.startsWith('/')) return addresses.has(screen) ? null : `no screen has the address ${screen}`;
  if (!isThere(registry, screen)) return `there is no ${screen}`;
  return section !== '6' ||
    !(permissionKeys as readonly string[]).includes(says) ||
    screen.includes('.') ||
    opensWith(registry.get(screen), says)
    ? null
    : `${screen} does not open with ${says}`;
};

/** All errors: an item without a row, a row without an item, and a missing screen or test. */
export const judgeSpecification = (
  rows: readonly SpecificationRow[],
  items: Readonly<Record<string, readonly string[]>>,
  registry: Registry,
  read: (file: string) => string | undefined,
): readonly string[] => {
  const addresses = addressesOf(registry);
  const missing = Object.entries(items).flatMap(([section, names]) =>
    names
      .filter((name) => !rows.some((row) => row.section === section && row.says === name && row.screen !== undefined))
      .map((name) => `§${section} ${name}: no row answers for it`),
  );
  const wrong = rows.flatMap((row) => {
    const where = `§${row.section} ${row.says}`;
    const untested = hasTest(read(row.file), row.test) ? [] : [`${where}: ${row.file} has no test "${row.test}"`];
    if (row.screen === undefined) return untested;
    const known = items[row.section]?.includes(row.says) ? [] : [`${where}: the specification names no such item`];
    return [
      ...known,
      ...untested,
      ...row.screen
        .split(', ')
        .flatMap((screen) => screenProblem(registry, addresses, row, screen) ?? [])
        .map((problem) => `${where}: ${problem}`),
    ];
  });
  return [...missing, ...wrong];
};
