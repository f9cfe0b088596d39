import { problemAt, invalid } from '../../../kernel/DomainError';

interface Name {
  readonly first_name: string;
  readonly last_name: string;
}
/**
 * Splits a whole name into its two parts; refuses one word, since no last name is invented.
 *
 * The first word is the first name and the rest the last name. Where given names end is not in the file and is not guessed. "Last, First" says which is which.
 */
export const splitName = (name: string): Name => {
  const [family = '', given = '', more] = name.split(',').map((part) => part.trim());
  if (family !== '' && given !== '' && more === undefined) return { first_name: given, last_name: family };
  const at = name.indexOf(' ');
  if (at < 0) throw invalid([problemAt('name', 'NAME_ONE_WORD', { text: name })]);
  return { first_name: name.slice(0, at), last_name: name.slice(at + 1) };
};
