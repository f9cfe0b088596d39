import type { DeskPerson } from '@/domain/registration/desk';
import { readCode } from '../scan/readCode';

/** What a search found: one person for a code, several for a name. */
export interface Found {
  readonly people: readonly DeskPerson[];
  /** The text named exactly this person: a scan opens them at once. */
  readonly exact: DeskPerson | null;
}
/** The registrations of an event on this device, with ways to find them. */
export interface LocalPeople {
  readonly size: number;
  readonly get: (inscriptionid: number) => DeskPerson | undefined;
  readonly put: (people: readonly DeskPerson[]) => void;
  readonly find: (text: string) => Found;
  readonly all: () => readonly DeskPerson[];
  /** Everybody of a club; nobody for people without one. */
  readonly ofClub: (club: string | null | undefined) => readonly DeskPerson[];
}

/** Text without accents and capitals, as people type it in a hurry. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const most = 20;
/** Bibs are printed, typed and scanned with a hyphen or without it. */
const withoutHyphen = (prefix: string): string => prefix.replaceAll('-', '');
const byCode = (key: string | number | null): string | null => (key === null ? null : String(key).toUpperCase());
const clubCode = (club: string | null | undefined): string | null => (club?.trim() ? `club ${folded(club.trim())}` : null);
/** The order of people in lists of the desk. */
export const byName = (one: DeskPerson, other: DeskPerson): number => (one.name ?? '').localeCompare(other.name ?? '', 'es');
const none: Found = { people: [], exact: null };

/** Keeps registrations with an index of their codes; 20,000 names are compared one by one, which takes a few milliseconds. */
export const createLocalPeople = (): LocalPeople => {
  const people = new Map<number, DeskPerson>();
  const names = new Map<number, string>();
  const codes = new Map<string, Set<number>>();
  const codesOf = ({ folio, qr_token, number, prefix, club }: DeskPerson): readonly string[] =>
    [
      byCode(folio),
      qr_token && `qr ${qr_token}`,
      number === null ? null : `# ${number}`,
      number === null || !prefix ? null : `# ${withoutHyphen(prefix)}${number}`,
      clubCode(club),
    ].filter((code): code is string => Boolean(code));
  const forget = (person: DeskPerson): void => {
    for (const code of codesOf(person)) codes.get(code)?.delete(person.inscriptionid);
  };
  const having = (code: string | null): readonly DeskPerson[] =>
    [...((code !== null && codes.get(code)) || [])].flatMap((id) => people.get(id) ?? []);
  const named = (text: string): readonly DeskPerson[] => {
    const words = folded(text).split(/\s+/).filter(Boolean);
    const found: DeskPerson[] = [];
    for (const [id, name] of names) {
      if (!words.every((word) => name.startsWith(word) || name.includes(` ${word}`))) continue;
      const person = people.get(id);
      if (person) found.push(person);
      if (found.length >= most * 5) break;
    }
    return found.sort(byName).slice(0, most);
  };
  return {
    get size() {
      return people.size;
    },
    get: (id) => people.get(id),
    all: () => [...people.values()],
    ofClub: (club) => having(clubCode(club)),
    put: (some) => {
      for (const person of some) {
        const before = people.get(person.inscriptionid);
        if (before) forget(before);
        people.set(person.inscriptionid, person.photo === undefined && before?.photo ? { ...person, photo: before.photo } : person);
        names.set(person.inscriptionid, folded(`${person.name ?? ''} ${person.club ?? ''}`));
        for (const code of codesOf(person)) codes.set(code, (codes.get(code) ?? new Set()).add(person.inscriptionid));
      }
    },
    find: (text) => {
      if (text.trim() === '') return none;
      for (const { kind, value, number, prefix } of readCode(text)) {
        const found =
          kind === 'qr'
            ? having(`qr ${value}`)
            : kind === 'folio'
              ? having(value)
              : kind === 'number'
                ? having(`# ${withoutHyphen(prefix ?? '')}${number}`)
                : kind === 'name' || kind === 'other'
                  ? named(value)
                  : [];
        if (found.length === 0) continue;
        const isCode = kind === 'qr' || kind === 'folio' || kind === 'number';
        return { people: found, exact: isCode && found.length === 1 ? (found[0] ?? null) : null };
      }
      return none;
    },
  };
};
