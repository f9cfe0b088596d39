import { must } from '@/schema/must';
import { dateOf, day, iso, type Calendar } from './calendar';
import type { Row } from './insertRows';
import { createRandom, seedOf } from './random';
import { cities, clubs, familyNames, menNames, womenNames } from './words';

/** The data of an athlete, and the part that each inscription copies. */
export interface Athlete {
  readonly web_userid: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly second_last_name: string | null;
  readonly gender: 'F' | 'M' | 'X';
  readonly birth_date: string;
  readonly email: string;
  readonly phone: string;
  readonly countryid: number;
  readonly stateid: number | null;
  readonly city: string;
  readonly club: string | null;
  readonly tshirt_size: string;
  readonly emergency_contact_name: string;
  readonly emergency_contact_phone: string;
  readonly guardian_name: string | null;
  readonly guardian_phone: string | null;
}

const chapter = 11,
  yearDays = 365.25,
  adult = 18,
  twinEvery = 250,
  radix = 36;
const hosts = ['example.com', 'example.org', 'example.net', 'correo.test'] as const;
const areaCodes = ['55', '33', '81', '442', '477', '222', '998', '614', '656', '664', '951', '961', '993', '999'] as const;
const homes = [
  [9, 16],
  [15, 15],
  [14, 10],
  [19, 9],
  [11, 7],
  [22, 6],
  [21, 5],
  [30, 4],
  [8, 4],
  [31, 4],
  [26, 3],
  [2, 3],
  [23, 3],
  [16, 3],
  [13, 2],
  [25, 2],
  [5, 2],
  [24, 2],
  [1, 2],
  [20, 2],
  [28, 2],
  [7, 1],
  [12, 1],
  [17, 1],
  [29, 1],
  [27, 1],
] as const;
const strangers = [
  ['US', 4, 'Austin'],
  ['CO', 2, 'Bogotá'],
  ['GT', 2, 'Ciudad de Guatemala'],
  ['AR', 1, 'Rosario'],
  ['ES', 1, 'Sevilla'],
] as const;
const shirts = {
  F: [
    ['XS', 20],
    ['S', 40],
    ['M', 28],
    ['L', 10],
    ['XL', 2],
  ],
  M: [
    ['S', 14],
    ['M', 40],
    ['L', 31],
    ['XL', 11],
    ['2XL', 4],
  ],
} as const;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** The athlete of a number: always the same one, created without reading any other. */
export const createAthletes = ({ today }: Calendar, countryOf: (code: string) => number) => {
  const make = (number: number, person: number): Athlete => {
    const chance = createRandom(seedOf(chapter, person));
    const own = createRandom(seedOf(chapter + 1, number));
    const gender = chance.weighted([
      ['F', 44],
      ['M', 55],
      ['X', 1],
    ] as const);
    const names = gender === 'F' || (gender === 'X' && chance.chance(0.5)) ? womenNames : menNames;
    const first = chance.pick(names);
    const second = chance.pick(names);
    const first_name = chance.chance(0.3) && second !== first ? `${first} ${second}` : first;
    const last_name = chance.pick(familyNames);
    const years = chance.chance(0.02) ? 14 + chance.next() * 4 : 18 + (chance.next() + chance.next() + chance.next()) * 18;
    const age = Math.floor(years);
    const phone = (): string => `${own.pick(areaCodes)}0${String(own.between(0, 99_999_999)).padStart(8, '0')}`.slice(0, 10); // no subscriber number starts with 0
    const relative = `${own.pick(own.chance(0.5) ? womenNames : menNames)} ${last_name}`;
    const stranger = chance.chance(0.03) ? chance.pick(strangers) : null;
    const stateid = chance.weighted(homes);
    return {
      web_userid: number,
      first_name,
      last_name,
      gender,
      second_last_name: stranger?.[0] === 'US' || chance.chance(0.02) ? null : chance.pick(familyNames),
      birth_date: dateOf(today - Math.floor(years * yearDays) * day),
      email: `${plain(first)}.${plain(last_name)}.${number.toString(radix)}@${own.pick(hosts)}`,
      phone: phone(),
      countryid: stranger ? countryOf(stranger[0]) : 1,
      stateid: stranger ? null : stateid,
      city: stranger ? stranger[2] : chance.pick(must(cities[stateid], `the cities of state ${stateid}`)),
      club: chance.chance(0.28) ? chance.pick(clubs) : null,
      tshirt_size: chance.weighted<string>(shirts[gender === 'F' ? 'F' : 'M']),
      emergency_contact_name: relative,
      emergency_contact_phone: phone(),
      guardian_name: age < adult ? relative : null,
      guardian_phone: age < adult ? phone() : null,
    };
  };
  /** Sometimes a person registers twice: the same person with another e-mail. */
  return (number: number): Athlete => make(number, number % twinEvery === 0 ? number - 1 : number);
};

/** The row that the public site would have written for an athlete. */
export const athleteRow = (athlete: Athlete, { now }: Calendar): Row => {
  const chance = createRandom(seedOf(chapter + 2, athlete.web_userid));
  const created = now - Math.floor((30 + chance.next() * 1100) * day);
  return {
    ...athlete,
    asdeporteid: `ASD-W${String(athlete.web_userid).padStart(7, '0')}`,
    nationality_countryid: athlete.countryid,
    blood_type: chance.chance(0.6)
      ? chance.weighted([
          ['O+', 58],
          ['A+', 24],
          ['B+', 8],
          ['O-', 4],
          ['AB+', 3],
          ['A-', 3],
        ] as const)
      : null,
    fmtri_number: chance.chance(0.04) ? `FM${String(100_000 + athlete.web_userid)}` : null,
    marketing_consent: chance.chance(0.4),
    email_verified_at: chance.chance(0.9) ? iso(created + 600_000) : null,
    status: chance.chance(0.003) ? 'blocked' : 'active',
    created: iso(created),
    updated: iso(created),
  };
};
