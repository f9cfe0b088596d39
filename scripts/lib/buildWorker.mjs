import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const client = join(root, 'dist/client');
/** Screens that start without a network. */
const pages = [
  'index.html',
  'src/pages/DeskPage.tsx',
  'src/pages/AccessScanPage.tsx',
  'src/pages/DeskBoardPage.tsx',
  'src/pages/OfflineDoor.tsx',
];
/** What these screens load when it is needed. */
const neededLater = [/^src\/(layout|providers|pages\/scan|views\/action)\//, /antd\/es\/locale\//];
const unhashed = ['index.html', 'bib.svg', 'theme.js', 'app.webmanifest'];

/** The files of the screens, with everything that they import. */
export const filesOf = (manifest) => {
  const taken = new Set(),
    files = new Set();
  const take = (name) => {
    const chunk = manifest[name];
    if (!chunk || taken.has(name)) return;
    taken.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const each of chunk.imports ?? []) take(each);
    for (const each of chunk.dynamicImports ?? []) if (neededLater.some((pattern) => pattern.test(each))) take(each);
  };
  for (const page of pages) take(page);
  return [...files].sort();
};
const revisionOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(client, file)))
    .digest('hex')
    .slice(0, 16);

/** Builds the worker that starts the desk without a network, with the list of the files that it keeps. */
export const buildWorker = async () => {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
  const kept = [
    ...unhashed.map((file) => ({ url: `/${file}`, revision: revisionOf(file) })),
    ...filesOf(manifest).map((file) => ({ url: `/${file}`, revision: null })),
  ];
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { keptFiles: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: client,
      emptyOutDir: false,
      lib: { entry: join(root, 'src/worker/worker.ts'), formats: ['iife'], name: 'worker', fileName: () => 'worker.js' },
    },
  });
};
