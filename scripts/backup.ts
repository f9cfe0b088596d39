/** `npm run backup -- FILE [--force]`: the whole database of one moment, files and secret in one file, while the server is running. */
import { askFile, command, fileOptions } from './lib/command';

await command({
  usage: `npm run backup -- FILE [--force]

The whole database of one moment, its files and the secret in one file, while the server works.
  --force   replaces FILE where it exists`,
  options: fileOptions,
  ask: askFile,
  // Loaded only now, so that a wrong option is refused at once.
  run: async ([file, force]) => (await import('./lib/backUp')).backUp(file, force),
});
