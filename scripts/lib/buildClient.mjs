import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorker } from './buildWorker.mjs';
import { compressFiles } from './compressFiles.mjs';
import { writeIndexes } from './folderIndexes.mjs';
import { pluginFolders } from './pluginsInClient.mjs';
import { root, run, tools } from './run.mjs';

/** The sources of the built client, besides the plugins that are built in. */
const sources = [
  'src',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/lib/buildWorker.mjs',
];
const mark = join(root, 'dist', 'client.hash');

const filesUnder = (path) =>
  !existsSync(path)
    ? []
    : statSync(path).isFile()
      ? [path]
      : readdirSync(path)
          .sort()
          .flatMap((name) => filesUnder(join(path, name)));

/** Changes with every source of the built client. */
const digest = () => {
  const hash = createHash('sha256');
  for (const file of [...sources.map((name) => join(root, name)), ...pluginFolders()].flatMap(filesUnder))
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

/** Builds the client unless the last build had the same sources; exits when that fails. */
export const buildClient = async () => {
  writeIndexes();
  const wanted = digest();
  const isBuilt = existsSync(join(root, 'dist/client/index.html')) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  if (isBuilt) return;
  rmSync(mark, { force: true });
  const { code, output } = await run(tools.vite, ['build', '--logLevel', 'warn'], { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) {
    process.stderr.write(`${output}\nThe client did not build; the message above says where.\n`);
    process.exit(code);
  }
  await buildWorker();
  compressFiles(join(root, 'dist/client/assets'));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(mark, wanted);
};
