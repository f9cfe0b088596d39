/** `npm run build`: builds the client unless the last build was made of the same sources, so that `npm start` has nothing left to build. */
import { buildClient } from './lib/buildClient.mjs';
import { requireNode } from './lib/requireNode.mjs';

requireNode();
await buildClient();
