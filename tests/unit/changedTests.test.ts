import { describe, expect, test } from 'vitest';
import { changedEntities, changedTests } from '../../scripts/lib/changedTests.mjs';
import { minutesTable } from '../../scripts/lib/minutesTable.mjs';

describe('the tests that a change reaches', () => {
  test('an entity is known by its declaration, its hooks and its words, and by nothing else', () => {
    expect(
      changedEntities([
        'src/resources/coupons/coupons.ts',
        'server/features/bibs/bib_pools.hooks.ts',
        'locales/en/events.json',
        'locales/en/menu.json',
        'src/resources/index.ts',
      ]),
    ).toEqual(['coupons', 'bib_pools', 'events']);
  });
  test('for an entity they are the files whose titles or imports name it', () => {
    const { entities, files } = changedTests(['src/resources/promotion_bins/promotion_bins.ts']);
    expect(entities).toEqual(['promotion_bins']);
    expect(files).toContain('tests/api/promotionBins.test.ts');
    expect(files).not.toContain('tests/auth/tokens.test.ts');
  });
  test('what tests every entity, or for minutes, is named and not run', () => {
    const { files, heavy } = changedTests(['src/resources/events/events.ts', 'src/resources/inscriptions/inscriptions.ts']);
    expect(heavy).toEqual(expect.arrayContaining(['tests/api/access.test.ts', 'tests/api/registration/invariants.test.ts']));
    expect(files.filter((file) => heavy.includes(file))).toEqual([]);
    expect(changedTests(['tests/api/access.test.ts']).files).toEqual(['tests/api/access.test.ts']);
  });
  test('for other code they are those that reach it by imports, nearest first', () => {
    const { files } = changedTests(['src/domain/registration/lifecycle.ts']);
    expect(files).toContain('tests/unit/lifecycle.test.ts');
    expect(changedTests(['tests/unit/curp.test.ts']).files).toEqual(['tests/unit/curp.test.ts']);
  });
  test('browser tests are named apart', () => {
    expect(changedTests(['tests/support/menuTable.ts'])).toMatchObject({ browser: ['tests/e2e/menuWalk.spec.ts'] });
  });
});

test('a table of minutes says how long each part took, and what its workers did', () => {
  expect(
    minutesTable([
      ['install', 24.4],
      ['tests', 125, { server: 200 }],
    ]),
  ).toBe(
    [
      'Minutes by part',
      '  install                           0:24',
      '  tests                             2:05',
      '    server, all workers together    3:20',
    ].join('\n'),
  );
});
