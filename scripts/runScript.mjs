/** `node scripts/runScript.mjs FILE.ts [argument ...]`: how package.json runs TypeScript files, with the indexes of folders up to date. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FolderError } from './lib/folderIndexes.mjs';
import { requireNode } from './lib/requireNode.mjs';

requireNode();
const [file] = process.argv.splice(2, 1);
process.argv[1] = resolve(file);
await import('./lib/freshIndexes.mjs').catch((error) => {
  if (!(error instanceof FolderError)) throw error;
  console.error(error.message);
  process.exit(1);
});
await import('tsx');
await import(pathToFileURL(process.argv[1]).href);
