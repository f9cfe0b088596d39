import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import access from './access.mjs';
import documents from './documents.mjs';
import filters from './filters.mjs';
import imports from './imports.mjs';
import masks from './masks.mjs';
import money from './money.mjs';
import { placeOf } from './placeOf.mjs';
import rehearsals from './rehearsals.mjs';
import reviews from './reviews.mjs';
import seats from './seats.mjs';
import states from './states.mjs';
import tokens from './tokens.mjs';
import totals from './totals.mjs';
import versions from './versions.mjs';
import words from './words.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const areas = { access, documents, filters, imports, masks, money, rehearsals, reviews, seats, states, tokens, totals, versions, words };

/**
 * Every fault: what it is, the file, the text that is replaced, by what, and the test files that should notice,
 * with a pattern of test names where a file is long.
 *
 * One file of this folder is one area. A fault must change what the product does: what nobody could ever notice does not belong here.
 */
export const allFaults = Object.entries(areas).flatMap(([area, faults]) => faults.map((fault) => ({ area, ...fault })));

const occurrences = (text, piece) => [...text.matchAll(placeOf(piece))].length;
const problemsOf = ({ area, name, file, find, replace, tests }) => {
  const at = `${area}: ${name}`;
  if (!existsSync(join(root, file))) return [`${at}: ${file} does not exist`];
  const count = occurrences(readFileSync(join(root, file), 'utf8'), find);
  return [
    ...(count === 1 ? [] : [`${at}: ${count} times in ${file}, which should be once: ${find}`]),
    ...(find === replace ? [`${at}: replaces nothing`] : []),
    ...(tests.length === 0 ? [`${at}: names no test`] : []),
    ...tests.filter((test) => !existsSync(join(root, test))).map((test) => `${at}: ${test} does not exist`),
  ];
};

/** What is wrong with the list itself: a text that is not found once, a test that is gone, a name that is taken. */
export const brokenFaults = () => {
  const names = allFaults.map(({ name }) => name);
  return [
    ...allFaults.flatMap(problemsOf),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `two faults are called "${name}"`),
  ];
};
