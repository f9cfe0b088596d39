import { expect, test } from 'vitest';
import { clubmatesOf } from '@/pages/desk/clubmates';
import { createLocalPeople } from '@/pages/desk/localPeople';
import { deskPerson } from '../support/deskPerson';

test('the others of a club are offered to a group of it: minors too, and not those who have their kit or may not get it', () => {
  const people = createLocalPeople();
  people.put([
    deskPerson({ inscriptionid: 1, club: 'Correcaminos' }),
    deskPerson({ inscriptionid: 2, club: ' CORRECAMINOS', name: 'Zoe' }),
    deskPerson({ inscriptionid: 3, club: 'Correcaminos', name: 'Ana', age: 12 }),
    deskPerson({ inscriptionid: 4, club: 'Correcaminos', kit_status: 'delivered' }),
    deskPerson({ inscriptionid: 5, club: 'Correcaminos', waiver: 'pending' }),
    deskPerson({ inscriptionid: 6, club: 'Otro' }),
    deskPerson({ inscriptionid: 7 }),
  ]);
  const offered = (...group: number[]): readonly number[] =>
    clubmatesOf(
      people,
      group.flatMap((id) => people.get(id) ?? []),
    ).map(({ inscriptionid }) => inscriptionid);
  expect(offered(1)).toEqual([3, 2]);
  expect(offered(1, 2, 3)).toEqual([]);
  expect(offered(1, 6), 'a group of two clubs').toEqual([]);
  expect(offered(7), 'nobody without a club has a club in common').toEqual([]);
  expect(offered()).toEqual([]);
});
