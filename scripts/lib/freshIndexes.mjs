import { writeIndexes } from './folderIndexes.mjs';

/** Imported for its effect before anything loads an index, so that none is outdated. It prints what it wrote. */
for (const index of writeIndexes()) process.stderr.write(`wrote   ${index}, from the folders\n`);
