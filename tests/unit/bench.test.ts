import { expect, test } from 'vitest';
import { figure, median, p95 } from '../bench/report';
import { readOptions } from '../bench/options';

test('a figure meets a goal of at least, or misses it', () => {
  expect(figure('ratio', 0.4, 'ratio', '>= 0.4').ok).toBe(true);
  expect(figure('ratio', 0.3996, 'ratio', '>= 0.4')).toEqual({ name: 'ratio', value: 0.4, unit: 'ratio', goal: '>= 0.4', ok: false });
});

test('a figure meets a goal of at most, or misses it', () => {
  expect(figure('size', 450, 'KiB', '<= 450').ok).toBe(true);
  expect(figure('size', 450.2, 'KiB', '<= 450').ok).toBe(false);
});

test('a figure that could not be measured misses its goal', () => {
  expect(figure('size', Number.NaN, 'KiB', '<= 450').ok).toBe(false);
});

test('a figure without a goal never fails', () => {
  expect(figure('pages', 12, 'pages/s')).toEqual({ name: 'pages', value: 12, unit: 'pages/s', goal: null, ok: true });
});

test('takes the middle, and the value below which 95 of 100 lie', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(p95(Array.from({ length: 100 }, (_, at) => 100 - at))).toBe(95);
  expect(p95([7])).toBe(7);
});

test('measures everything by default', () => {
  expect(readOptions([])).toEqual({
    only: ['list', 'queries', 'actions', 'jobs', 'rehearsals', 'holds', 'desk', 'site', 'bundle', 'screens', 'start', 'dev'],
    inscriptions: 1_000_000,
    fresh: false,
    json: null,
    match: '',
    seconds: 300,
  });
  expect(readOptions(['--only', 'list,bundle', '--inscriptions', '5000', '--fresh', '--json', 'bench.json'])).toEqual({
    only: ['list', 'bundle'],
    inscriptions: 5000,
    fresh: true,
    json: 'bench.json',
    match: '',
    seconds: 300,
  });
});

test.each([[['--only', 'speed']], [['--inscriptions', 'many']], [['--json']], [['--loud']]])(
  'refuses %j and tells how it is used',
  (given) => {
    expect(() => readOptions(given)).toThrow('npm run bench --');
  },
);
