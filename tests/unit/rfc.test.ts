import { describe, expect, test } from 'vitest';
import { isRfc, taxpayerOf } from '@/domain/invoicing/rfc';
import { fitsRegime, fitsUse } from '@/domain/invoicing/taxCatalogues';

describe('a tax number of Mexico', () => {
  test.each(['GODE561231GR8', 'SAT970701NN3', 'CACX7605101P8', 'XAXX010101000', 'XEXX010101000'])('is %s', (code) => {
    expect(isRfc(code)).toBe(true);
  });
  test.each([
    ['another check digit', 'GODE561231GR7'],
    ['no day', 'GODE561331GR8'],
    ['the 30th of February', 'GODE560230GR8'],
    ['small letters', 'gode561231gr8'],
    ['too short', 'GODE561231'],
    ['two letters', 'GO561231GR8'],
  ])('is not one with %s: %s', (_, code) => expect(isRfc(code)).toBe(false));
  test('is of a company or of a person', () => {
    expect(['SAT970701NN3', 'GODE561231GR8'].map(taxpayerOf)).toEqual(['company', 'person']);
  });
});

test('regimes and uses fit the kind of taxpayer', () => {
  expect([fitsRegime('SAT970701NN3', '601'), fitsRegime('SAT970701NN3', '605'), fitsRegime('SAT970701NN3', '626')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([fitsRegime('GODE561231GR8', '612'), fitsRegime('GODE561231GR8', '601')]).toEqual([true, false]);
  expect([fitsRegime('XAXX010101000', '616'), fitsRegime('XAXX010101000', '612')]).toEqual([true, false]);
  expect([fitsUse('GODE561231GR8', '612', 'D01'), fitsUse('SAT970701NN3', '601', 'D01'), fitsUse('SAT970701NN3', '601', 'G03')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([fitsUse('XAXX010101000', '616', 'S01'), fitsUse('XAXX010101000', '616', 'G03')]).toEqual([true, false]);
});
