import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aligned, placedAt, snapped, widened } from '@/resources/certificate_templates/placing';

const paper = { width: 200, height: 100 };
const box = (x: number, y: number) => ({ x, y, width: 40, height: 10 });

test('an element near the middle of the paper comes to lie on it, and a guide says so', () => {
  expect(snapped(box(81.4, 30), [], paper)).toEqual({ x: 80, y: 30, guides: { x: 100, y: null } });
});
test('an element near the side of another is put in line with it', () => {
  expect(snapped(box(11.2, 61), [box(10, 60)], paper)).toMatchObject({ x: 10, y: 60 });
});
test('elsewhere it stays where it was dropped, never outside the upper left corner, in tenths of a millimetre', () => {
  fc.assert(
    fc.property(fc.double({ min: -50, max: 250, noNaN: true }), fc.double({ min: -50, max: 150, noNaN: true }), (x, y) => {
      const to = snapped(box(x, y), [], paper);
      expect(to.x).toBeGreaterThanOrEqual(0);
      expect(Math.abs(to.x - Math.max(0, x))).toBeLessThanOrEqual(2.1);
      expect(Math.abs(to.y - Math.max(0, y))).toBeLessThanOrEqual(2.1);
      expect(Math.round(to.x * 10)).toBeCloseTo(to.x * 10, 6);
    }),
  );
});
test('a place is in tenths of a millimetre and never outside the upper left corner', () => {
  expect(placedAt(7.26, -5)).toEqual({ x: 7.3, y: 0 });
});
test('an edge that is moved makes it wider or narrower, but never too narrow to be taken again', () => {
  expect(widened({ x: 10 }, 70.04)).toEqual({ w: 60 });
  expect(widened({ x: 10 }, 3)).toEqual({ w: 5 });
});
test('it is aligned with the margins and with the middle of the paper', () => {
  expect((['left', 'center', 'right'] as const).map((to) => aligned(box(1, 2), paper, to))).toEqual([15, 80, 145]);
});
