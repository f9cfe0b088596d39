import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flatten, type Catalogue, type Catalogues, type SourceFile } from './localeProblems';

const root = fileURLToPath(new URL('../..', import.meta.url));

const catalogue = (language: string): Catalogue =>
  new Map(
    readdirSync(join(root, 'locales', language))
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) =>
        flatten(file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8')) as object),
      ),
  );

/** The texts of both languages, as in the files. */
export const readCatalogues = (): Catalogues => ({ es: catalogue('es'), en: catalogue('en') });

/** The source files that may contain keys. */
export const readSources = (folders: readonly string[] = ['src', 'server']): readonly SourceFile[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.fixture.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }));
