import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A parsed source file, with its path relative to the root of the project. */
export interface Source {
  readonly path: string;
  readonly file: ts.SourceFile;
}

/** The sources of the reference of the language. */
export interface Sources {
  readonly schema: readonly Source[];
  /** One field type each, by its name. */
  readonly fields: ReadonlyMap<string, Source>;
  /** Declarations, then fixtures: examples are searched in this order. */
  readonly examples: readonly Source[];
  /** Constants that declarations share. */
  readonly shared: readonly Source[];
}

/** Parses one source file without the type checker, which the reference does not need. */
export const parse = (path: string, text: string): Source => ({
  path,
  file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS),
});

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Reads the language, the field types and every declaration of the project. */
export const readSources = (root: string): Sources => {
  const read = (path: string): Source => parse(path, readFileSync(join(root, path), 'utf8'));
  const named = (within: string, ending: string): readonly (readonly [string, string])[] =>
    foldersIn(join(root, within))
      .map((name) => [name, `${within}/${name}/${name}${ending}`] as const)
      .filter(([, path]) => existsSync(join(root, path)));
  const directly = (within: string): readonly Source[] =>
    readdirSync(join(root, within))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`${within}/${name}`));
  return {
    schema: directly('src/schema'),
    fields: new Map(named('src/fields', '.ts').map(([name, path]) => [name, read(path)])),
    examples: [
      ...foldersIn(join(root, 'src/resources')).flatMap((name) => directly(`src/resources/${name}`)),
      ...named('src/fields', '.fixture.ts').map(([, path]) => read(path)),
    ],
    shared: [...directly('src/domain'), ...foldersIn(join(root, 'src/domain')).flatMap((name) => directly(`src/domain/${name}`)), read('src/schema/presets.ts')],
  };
};
