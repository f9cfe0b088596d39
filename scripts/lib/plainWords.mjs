/**
 * Words that names, comments, titles and docs do without, each with the usual word for it. A new one is added here and nowhere else.
 *
 * Names are read word by word: `toldBy`, `told_by` and `told-by` all contain "told".
 */
export const literaryWords = new Map([
  ['deeds?', 'action'],
  ['(un|re)?told', 'notified, reported, shown, given'],
  ['beside', 'next to, besides, with'],
  ['lanes?', 'queue, slot, worker'],
  ['who(so)?ever|whomever', 'anyone who, the person who, no matter who'],
  ['shall', 'will, must'],
  ['stands?(?! (for|still|alone)\\b)|stood', 'is, are, was'],
  ['anew|afresh', 'again'],
  ['[ht]hence|whence|henceforth', 'so, from there'],
  ['(there|here|where)(of|in|by|upon|with|unto)', 'of it, in it, by it'],
  ['naught|aught', 'nothing, anything'],
  ['lest', 'so that ... not'],
  [
    'ere|whilst|amidst|betwixt|unto|forthwith|hither|thither|hitherto',
    'before, while, among, between, to, at once, here, there, until now',
  ],
  ['oft|oftentimes', 'often'],
  ['of (its|their|his|her) own accord', 'by itself'],
  ['in (its|their) stead', 'instead'],
  ['in vain', 'without success'],
  ['mend(s|ed|ing)?', 'repair, fix'],
]);

const patterns = [...literaryWords].map(([word, instead]) => ({ pattern: new RegExp(`\\b(?:${word})\\b`, 'g'), instead }));

/** Dictionaries of other people's words, and what may not be changed any more. */
const exempt =
  /^(scripts\/lib\/(plainWords\.|newResource\/nouns\.ts)|server\/database\/migrations\/|tests\/(upgrade\/|unit\/plainWords\.))/;
const isText = (file) => /\.(ts|tsx|mjs|cjs|css|md|html|ya?ml)$|^\.ci\/|^locales\/en\//.test(file);
/** Whether the words of a file are looked at. */
export const hasWords = (file) => isText(file) && !exempt.test(file);

/** A text in lower case with the words of its names apart. */
const plain = (text) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();

/**
 * The literary words of a file, its path included.
 *
 * @param {string} file
 * @param {string} text
 * @returns {readonly string[]} one sentence for each
 */
export const literaryIn = (file, text) =>
  plain(`${file}\n${text}`)
    .split('\n')
    .flatMap((line, at) =>
      patterns.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)].map(([word]) => `${file}:${at}: "${word}", in plain words: ${instead}`),
      ),
    );
