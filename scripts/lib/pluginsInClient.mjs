import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './run.mjs';

/** The absolute folders of the plugins in DORSAL_PLUGINS. */
export const pluginFolders = (text = process.env.DORSAL_PLUGINS ?? '') =>
  text
    .split(',')
    .map((folder) => folder.trim())
    .filter(Boolean)
    .map((folder) => resolve(root, folder));

/** The module with an empty list of plugins, replaced by the list of built-in plugins at build time. */
const place = join(root, 'src/plugins/installed.ts');
const listOf = (folders) => {
  const lines = folders.map((folder, at) => {
    const client = join(folder, 'plugin.client.tsx');
    return existsSync(client)
      ? {
          imports: [
            `import plugin${at} from ${JSON.stringify(join(folder, 'plugin.ts'))};`,
            `import client${at} from ${JSON.stringify(client)};`,
          ],
          entry: `{ plugin: plugin${at}, client: client${at} }`,
        }
      : { imports: [`import plugin${at} from ${JSON.stringify(join(folder, 'plugin.ts'))};`], entry: `{ plugin: plugin${at} }` };
  });
  return `${lines.flatMap(({ imports }) => imports).join('\n')}\nexport const installed = [${lines.map(({ entry }) => entry).join(', ')}];\n`;
};

/** Builds plugins into the client: a plugin of Vite. */
export const pluginsInClient = (folders = pluginFolders()) => ({
  name: 'dorsal-plugins',
  enforce: 'pre',
  config: () => (folders.length > 0 ? { server: { fs: { allow: [root, ...folders] } } } : {}),
  load: (id) => {
    if (folders.length === 0 || id.split('?')[0] !== place.replaceAll('\\', '/')) return null;
    for (const folder of folders)
      if (!existsSync(join(folder, 'plugin.ts'))) throw new Error(`DORSAL_PLUGINS names ${folder}, where there is no plugin.ts.`);
    return listOf(folders);
  },
});
