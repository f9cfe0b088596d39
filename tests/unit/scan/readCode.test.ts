import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCode } from '@/pages/scan/readCode';
import { randomCode } from '../../../server/kernel/codes';
import { newQrToken } from '@server/features/registration/effects/qr';

const kinds = (text: string): readonly string[] => readCode(text).map(({ kind }) => kind);

describe('what a scanned or typed text is', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['AB3K9QZ7', ['folio']],
    ['245', ['number']],
    ['#245', ['number']],
    ['000245', ['number']],
    ['E-245', ['number']],
    ['e245', ['number']],
    ['1234567', ['other']],
    ['HEGG560427MVZRRL04', ['curp']],
    ['hegg560427mvzrrl04', ['curp']],
    ['Ana.Ruiz@Example.com', ['email']],
    ['José  Ñáñez O’Farrill', ['name']],
    ['De la O', ['name']],
    ['Fernanda', ['folio', 'name']],
    ['A234567', ['number']],
    ['A2345678', ['folio']],
    ['https://example.com/x?y=1', ['other']],
    ['Xx0-_9Zz1234567890ABcd', ['qr']],
  ])('%j is read as %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
  test('values come as they are stored', () => {
    expect(readCode(' fernanda ')).toEqual([
      { kind: 'folio', value: 'FERNANDA' },
      { kind: 'name', value: 'fernanda' },
    ]);
    expect(readCode('Ana.Ruiz@Example.com')[0]?.value).toBe('ana.ruiz@example.com');
    expect(readCode('José   Ñáñez')[0]?.value).toBe('José Ñáñez');
    expect(readCode('000245')).toEqual([{ kind: 'number', value: '000245', number: 245 }]);
    expect(readCode('e-245')).toEqual([{ kind: 'number', value: 'E-245', prefix: 'E-', number: 245 }]);
  });
  test('the code of every proof is recognised, also from a scanner on a Spanish keyboard', () => {
    for (let count = 0; count < 500; count += 1) {
      const token = newQrToken();
      expect(readCode(token)[0]).toEqual({ kind: 'qr', value: token });
      expect(readCode(token.replaceAll('-', "'").replaceAll('_', '?'))[0]).toEqual({ kind: 'qr', value: token });
    }
    expect(randomBytes(16).toString('base64url')).toHaveLength(22);
  });
  test('every folio that the server makes is recognised, in small letters too', () => {
    for (let count = 0; count < 500; count += 1) {
      const folio = randomCode(8);
      expect(kinds(folio)).toContain('folio');
      expect(readCode(folio.toLowerCase()).find(({ kind }) => kind === 'folio')?.value).toBe(folio);
    }
  });
  test('any text has a reading, and none of them throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => readCode(text).length > 0 || text.trim() === ''));
  });
});
