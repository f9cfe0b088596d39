import type { Athlete } from './athletes';
import { day, iso, minute, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import type { Row } from './insertRows';
import type { TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 151,
  people = 40,
  every = 11,
  adult = 18,
  yearMs = 365.25 * day,
  pauseDays = 42;
const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Several measurements of one person, some weeks apart: fat goes down a little, muscle up a little. */
const seriesOf = ({ web_userid, gender, birth_date }: Athlete, { now }: Calendar): readonly Row[] => {
  const chance = createRandom(seedOf(chapter, web_userid));
  const isMan = gender === 'M';
  const height = round((isMan ? 164 : 152) + chance.next() * 22);
  const count = chance.between(1, 7);
  const last = now - chance.between(3, 60) * day;
  let fat = (isMan ? 14 : 17) + chance.next() * 9,
    lean = (isMan ? 52 : 38) + chance.next() * 12;
  return Array.from({ length: count }, (_, at): Row => {
    fat = Math.max(6, fat - 0.7 + chance.next() * 0.9);
    lean += 0.25 - chance.next() * 0.3;
    const test = last - (count - 1 - at) * pauseDays * day;
    const weight = round(fat + lean),
      muscle = round(lean * 0.56),
      water = round(lean * 0.73);
    const share = (part: number, of: number) => round(of * part * (0.97 + chance.next() * 0.06), 2);
    const parts = (of: number, shares: Readonly<Record<'right_arm' | 'left_arm' | 'trunk' | 'right_leg' | 'left_leg', number>>) =>
      Object.entries(shares).map(([segment, part]) => ({
        segment,
        kg: share(part, of),
        percent: round(92 + chance.next() * 16),
      }));
    return {
      web_userid,
      eventid: null,
      device_model: chance.pick(['270', '570', '770']),
      test_at: iso(test),
      consent_at: iso(test - 10 * minute),
      source: chance.chance(0.3) ? 'manual' : 'device',
      operator_userid: demoUserOf('super-admin'),
      gender,
      age: Math.floor((test - Date.parse(birth_date)) / yearMs),
      height_cm: height,
      weight_kg: weight,
      bmi: round(weight / (height / 100) ** 2),
      skeletal_muscle_mass_kg: muscle,
      body_fat_mass_kg: round(fat),
      pbf_pct: round((fat / weight) * 100),
      lean_body_mass_kg: round(weight - round(fat)),
      protein_kg: round(lean * 0.2),
      minerals_kg: round(lean * 0.07),
      tbw_l: water,
      icw_l: round(water * 0.62),
      ecw_l: round(water * 0.38),
      ecw_tbw_ratio: round(0.376 + chance.next() * 0.012, 3),
      bmr_kcal: Math.round(370 + 21.6 * lean),
      visceral_fat_level: Math.max(1, Math.round(fat / 2.6)),
      visceral_fat_area: round(fat * 4.4),
      inbody_score: Math.min(100, Math.round(60 + lean - fat)),
      phase_angle: round(5 + chance.next() * 2),
      whr: round(0.78 + chance.next() * 0.16, 2),
      segmental_lean: parts(lean, { right_arm: 0.055, left_arm: 0.054, trunk: 0.46, right_leg: 0.16, left_leg: 0.159 }),
      segmental_fat: parts(fat, { right_arm: 0.06, left_arm: 0.061, trunk: 0.5, right_leg: 0.15, left_leg: 0.149 }),
      created: iso(test + 5 * minute),
      updated: iso(test + 5 * minute),
    };
  });
};

/** Measurements at the company's clinic, of adults who agreed to them. */
export const makeMeasurements = (athleteOf: (number: number) => Athlete, athletes: number, calendar: Calendar): TableRows => {
  const chosen = Array.from({ length: Math.min(people, Math.floor(athletes / every)) }, (_, at) => athleteOf((at + 1) * every)).filter(
    ({ birth_date }) => (calendar.now - Date.parse(birth_date)) / yearMs > adult + 1,
  );
  return { table: 'inbody_measurements', rows: chosen.flatMap((athlete) => seriesOf(athlete, calendar)) };
};
