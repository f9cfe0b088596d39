import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder } from './cacheFolder';
import { modulesOf } from '../../demo/modulesOf';

const root = fileURLToPath(new URL('../..', import.meta.url));
const digestLength = 16,
  dayMs = 24 * 3600 * 1000;
const isOurs = /^dorsal-server-/;

const digest = (): string => {
  const hash = createHash('sha256').update(root);
  const files = [...modulesOf(join(root, 'server/main.ts')), join(root, 'package-lock.json'), join(root, 'tests/support/bundleServer.mjs')];
  for (const file of files.sort()) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, digestLength);
};
const removeOld = (): void => {
  for (const name of readdirSync(cacheFolder()).filter((each) => isOurs.test(each))) {
    const folder = join(cacheFolder(), name);
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > dayMs)
      rmSync(folder, { recursive: true, force: true });
  }
};

const make = async (): Promise<string> => {
  const folder = join(cacheFolder(), `dorsal-server-${digest()}`),
    main = join(folder, 'main.mjs');
  if (existsSync(main)) return main;
  removeOld();
  const draft = `${folder}.${randomBytes(4).toString('hex')}`;
  try {
    await promisify(execFile)(process.execPath, [join(root, 'tests/support/bundleServer.mjs'), draft], { cwd: root });
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(main)) throw error; // another process may have made the same one in the meantime
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return main;
};
let made: Promise<string> | undefined;

/**
 * Path of the server as one module, made when there is none for the present code. A process that starts from it is ready in half the
 * processor time of one that translates and links a thousand modules; `npmStart.spec.ts` starts one as people do.
 */
export const bundledServer = (): Promise<string> => (made ??= make());
