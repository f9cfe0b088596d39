/** Writes `server/main.ts` and all that it loads as one module into the folder that is named: see `bundledServer.ts`. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [, , folder] = process.argv;
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  resolve: { alias: { '@': join(root, 'src') } },
  plugins: [
    {
      name: 'places',
      enforce: 'pre',
      // Texts, migrations and threads are found from the file that names them.
      transform: (code, id) =>
        id.startsWith(root) && !id.includes('node_modules') && code.includes('import.meta.url')
          ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
          : undefined,
    },
  ],
  build: {
    ssr: join(root, 'server/main.ts'),
    outDir: folder,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' } },
  },
});
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
