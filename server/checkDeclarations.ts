import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclarationProblem } from '@/schema/checks/checkResources';

/** The files of the declarations and of the check itself; none of them draws. */
const folders = ['schema', 'words', 'fields', 'resources', 'domain'];
const isDeclared = (name: string): boolean => /(?<!\.fixture)\.ts$/.test(name);

/** Changes whenever a declaration or the check changes. */
const digestOf = (source: string): string => {
  const hash = createHash('sha256');
  const files = folders.flatMap((folder) =>
    (readdirSync(join(source, folder), { recursive: true }) as string[]).filter(isDeclared).map((name) => join(folder, name)),
  );
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(source, file)))
      .update('\0');
  return hash.digest('hex');
};
const marked = (mark: string): string | null => {
  try {
    return readFileSync(mark, 'utf8');
  } catch {
    return null;
  }
};
/** If nothing can be written, the next start simply checks again. */
const remember = (mark: string, digest: string): void => {
  try {
    mkdirSync(dirname(mark), { recursive: true });
    writeFileSync(mark, digest);
  } catch {}
};

/** Finds errors in the declarations of a source folder, once per build: declarations that passed are remembered by their digest. */
export const checkDeclarations = (source: string, mark: string, check: () => readonly DeclarationProblem[]): readonly string[] => {
  const digest = digestOf(source);
  if (marked(mark) === digest) return [];
  const problems = check();
  if (problems.length === 0) remember(mark, digest);
  return problems.map(({ code, message }) => `${code} ${message}`);
};
