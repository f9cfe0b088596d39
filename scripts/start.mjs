/**
 * `npm start`: builds the client if it changed, then serves. The server runs in this process, so a signal reaches it once and its exit code
 * is kept. Services (systemd, containers) call `node scripts/start.mjs` directly.
 */
import { fileURLToPath } from 'node:url';
import { buildClient } from './lib/buildClient.mjs';
import { commandLine } from './lib/commandLine.mjs';
import { followParent } from './lib/followParent.mjs';
import { requireNode } from './lib/requireNode.mjs';
import { root } from './lib/run.mjs';

requireNode();
commandLine({
  usage: `npm start

Builds the client if it changed, then serves the product. It takes no options: the environment says where data and mail are (README.md lists the variables).`,
});
if (process.env.npm_lifecycle_event !== undefined) followParent();
process.chdir(root);
await buildClient();
process.argv[1] = fileURLToPath(new URL('../server/main.ts', import.meta.url));
await import('tsx');
await import('../server/main.ts');
