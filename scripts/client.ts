/** `npm run client [-- FOLDER]`: writes the typed client package of the API. */
import { registry } from '../src/resources';
import { writeClient } from './lib/client/writeClient';
import { command, print } from './lib/command';

void command({
  usage: `npm run client [-- FOLDER]

Writes the typed client package of the API, @dorsal/client, with the types of the OpenAPI documents as they are now.
  FOLDER          where it is written, and replaced; dist/package when absent`,
  options: {},
  ask: ({ positionals }) => (positionals.length <= 1 ? { folder: positionals[0] ?? 'dist/package' } : null),
  run: async ({ folder }) => {
    await writeClient(folder, registry);
    print(`The package is in ${folder}.`);
  },
});
