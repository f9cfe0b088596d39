/** `npm run build`: builds the client unless the last build had the same sources, so that `npm start` has nothing left to build. */
import { buildClient } from './lib/buildClient.mjs';
import { commandLine } from './lib/commandLine.mjs';
import { requireNode } from './lib/requireNode.mjs';

requireNode();
commandLine({ usage: 'npm run build\n\nBuilds the client into dist/client, unless the last build was made of the same sources.' });
await buildClient();
