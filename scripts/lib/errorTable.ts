import { errorCodes, wordsOf, type ErrorCode } from '@/schema/errorCodes';
import type { Catalogue } from './localeProblems';

/** The table of `docs/errors.md`: every code, the status of an answer with it, and its meaning in one language. */
export const errorTable = (words: Catalogue): string =>
  [
    '| Code | Status | When |',
    '|---|---|---|',
    ...(Object.keys(errorCodes) as ErrorCode[]).map(
      (code) => `| \`${code}\` | ${errorCodes[code]} | ${words.get(wordsOf({ code }))?.replaceAll('|', '\\|') ?? ''} |`,
    ),
    '',
  ].join('\n');

/** A page that ends with the table, with the table replaced. */
export const withTable = (page: string, words: Catalogue): string => page.slice(0, page.indexOf('| Code |')) + errorTable(words);
