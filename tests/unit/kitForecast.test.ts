import { describe, expect, test } from 'vitest';
import { expectedOf, missingOf } from '@/domain/registration/kitForecast';
import type { EditionPace } from '@/domain/registration/pace';

const edition = (days_to_go: number, points: EditionPace['points']): EditionPace => ({
  eventid: 1,
  name: { es: 'Carrera' },
  start_at: '2027-04-30T13:00:00Z',
  days_to_go,
  points,
});
const open = { closesIn: 20, capacity: null };

describe('the registrations that an event is expected to have', () => {
  const current = edition(30, [
    [60, 50],
    [44, 100],
    [31, 240],
  ]);
  test('grow as those of the last edition grew from the same day on', () => {
    const previous = edition(0, [
      [80, 100],
      [29, 150],
      [1, 200],
    ]);
    expect(expectedOf({ current, previous }, open)).toEqual({ today: 240, expected: 480, by: 'previous' });
  });
  test('go on like the last two weeks without a last edition, until registration closes', () => {
    expect(expectedOf({ current, previous: null }, open)).toEqual({ today: 240, expected: 440, by: 'recent' });
  });
  test('are never more than the places, and never fewer than there are', () => {
    expect(expectedOf({ current, previous: null }, { closesIn: 20, capacity: 300 }).expected).toBe(300);
    expect(expectedOf({ current, previous: null }, { closesIn: 20, capacity: 200 }).expected).toBe(240);
  });
  test('are those of today once registration is over, and where nobody registered yet', () => {
    expect(expectedOf({ current, previous: null }, { closesIn: 0, capacity: null })).toEqual({ today: 240, expected: 240, by: 'none' });
    expect(expectedOf({ current: edition(30, []), previous: null }, open)).toEqual({ today: 0, expected: 0, by: 'none' });
  });
  test('do not grow without end when the last edition had hardly begun', () => {
    const late = edition(0, [
      [40, 25],
      [1, 5000],
    ]);
    expect(expectedOf({ current, previous: late }, open).expected).toBe(1200);
    const later = edition(0, [
      [40, 3],
      [1, 5000],
    ]);
    expect(expectedOf({ current, previous: later }, open).by).toBe('recent');
  });
});

describe('what is missing', () => {
  test('is what is needed and neither handed out nor here; what is on its way counts for the day', () => {
    expect(missingOf({ today: 100, expected: 180, handed: 20, stock: 70, coming: 50 })).toEqual({ now: 10, later: 40 });
    expect(missingOf({ today: 100, expected: 180, handed: 20, stock: 90, coming: 80 })).toEqual({ now: 0, later: 0 });
  });
  test('is not known where nobody counts', () => {
    expect(missingOf({ today: 100, expected: 180, handed: 20, stock: null, coming: 0 })).toEqual({ now: null, later: null });
  });
});
