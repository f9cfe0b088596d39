import { obstaclesOf, type DeskPerson } from '@/domain/registration/desk';
import { byName, type LocalPeople } from './localPeople';

/** Those of the club of a group who are not in it and whose kit can be picked up with it, by name; nobody when not all of the group are of one club. */
export const clubmatesOf = (people: Pick<LocalPeople, 'ofClub'>, group: readonly DeskPerson[]): readonly DeskPerson[] => {
  const ids = new Set(group.map(({ inscriptionid }) => inscriptionid));
  const ofClub = people.ofClub(group[0]?.club);
  const others = ofClub.filter(({ inscriptionid }) => !ids.has(inscriptionid));
  const isOneClub = ofClub.length - others.length === ids.size;
  return isOneClub ? others.filter((person) => obstaclesOf(person, 'group').length === 0).sort(byName) : [];
};
