import { expect, test } from 'vitest';
import { createDistance } from '../../server/database/replica';

test('a replica is as far behind as the last moment of the primary that it has replayed, however quiet the primary is', () => {
  const distance = createDistance();
  expect(distance.behind(1000)).toBe(Infinity);
  distance.written(1000, '0/FFFFFFFF');
  distance.written(2000, '1/0');
  distance.replayed('0/FFFFFFFF');
  expect(distance.behind(2500)).toBe(1500);
  distance.replayed('1/0');
  expect(distance.behind(2500)).toBe(500);
  distance.written(9000, '1/0'); // nothing was written since
  distance.replayed('1/0');
  expect(distance.behind(9001)).toBe(1);
});

test('a replica that failed is as good as unknown until it has replayed something newer', () => {
  const distance = createDistance();
  distance.written(1000, '0/10');
  distance.replayed('0/10');
  distance.lost();
  expect(distance.behind(1001)).toBe(Infinity);
  distance.replayed('0/20');
  expect(distance.behind(1002)).toBe(Infinity);
});
