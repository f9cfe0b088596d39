import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { testFiles } from './count.mjs';
import { projectFiles } from './steps.mjs';
import { root } from './run.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const isRef = (name) => {
  try {
    git('rev-parse', '--verify', '--quiet', name);
    return true;
  } catch {
    return false;
  }
};

/** Files that differ from the point where this branch left main, committed or not; on main itself, from its origin. */
export const changedFiles = () => {
  const onMain = git('rev-parse', '--abbrev-ref', 'HEAD')[0] === 'main';
  const base = [onMain ? 'origin/main' : 'main', 'HEAD'].find(isRef);
  const [from] = git('merge-base', base, 'HEAD');
  return [...new Set([...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')])].filter((file) =>
    existsSync(join(root, file)),
  );
};

const suffixes = ['', '.ts', '.tsx', '.mjs', '/index.ts'];
const importPattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
const resolved = (file, name) => {
  const path = name.startsWith('@/') ? join('src', name.slice(2)) : name.startsWith('.') ? join(dirname(file), name) : null;
  return (
    path && suffixes.map((suffix) => `${path}${suffix}`).find((each) => existsSync(join(root, each)) && statSync(join(root, each)).isFile())
  );
};
let known;
/** Who imports each file; read once for each process. */
const importers = () => (known ??= readImporters());
const readImporters = () => {
  const found = new Map();
  for (const file of projectFiles().filter((each) => /^(src|server|demo|scripts|tests)\/.*\.(tsx?|mjs)$/.test(each))) {
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
      const target = resolved(file, name);
      if (target) found.set(target, [...(found.get(target) ?? []), file]);
    }
  }
  return found;
};

/** A file with this many importers says nothing about what is affected, except for its own tests: an index, the registry. */
const hub = 25;
const isTest = (file) => /\.(test\.tsx?|spec\.ts)$/.test(file);
/** Test files that reach one of the files by imports, nearest first, not through a hub. */
const reaching = (files) => {
  const importersOf = importers();
  const distance = new Map(files.map((file) => [file, 0]));
  const queue = [...files];
  for (const file of queue) {
    const all = importersOf.get(file) ?? [];
    const next = all.length > hub ? all.filter(isTest) : all;
    for (const importer of next) {
      if (distance.has(importer)) continue;
      distance.set(importer, distance.get(file) + 1);
      queue.push(importer);
    }
  }
  return queue.filter(isTest);
};

const entityOf = (file) =>
  /^src\/resources\/([\w-]+)\//.exec(file)?.[1] ??
  /^server\/features\/\w+\/([\w-]+)\.hooks\.ts$/.exec(file)?.[1] ??
  /^locales\/\w+\/([\w-]+)\.json$/.exec(file)?.[1];
const isEntity = (name) => existsSync(join(root, 'src/resources', name, `${name}.ts`));

/** Entities with a changed declaration, hooks or texts. */
export const changedEntities = (files) => [...new Set(files.map(entityOf).filter((name) => name && isEntity(name)))];

/** Tests of every entity, of which a change runs only the rows of its own entity, and tests that take too long to wait for. */
const isWhole = (file) => /^tests\/(contract|demo|load)\/|^tests\/api\/(access|fuzz)\.test|\/(hammer|invariants)\.test/.test(file);

/** Test files whose name, imports, or titles name an entity. */
const naming = (entity) => {
  const title = new RegExp(`(?:test|describe|it)(?:\\.each\\([^)]*\\))?\\([\`'"][^\`'"]*\\b${entity}\\b|resources/${entity}\\b`);
  const camel = entity.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return testFiles().filter(
    (file) =>
      !file.endsWith('.spec.ts') &&
      (file.includes(`/${camel}.`) || file.includes(`/${camel.replace(/s$/, '')}.`) || title.test(readFileSync(join(root, file), 'utf8'))),
  );
};

/** The tests for a change: whole files, and for entities their rows of the contract and access tests. */
export const changedTests = (files) => {
  const entities = changedEntities(files);
  const plain = files.filter((file) => !entities.includes(entityOf(file)));
  const whole = [...new Set([...plain.filter(isTest), ...entities.flatMap(naming), ...reaching(plain)])].filter(
    (file) => !file.endsWith('.spec.ts'),
  );
  return {
    entities,
    files: whole.filter((file) => !isWhole(file) || files.includes(file)),
    heavy: whole.filter((file) => isWhole(file) && !files.includes(file)),
    browser: [...new Set(reaching(plain).filter((file) => file.endsWith('.spec.ts')))].map((file) => relative(root, join(root, file))),
  };
};
