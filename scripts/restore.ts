/** `npm run restore -- FILE [--force]`: restores a backup into an empty place; --force removes existing data. */
import { askFile, command, fileOptions } from './lib/command';

await command({
  usage: `npm run restore -- FILE [--force]

Fills an empty place with a backup.
  --force   loses the data that is there`,
  options: fileOptions,
  ask: askFile,
  // Loaded only now, so that a wrong option is refused at once.
  run: async ([file, force]) => (await import('./lib/restore')).restore(file, force),
});
