import { writeIndexes } from './folderIndexes.mjs';

/** Imported for its effect, before anything loads an index: none is ever behind its folders. It says what it wrote. */
for (const index of writeIndexes()) process.stderr.write(`wrote   ${index}, from the folders\n`);
