import { foldText } from '@/schema/foldText';

interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly second_last_name?: string | null;
}
/** The words of a name, without accents and capitals. */
export const wordsIn = (text: string | null | undefined): readonly string[] =>
  foldText(text ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well a name of a file fits a person, from 0 to 1: 1 says that every word of one of them is in the other, with a first and a last name among them. */
export const nameFit = (name: string, person: Person): number => {
  const words = new Set(wordsIn(name));
  const [first, last, second] = [wordsIn(person.first_name), wordsIn(person.last_name), wordsIn(person.second_last_name)];
  const has = (some: readonly string[]): boolean => some.length > 0 && some.every((word) => words.has(word));
  const all = [...first, ...last, ...second];
  const shared = all.filter((word) => words.has(word)).length;
  const isWhole = first.some((word) => words.has(word)) && has(last) && [...words].every((word) => all.includes(word));
  return isWhole ? 1 : (2 * shared) / (all.length + words.size || 1);
};
