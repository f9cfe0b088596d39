import { foldText } from '@/schema/foldText';
import type { PreparedPerson } from '@/domain/registration/accessPoint';

const mostFound = 6;
const plainPrefix = (prefix: string | null | undefined): string => (prefix ?? '').replaceAll('-', '');

/** Who is meant by a code that several can have. */
const createNames = () => {
  const ids = new Map<string, Set<number>>();
  return {
    of: (code: string): readonly number[] => [...(ids.get(code) ?? [])],
    add: (code: string | null, id: number): void => {
      if (code) ids.set(code, (ids.get(code) ?? new Set()).add(id));
    },
    remove: (code: string | null, id: number): void => void (code && ids.get(code)?.delete(id)),
  };
};

/** The people of a copy, by everything that a scanner can read. */
export const createPeopleIndex = () => {
  const byId = new Map<number, PreparedPerson>(),
    byToken = new Map<string, number>(),
    byFolio = new Map<string, number>();
  const chips = createNames(),
    vouchers = createNames();
  const folded = new Map<number, string>();
  const all = (ids: readonly number[]): readonly PreparedPerson[] => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    all: (): readonly PreparedPerson[] => [...byId.values()],
    size: (): number => byId.size,
    person: (id: number | undefined): PreparedPerson | undefined => (id === undefined ? undefined : byId.get(id)),
    put: (person: PreparedPerson): void => {
      const before = byId.get(person.inscriptionid);
      if (before?.token) byToken.delete(before.token); // a closed registration has a proof no longer
      chips.remove(before?.chip ?? null, person.inscriptionid);
      for (const { voucher } of before?.grants ?? []) vouchers.remove(voucher, person.inscriptionid);
      byId.set(person.inscriptionid, person);
      byFolio.set(person.folio, person.inscriptionid);
      folded.set(person.inscriptionid, foldText(person.name));
      if (person.token) byToken.set(person.token, person.inscriptionid);
      chips.add(person.chip, person.inscriptionid);
      for (const { voucher } of person.grants) vouchers.add(voucher, person.inscriptionid);
    },
    withChip: (code: string): readonly PreparedPerson[] => all(chips.of(code)),
    withVoucher: (digest: string): readonly PreparedPerson[] => all(vouchers.of(digest)),
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
