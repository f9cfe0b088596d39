import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginProblems } from '@/plugins/pluginProblems';
import type { Plugin } from '@/plugins/Plugin';
import { withPlugins } from '@/plugins/withPlugins';
import type { AddedReport } from '@/domain/reports/addedReport';
import type { Registry } from '@/schema';
import type { StorageFactory } from '../adapters/objectStorage/ObjectStorage';
import type { AddedMigrations, Wanted } from '../database/migrateDatabase';
import { projectedRules } from '../database/schema';
import type { LetterTemplate } from '../features/letters/addedLetters';
import type { Hooks } from '../kernel/defineHooks';
import { mergeHooks } from './mergeHooks';
import { PluginError } from './PluginError';
import type { ServerPlugin } from './ServerPlugin';

/** The product together with its plugins, as the server uses it. */
export interface Assembled {
  readonly registry: Registry;
  readonly hooks: ReadonlyMap<string, Hooks>;
  /** Folders with their texts. */
  readonly locales: readonly string[];
  readonly letters: readonly LetterTemplate[];
  readonly reports: readonly AddedReport[];
  readonly storages: Readonly<Record<string, StorageFactory>>;
  /** What the database is brought to. */
  readonly wanted: Pick<Wanted, 'rules' | 'added'>;
}
interface Loaded {
  readonly folder: string;
  readonly plugin: Plugin;
  readonly server: ServerPlugin;
}

const load = async <T>(folder: string, file: string): Promise<T | undefined> => {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  const { default: exported } = (await import(pathToFileURL(path).href)) as { readonly default?: T };
  if (exported === undefined) throw new PluginError(`${path} has no default export.`);
  return exported;
};
const loadOne = async (named: string): Promise<Loaded> => {
  const folder = resolve(named);
  const plugin = await load<Plugin>(folder, 'plugin.ts');
  if (!plugin) throw new PluginError(`DORSAL_PLUGINS names ${named}, where there is no plugin.ts.`);
  return { folder, plugin, server: (await load<ServerPlugin>(folder, 'plugin.server.ts')) ?? {} };
};
/** The declarations of plugins by their folders, without their server side. */
export const loadPlugin = async (folder: string): Promise<Plugin> => (await loadOne(folder)).plugin;

const migrationsOf = ({ folder, plugin }: Loaded): readonly AddedMigrations[] => {
  const migrations = join(folder, 'migrations');
  return existsSync(join(migrations, 'meta/_journal.json')) ? [{ plugin: plugin.name, folder: migrations }] : [];
};
const merged = <T>(all: readonly (Readonly<Record<string, T>> | undefined)[]): Readonly<Record<string, T>> =>
  Object.assign({}, ...all) as Readonly<Record<string, T>>;

/** Loads the plugins of the given folders and combines the product with them. Throws a `PluginError` when they do not fit. */
export const loadPlugins = async (
  folders: readonly string[],
  own: { readonly registry: Registry; readonly hooks: ReadonlyMap<string, Hooks> },
): Promise<Assembled> => {
  if (folders.length === 0) return { ...own, locales: [], letters: [], reports: [], storages: {}, wanted: {} };
  const loaded: Loaded[] = [];
  for (const folder of folders) loaded.push(await loadOne(folder));
  const plugins = loaded.map(({ plugin }) => plugin),
    problems = pluginProblems(own.registry, plugins);
  if (problems.length > 0) throw new PluginError(problems.join('\n'));
  const registry = withPlugins(own.registry, plugins);
  return {
    registry,
    hooks: mergeHooks(
      registry.all,
      own.hooks,
      loaded.flatMap(({ server }) => server.hooks ?? []),
    ),
    locales: loaded.map(({ folder }) => join(folder, 'locales')).filter((folder) => existsSync(folder)),
    letters: loaded.flatMap(({ server }) => server.letters ?? []),
    reports: plugins.flatMap(({ reports = [] }) => reports),
    storages: merged(loaded.map(({ server }) => server.adapters?.objectStorage)),
    wanted: { rules: projectedRules(registry), added: loaded.flatMap(migrationsOf) },
  };
};
