import { expect, test } from 'vitest';
import { allFaults, brokenFaults } from '../mutate/faults.mjs';

test('every fault of "npm run mutate" still fits the code, and its tests exist', () => expect(brokenFaults()).toEqual([]));

test('there are faults of every area that must be covered', () => {
  expect(allFaults.length).toBeGreaterThanOrEqual(60);
  expect([...new Set(allFaults.map(({ area }) => area))].sort()).toEqual([
    'access',
    'documents',
    'filters',
    'imports',
    'masks',
    'money',
    'rehearsals',
    'reviews',
    'seats',
    'states',
    'tokens',
    'totals',
    'versions',
    'words',
  ]);
});
