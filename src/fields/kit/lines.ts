/** One line that reads as it is stored: no line breaks nor other controls, and nothing that turns the direction of what follows. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
/** The same with line breaks and tabs. */
export const someLines = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\t\r\n])*$/u;
/** The longest text that stands on one line. */
export const longestLine = 200;
