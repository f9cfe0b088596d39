import { obstaclesOf, type DeskPerson } from '@/domain/registration/desk';
import { folded, type LocalPeople } from './localPeople';

const clubOf = ({ club }: DeskPerson): string => folded(club?.trim() ?? '');
/** The club of everybody in a group; empty when they are of several or of none. */
export const clubOfAll = (people: readonly DeskPerson[]): string | null => {
  const clubs = new Set(people.map(clubOf));
  return clubs.size === 1 && !clubs.has('') ? (people[0]?.club ?? null) : null;
};
/** Those of the club of a group who are not in it and whose kit can be picked up with it, by name. `changes` only says that people changed. */
export const clubmatesOf = (
  people: Pick<LocalPeople, 'get' | 'all'>,
  group: readonly number[],
  _changes: number,
): readonly DeskPerson[] => {
  const club = clubOfAll(group.flatMap((id) => people.get(id) ?? []));
  if (club === null) return [];
  const inGroup = new Set(group);
  return people
    .all()
    .filter(
      (person) => !inGroup.has(person.inscriptionid) && clubOf(person) === folded(club.trim()) && obstaclesOf(person, 'group').length === 0,
    )
    .sort((one, other) => (one.name ?? '').localeCompare(other.name ?? '', 'es'));
};
