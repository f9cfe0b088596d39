import { errorCodes, wordsOf, type ErrorCode } from '@/schema/errorCodes';
import type { Catalogue } from './localeProblems';

/** The table of `docs/errors.md`: every code, the status of an answer that has it at its head, and when that is, in the words of a language. */
export const errorTable = (words: Catalogue): string =>
  [
    '| Code | Status | When |',
    '|---|---|---|',
    ...(Object.keys(errorCodes) as ErrorCode[]).map(
      (code) => `| \`${code}\` | ${errorCodes[code]} | ${words.get(wordsOf({ code }))?.replaceAll('|', '\\|') ?? ''} |`,
    ),
    '',
  ].join('\n');

/** A page whose last part is the table, with the table as it should be. */
export const withTable = (page: string, words: Catalogue): string => page.slice(0, page.indexOf('| Code |')) + errorTable(words);
