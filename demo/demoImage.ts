import { createHash, randomBytes } from 'node:crypto';
import { constants, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, modulesOf } from './modulesOf';

const root = fileURLToPath(new URL('..', import.meta.url));
const maker = join(root, 'demo/demo.ts');
/** What the data depends on besides the modules that make it. */
const others = ['package-lock.json', 'server/database/security.sql', 'server/database/migrations'];
const digestLength = 16,
  dayMs = 24 * 3600 * 1000,
  /** The calendar of the demo data is built around the day on which it is made. */
  freshMs = 7 * dayMs;
const kept = join(root, 'node_modules/.cache/dorsal');
const isImage = /^demo-/,
  isDraft = /^draft-/;

/** Changes with everything that demo data is made of, and with `more`. */
export const digestOfDemo = (more: readonly (string | number)[]): string => {
  const hash = createHash('sha256').update([process.version, ...more].join('\0'));
  const files = [...modulesOf(maker), ...others.flatMap((name) => filesUnder(join(root, name)))];
  for (const file of files.sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, digestLength);
};

/** Copies a data folder, sharing the blocks of the disk where the file system can. */
export const copyFolder = (from: string, to: string): void => cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

const imageOf = (where: string, inscriptions: number): string => join(where, `demo-${inscriptions}-${digestOfDemo([inscriptions])}`);
const ageOf = (folder: string): number => Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
const isFresh = (folder: string): boolean => ageOf(folder) < freshMs;

/**
 * Keeps an embedded database with the demo data and without its accounts, for data folders that are made later on this machine. `make`
 * fills the folder that it is given. Does nothing where there is one of the last seven days.
 */
export const keepImage = async (inscriptions: number, make: (folder: string) => Promise<void>, where: string = kept): Promise<boolean> => {
  const image = imageOf(where, inscriptions);
  if (isFresh(image)) return false;
  mkdirSync(where, { recursive: true });
  // Images of other versions go, and so do drafts of a run that was ended; another run may be at work on a fresh one.
  for (const name of readdirSync(where))
    if (isImage.test(name) || (isDraft.test(name) && ageOf(join(where, name)) > dayMs))
      rmSync(join(where, name), { recursive: true, force: true });
  const draft = join(where, `draft-${randomBytes(4).toString('hex')}`);
  try {
    await make(draft);
    renameSync(join(draft, 'database'), image);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
};

/** Begins a data folder without a database with the image that is kept, if there is one: copying it takes a tenth of the time of making it. */
export const takeImage = (dataDir: string, inscriptions: number, where: string = kept): boolean => {
  const database = join(dataDir, 'database');
  if (existsSync(database) || !existsSync(where)) return false;
  const image = imageOf(where, inscriptions);
  if (!isFresh(image)) return false;
  const draft = `${database}.${randomBytes(4).toString('hex')}`;
  mkdirSync(dataDir, { recursive: true });
  try {
    copyFolder(image, draft);
    renameSync(draft, database);
    return true;
  } catch (error) {
    if (existsSync(database)) return false; // another process was first
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};
