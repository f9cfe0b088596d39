export interface AthleteName {
  readonly first_name: string;
  readonly last_name: string;
}

const longest = 80;

/**
 * Splits a name into its two parts, or says why it cannot.
 *
 * The first word is the first name and the rest the last name; joined they are the name as it was read. The source does not say where given
 * names end, and it is not guessed. "Last, First" is explicit and is used as it is.
 */
export const splitName = (name: string): AthleteName | string => {
  if (name === '') return 'the name is blank';
  const [family, given, more] = name.split(',').map((part) => part.trim());
  const isReversed = family !== '' && given !== undefined && given !== '' && more === undefined;
  const at = name.indexOf(' ');
  if (!isReversed && at < 0) return `the name "${name}" is a single word; first and last name are needed and none is invented`;
  const parts = isReversed ? { first_name: given, last_name: family! } : { first_name: name.slice(0, at), last_name: name.slice(at + 1) };
  return parts.first_name.length > longest || parts.last_name.length > longest ? 'the name is too long' : parts;
};
