import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfDemo } from '../../demo/demoImage';
import { cacheFolder } from './cacheFolder';
import { copyTemplate, makeTemplate } from './onServer';

const root = fileURLToPath(new URL('../..', import.meta.url));
const maker = join(root, 'demo/demo.ts');
const usual = 3000,
  dayMs = 24 * 3600 * 1000;
const isOurs = /^dorsal-seeded-/;

/** The demo calendar is built around the present, which is another day here and in Mexico for six hours. */
const days = (): readonly string[] =>
  ['UTC', 'America/Mexico_City'].map((timeZone) => new Date().toLocaleDateString('en-CA', { timeZone }));
/** Changes with anything that the data is made of, and every day. */
const digestOf = (inscriptions: number): string => digestOfDemo([...days(), inscriptions]);

const make = (where: Readonly<Record<string, string>>, inscriptions: number): Promise<void> =>
  new Promise((done, fail) => {
    const { DATABASE_URL: _url, NODE_ENV: _mode, ...env } = process.env;
    const child = spawn(process.execPath, ['--import', 'tsx', maker, '--inscriptions', String(inscriptions)], {
      cwd: root,
      env: { ...env, ...where },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`The demo data was not made (exit code ${code}):\n${said}`))));
  });

/** Folders of other versions and days go, and so do drafts that nobody finished. */
const removeOld = (kept: string): void => {
  for (const name of readdirSync(cacheFolder()).filter((each) => isOurs.test(each))) {
    const folder = join(cacheFolder(), name);
    if (folder !== kept && Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > dayMs)
      rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Path of a data folder that is filled with demo data, made when there is none for the present code and day.
 *
 * Nobody may start a server on it: `copyFolder` makes the copies that are used up. It gets its name only when it is complete.
 */
export const seededFolder = async (inscriptions: number = usual): Promise<string> => {
  const folder = join(cacheFolder(), `dorsal-seeded-${inscriptions}-${digestOf(inscriptions)}`);
  if (existsSync(folder)) return folder;
  removeOld(folder);
  const draft = `${folder}.${randomBytes(4).toString('hex')}`;
  try {
    await make({ DATA_DIR: draft }, inscriptions);
    renameSync(draft, folder);
  } catch (error) {
    // Another run may have made the same folder in the meantime, which serves as well.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
};

/** What the passwords of the demo accounts on PostgreSQL are hashed with, where no data folder keeps a secret. */
const AUTH_SECRET = 'a secret of browser tests that is long enough';

const templateName = (): string => `dorsal_template_seeded_${digestOf(usual)}`;

/** Makes the database with demo data that `seededDatabase` copies, when there is none for the present code and day. */
export const makeSeededTemplate = (): Promise<unknown> =>
  makeTemplate(templateName(), 'template1', (draft) => make({ DATABASE_URL: draft, AUTH_SECRET }, usual));

/** The environment of a server with its own copy of the demo data on the PostgreSQL of the tests, and how the copy goes. */
export const seededDatabase = async (): Promise<{
  readonly env: Readonly<Record<string, string>>;
  readonly drop: () => Promise<unknown>;
}> => {
  const { databaseUrl, drop } = await copyTemplate(templateName(), makeSeededTemplate);
  return { env: { DATABASE_URL: databaseUrl, AUTH_SECRET }, drop };
};
