import { describe, expect, test } from 'vitest';
import { createPaces, mannersOf, type Pace } from '../../server/jobs/pace';

/** Works on records that take so long each, besides what every batch takes, on a clock of its own; answers the batches of each portion and how often others were let in. */
const workThrough = async (
  records: number,
  eachMs: number,
  isWanted: (at: number) => boolean,
  engine: 'pglite' | 'postgres' = 'pglite',
  baseMs = 0,
) => {
  let now = 0,
    done = 0,
    yields = 0;
  const paceOf = createPaces(
    mannersOf(engine),
    () => isWanted(now),
    () => now,
  );
  const left = (): number => records - done;
  const portions: { readonly batches: number[]; readonly ms: number }[] = [];
  const portion = async (pace: Pace) => {
    const begun = now,
      batches: number[] = [];
    do {
      const size = Math.min(pace.batch(), left());
      now += baseMs + size * eachMs;
      done += size;
      batches.push(size);
      pace.took(size);
      yields += 1;
    } while (left() > 0 && !(await pace.isOver()));
    portions.push({ batches, ms: now - begun });
  };
  do await portion(paceOf());
  while (left() > 0);
  return { portions, yields };
};

describe('work on the embedded engine', () => {
  test('lasts 50 ms at a time while somebody waits, and lets others in after every 15', async () => {
    const { portions } = await workThrough(600, 2, () => true);
    for (const { batches, ms } of portions) {
      expect(ms).toBeLessThanOrEqual(50 + 15);
      for (const size of batches) expect(size * 2).toBeLessThanOrEqual(15);
    }
    expect(portions.length).toBeGreaterThan(20);
  });

  test('goes on at full length while nobody does, and is heard after 50 ms at most', async () => {
    const { portions, yields } = await workThrough(600, 2, () => false);
    expect(portions).toHaveLength(4);
    for (const { ms } of portions) expect(ms).toBeLessThanOrEqual(400);
    expect(Math.max(...portions.flatMap(({ batches }) => batches)) * 2).toBeLessThanOrEqual(50);
    expect(yields).toBeGreaterThan(20);
  });

  test('ends soon after somebody comes', async () => {
    const { portions } = await workThrough(600, 2, (at) => at > 200);
    expect(portions[0]!.ms).toBeLessThanOrEqual(200 + 50);
    for (const { ms } of portions.slice(1)) expect(ms).toBeLessThanOrEqual(50 + 15);
  });

  test('does one record at least, however long it takes', async () => {
    const { portions } = await workThrough(5, 300, () => true);
    expect(portions.map(({ batches }) => batches)).toEqual([[1], [1], [1], [1], [1]]);
  });

  test('begins with one record, since nobody knows yet how long it takes', async () => {
    const { portions } = await workThrough(1000, 0.1, () => false);
    expect(portions[0]!.batches.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(Math.max(...portions.flatMap(({ batches }) => batches))).toBeLessThanOrEqual(500);
  });

  test('takes more records at a time where a batch costs much before its first one, and stays within a portion', async () => {
    const { portions } = await workThrough(600, 1, () => true, 'pglite', 12);
    const sizes = portions.flatMap(({ batches }) => batches);
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(10);
    for (const { ms } of portions) expect(ms).toBeLessThanOrEqual(50 + 24);
  });
});

test('takes more records at a time where more of them took no longer, by chance', () => {
  let now = 0;
  const pace = createPaces(
    mannersOf('postgres'),
    () => false,
    () => now,
  )();
  const sizes = [115, 100, 90, 80, 85].map((ms) => {
    const size = pace.batch();
    now += ms;
    pace.took(size);
    return size;
  });
  expect(sizes).toEqual([1, 2, 4, 8, 16]);
});

describe('work on PostgreSQL, which serves others meanwhile,', () => {
  test('lasts 200 ms at a time while somebody waits', async () => {
    const { portions } = await workThrough(600, 2, () => true, 'postgres');
    for (const { ms } of portions) expect(ms).toBeLessThanOrEqual(200 + 60);
  });
  test('goes on in sets while somebody watches it, however much a set costs before its first row', async () => {
    const { portions } = await workThrough(2000, 1.5, () => true, 'postgres', 60);
    const sizes = portions.flatMap(({ batches }) => batches);
    expect(sizes.length).toBeLessThanOrEqual(2000 / 25);
    for (const { ms } of portions) expect(ms).toBeLessThanOrEqual(200 + 120);
  });
});
