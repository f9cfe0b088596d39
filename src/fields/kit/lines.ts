/**
 * A line that looks as it is stored: without line breaks and other control characters, and without characters that change the direction of
 * the text.
 */
export const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
/** The same, but line breaks and tabs are allowed. */
export const someLines = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\t\r\n])*$/u;
/** The longest text that fits on one line. */
export const longestLine = 200;
