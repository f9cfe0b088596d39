import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join, relative } from 'node:path';
import { indexFiles } from '../lib/folderIndexes.mjs';
import { pluginFolders } from '../lib/pluginsInClient.mjs';

/** The source folders of the server, besides the plugins that it is started with; the page watches its own files. */
const folders = ['server', 'demo', 'locales', 'src/schema', 'src/fields', 'src/words', 'src/resources', 'src/domain', 'src/plugins'];
const concernsServer = (file: string): boolean => !/\.tsx$|\.css$|\.fixture\.ts$|\.[a-f\d-]{36}$|~$|(^|[\\/])[.#]/.test(file);
/** An editor writes one file in several steps, and a change of branch writes many files. */
const quietMs = 40;

const digestOf = (file: string): string | null => {
  try {
    return statSync(file).isFile() ? createHash('sha1').update(readFileSync(file)).digest('base64') : null;
  } catch {
    return null;
  }
};

/**
 * Reports which files of the server have new contents, once no more change; each folder is watched separately, which works on every system.
 */
export const watchSources = (root: string, onChange: (files: readonly string[]) => void): (() => void) => {
  const watchers = new Map<string, FSWatcher>(),
    digests = new Map<string, string>();
  const touched = new Set<string>();
  let quiet: NodeJS.Timeout | undefined;

  const settle = (): void => {
    const changed = [...touched].filter((file) => {
      const before = digests.get(file),
        now = digestOf(file);
      if (now === null) digests.delete(file);
      else digests.set(file, now);
      return (before ?? null) !== now;
    });
    touched.clear();
    if (changed.length > 0) onChange(changed.map((file) => relative(root, file)));
  };
  const indexes = new Set(indexFiles.map((file) => join(root, file))); // the listener of a change writes them
  const touch = (file: string): void => {
    if (!concernsServer(file) || indexes.has(file)) return;
    touched.add(file);
    clearTimeout(quiet);
    quiet = setTimeout(settle, quietMs);
  };
  const leave = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    for (const file of digests.keys()) if (file.startsWith(join(folder, '/'))) touch(file);
  };
  const enter = (folder: string, isNew: boolean): void => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) enter(path, true);
      else if (watchers.has(path)) leave(path);
      else touch(path);
    });
    watcher.on('error', () => leave(folder));
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) enter(path, isNew);
      else if (isNew) touch(path);
      else if (concernsServer(path)) digests.set(path, digestOf(path) ?? '');
    }
  };
  for (const folder of [...folders.map((name) => join(root, name)), ...pluginFolders()]) if (existsSync(folder)) enter(folder, false);
  return () => {
    clearTimeout(quiet);
    for (const watcher of watchers.values()) watcher.close();
  };
};
