import { foldText } from '@/schema/foldText';
import type { PreparedPerson } from '@/domain/registration/accessPoint';

const mostFound = 6;
const plainPrefix = (prefix: string | null | undefined): string => (prefix ?? '').replaceAll('-', '');

/** The people of a copy, by everything that a scanner can read. */
export const createPeopleIndex = () => {
  const byId = new Map<number, PreparedPerson>(),
    byToken = new Map<string, number>(),
    byFolio = new Map<string, number>();
  const folded = new Map<number, string>();
  return {
    all: (): readonly PreparedPerson[] => [...byId.values()],
    size: (): number => byId.size,
    person: (id: number | undefined): PreparedPerson | undefined => (id === undefined ? undefined : byId.get(id)),
    put: (person: PreparedPerson): void => {
      const before = byId.get(person.inscriptionid);
      if (before?.token) byToken.delete(before.token); // a closed registration has a proof no longer
      byId.set(person.inscriptionid, person);
      byFolio.set(person.folio, person.inscriptionid);
      folded.set(person.inscriptionid, foldText(person.name));
      if (person.token) byToken.set(person.token, person.inscriptionid);
    },
    token: (digest: string): number | undefined => byToken.get(digest),
    folio: (folio: string): number | undefined => byFolio.get(folio),
    numbered: (number: number, prefix: string | undefined): readonly PreparedPerson[] =>
      [...byId.values()].filter(
        (each) => each.number === number && (prefix === undefined || plainPrefix(each.prefix) === plainPrefix(prefix)),
      ),
    named: (words: readonly string[]): readonly PreparedPerson[] => {
      const found: PreparedPerson[] = [];
      for (const [id, name] of folded) {
        const person = words.every((word) => name.includes(word)) ? byId.get(id) : undefined;
        if (person && found.push(person) >= mostFound) break;
      }
      return found;
    },
  };
};
export type PeopleIndex = ReturnType<typeof createPeopleIndex>;
