import { createReadStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ObjectStorage } from '@server/plugins';

/** Stores files in a folder of this machine: `OBJECT_STORAGE=folder:/var/lib/dorsal-files`. */
export const folderStorage = (address: string): ObjectStorage => {
  const folder = resolve(address.slice('folder:'.length));
  const pathOf = (key: string): string => {
    if (!/^[\w-][\w.-]*$/.test(key)) throw new Error(`"${key}" is no key of a file`);
    return join(folder, key);
  };
  return {
    name: 'folder',
    put: async ({ key, data }) => {
      await mkdir(folder, { recursive: true });
      await writeFile(pathOf(key), data);
    },
    get: async (key) => {
      const isThere = await stat(pathOf(key)).then(
        () => true,
        () => false,
      );
      return isThere ? createReadStream(pathOf(key)) : null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
};
