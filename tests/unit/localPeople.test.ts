import { describe, expect, test } from 'vitest';
import type { DeskPerson } from '@/domain/registration/desk';
import { createLocalPeople } from '@/pages/desk/localPeople';
import { deskPerson } from '../support/deskPerson';

const personOf = (inscriptionid: number, more: Partial<DeskPerson> = {}): DeskPerson =>
  deskPerson({ inscriptionid, folio: 'ABCDEF22', number: null, ...more });
const idsOf = (people: readonly DeskPerson[]): readonly number[] => people.map(({ inscriptionid }) => inscriptionid);

describe('people on a device', () => {
  test('are found by folio, number, number with its prefix, and the code of the proof', () => {
    const people = createLocalPeople();
    people.put([
      personOf(1, { folio: 'WXYZ2345', number: 120 }),
      personOf(2, { folio: 'JKLM6789', number: 7, prefix: 'A', qr_token: 'abcdefghijklmnopqrstu_' }),
    ]);
    for (const [text, id] of [
      ['wxyz2345', 1],
      ['120', 1],
      ['a7', 2],
      ['A-7', 2],
      ['7', 2],
      ['abcdefghijklmnopqrstu_', 2],
    ] as const)
      expect(people.find(text).exact?.inscriptionid, text).toBe(id);
  });
  test('are found by parts of the name in any order, without accents, and by club', () => {
    const people = createLocalPeople();
    people.put([
      personOf(1, { name: 'Íñigo Ramírez Peña' }),
      personOf(2, { name: 'Ramiro Ibáñez', club: 'Correcaminos' }),
      personOf(3, { name: 'Zoé Luna' }),
    ]);
    expect(idsOf(people.find('pena inigo').people)).toEqual([1]);
    expect(idsOf(people.find('ram').people)).toEqual([1, 2]);
    expect(idsOf(people.find('correc').people)).toEqual([2]);
    expect(people.find('ram').exact).toBeNull();
    expect(people.find('nadie').people).toEqual([]);
    expect(people.find('  ').people).toEqual([]);
  });
  test('leave their old number when they get another', () => {
    const people = createLocalPeople();
    people.put([personOf(1, { number: 120 })]);
    people.put([personOf(1, { number: 121 }), personOf(2, { number: 120 })]);
    expect(people.find('120').exact?.inscriptionid).toBe(2);
    expect(people.find('121').exact?.inscriptionid).toBe(1);
    expect(people.size).toBe(2);
  });
  test('keep their photograph when an answer says nothing of it, and lose it when one says that there is none', () => {
    const people = createLocalPeople();
    const { photo: _photo, ...answered } = personOf(1, { kit_status: 'delivered' });
    people.put([personOf(1, { photo: '/api/upload/a.webp' })]);
    people.put([answered]);
    expect(people.get(1)).toMatchObject({ photo: '/api/upload/a.webp', kit_status: 'delivered' });
    people.put([personOf(1, { photo: null })]);
    expect(people.get(1)?.photo).toBeNull();
  });
  test('a name that is also a folio still finds the person', () => {
    const people = createLocalPeople();
    people.put([personOf(1, { name: 'Fernanda Ruiz' })]);
    expect(idsOf(people.find('FERNANDA').people)).toEqual([1]);
  });
});
