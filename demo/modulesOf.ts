import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const fileOf = (from: string, name: string): string | undefined => {
  const base = name.startsWith('@/') ? join(root, 'src', name.slice(2)) : resolve(dirname(from), name);
  return [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
};

/** Every module of this project that a module loads, itself first. */
export const modulesOf = (entry: string): readonly string[] => {
  const found = new Set([entry]);
  for (const file of found) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*'((?:\.|@\/)[^']+)'/g)) {
      const next = name === undefined ? undefined : fileOf(file, name);
      if (next) found.add(next);
    }
  }
  return [...found];
};

/** Every file in a folder and the folders within it, by name; a file is itself. */
export const filesUnder = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)));
