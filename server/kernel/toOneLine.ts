/**
 * Characters that a name may not contain: control characters, halves of surrogate pairs, and invisible ones that change the direction of
 * the text.
 */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const breaks = /[\t\r\n\u0085\u2028\u2029]+/gu;

/** Makes one line of a name that nobody can be asked to correct: breaks become blanks, and invisible characters are removed. */
export const toOneLine = (sent: string): string => sent.replace(breaks, ' ').replace(unseen, '').trim();

/** Its first letters, without cutting one in half. */
export const toShortLine = (sent: string, most: number): string => [...toOneLine(sent)].slice(0, most).join('').trim();
