import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standings, type SeriesResult, type SeriesRules } from '@/domain/series/standings';
import { effort, seed } from '../support/effort';

const rules: SeriesRules = {
  boards: ['overall'],
  points: new Map([
    [1, 100],
    [2, 80],
    [3, 60],
  ]),
  pointsAfter: 5,
  weights: new Map([
    [1, 1],
    [2, 1],
    [3, 1.5],
  ]),
  bestOf: 2,
  fewest: 2,
  teamSize: 2,
};
const finish = (eventid: number, web_userid: number, place: number, more: Partial<SeriesResult> = {}): SeriesResult => ({
  eventid,
  division: '10K',
  web_userid,
  name: `Atleta ${web_userid}`,
  gender: 'F',
  category: 'Libre',
  club: null,
  place_overall: place,
  place_gender: place,
  place_category: place,
  ...more,
});
const lines = (results: readonly SeriesResult[], own: Partial<SeriesRules> = {}) =>
  standings(results, { ...rules, ...own }).map(({ name, place, points }) => [name, place, points / 100]);

describe('the standings of a serial', () => {
  test('add the best events, each with its weight, and say which of them count', () => {
    const [first] = standings([finish(1, 7, 1), finish(2, 7, 2), finish(3, 7, 3)], rules);
    expect(first).toMatchObject({ place: 1, points: 19_000, counted: 2 });
    expect(first!.scores).toEqual([
      { eventid: 1, place: 1, points: 10_000, weight: 1, isCounted: true },
      { eventid: 3, place: 3, points: 9000, weight: 1.5, isCounted: true },
      { eventid: 2, place: 2, points: 8000, weight: 1, isCounted: false },
    ]);
  });
  test('give a later place its points, and nobody with too few events a place', () => {
    expect(lines([finish(1, 1, 40), finish(2, 1, 50), finish(1, 2, 1)])).toEqual([
      ['Atleta 1', 1, 10],
      ['Atleta 2', null, 100],
    ]);
  });
  test('decide a tie by the better single result, then by more events, and share what is still equal', () => {
    const equal = [finish(1, 1, 1), finish(2, 1, 3), finish(1, 2, 2), finish(2, 2, 2)];
    expect(lines(equal)).toEqual([
      ['Atleta 1', 1, 160],
      ['Atleta 2', 2, 160],
    ]);
    const more = [finish(1, 1, 2), finish(2, 1, 2), finish(1, 2, 2), finish(2, 2, 2), finish(3, 2, 90)];
    expect(lines(more)[0]).toEqual(['Atleta 2', 1, 160]);
    const shared = [finish(1, 1, 2), finish(2, 1, 2), finish(1, 2, 2), finish(2, 2, 2), finish(1, 3, 3), finish(2, 3, 3)];
    expect(lines(shared)).toEqual([
      ['Atleta 1', 1, 160],
      ['Atleta 2', 1, 160],
      ['Atleta 3', 3, 120],
    ]);
  });
  test('keep distances, genders and categories apart, by the place in each', () => {
    const results = [
      finish(1, 1, 1, { gender: 'F', category: 'Libre' }),
      finish(1, 2, 2, { gender: 'M', place_gender: 1, category: 'Máster', place_category: 1 }),
      finish(1, 3, 1, { division: '21K' }),
    ];
    const found = standings(results, { ...rules, boards: ['gender', 'category'], fewest: 1 });
    expect(found.map(({ division, kind, board, name, points }) => [division, kind, board, name, points / 100])).toEqual([
      ['10K', 'gender', 'F', 'Atleta 1', 100],
      ['10K', 'gender', 'M', 'Atleta 2', 100],
      ['21K', 'gender', 'F', 'Atleta 3', 100],
      ['10K', 'category', 'Libre', 'Atleta 1', 100],
      ['10K', 'category', 'Máster', 'Atleta 2', 100],
      ['21K', 'category', 'Libre', 'Atleta 3', 100],
    ]);
  });
  test('add for a club its best members of each event, however its name is written', () => {
    const results = [
      finish(1, 1, 1, { club: 'Los Correcaminos' }),
      finish(1, 2, 2, { club: 'los  correcaminos ' }),
      finish(1, 3, 3, { club: 'LOS CORRECAMINOS' }),
      finish(1, 4, 4, { club: null }),
      finish(2, 4, 1, { club: 'Solos' }),
    ];
    expect(lines(results, { boards: ['team'], fewest: 1 })).toEqual([
      ['Los Correcaminos', 1, 180],
      ['Solos', 2, 100],
    ]);
  });
  test('ignore events that do not belong to the serial', () => {
    expect(lines([finish(9, 1, 1), finish(1, 1, 1)], { fewest: 1 })).toEqual([['Atleta 1', 1, 100]]);
  });
  test('agree with a simple count over any results, whatever their order', () => {
    const result = fc.record({
      eventid: fc.integer({ min: 1, max: 3 }),
      web_userid: fc.integer({ min: 1, max: 8 }),
      place: fc.integer({ min: 1, max: 5 }),
    });
    const own = fc.record({ bestOf: fc.constantFrom(null, 1, 2, 3), fewest: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 40 }), own, fc.boolean(), (some, limits, isTurned) => {
        const all = some.map(({ eventid, web_userid, place }) => finish(eventid, web_userid, place));
        const found = standings(isTurned ? [...all].reverse() : all, { ...rules, ...limits });
        const expected = new Map<number, number[]>();
        for (const id of new Set(all.map(({ web_userid }) => web_userid))) {
          const best = [1, 2, 3].flatMap((eventid) => {
            const places = all
              .filter((each) => each.web_userid === id && each.eventid === eventid)
              .map(({ place_overall }) => place_overall!);
            const place = Math.min(...places);
            return places.length === 0 ? [] : [({ 1: 100, 2: 80, 3: 60 }[place] ?? 5) * (eventid === 3 ? 1.5 : 1)];
          });
          expected.set(
            id,
            best.sort((one, other) => other - one),
          );
        }
        for (const line of found) {
          const best = expected.get(line.web_userid!)!;
          expect(line.points / 100).toBeCloseTo(
            best.slice(0, limits.bestOf ?? 3).reduce((sum, each) => sum + each, 0),
            5,
          );
          expect(line.place !== null).toBe(best.length >= limits.fewest);
          expect(line.scores.filter(({ isCounted }) => isCounted)).toHaveLength(line.counted);
        }
        expect(found).toHaveLength(expected.size);
        const placed = found.filter(({ place }) => place !== null);
        for (const [at, line] of placed.entries()) {
          const ahead = placed.filter((other) => other.points > line.points).length;
          expect(line.place!).toBeGreaterThan(ahead);
          expect(line.place!).toBeLessThanOrEqual(at + 1);
        }
      }),
      { seed, numRuns: effort(300, 20_000) },
    );
  });
});
