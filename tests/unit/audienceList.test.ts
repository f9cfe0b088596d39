import { expect, test } from 'vitest';
import { listedIn } from '@/domain/web/audienceList';

const texts = (text: string): readonly string[] => listedIn(text).map(({ text: each }) => each);

test('a list names one person a line: by e-mail, else by number, else by what is first', () => {
  expect(texts('Ana, ana@uno.mx, 12\nBeto;34\nWEB-9\n')).toEqual(['ana@uno.mx', '34', 'WEB-9']);
});
test('a first line that says what the columns are is nobody', () => {
  expect(texts('nombre,correo\nAna,ana@uno.mx')).toEqual(['ana@uno.mx']);
  expect(texts('Ana,ana@uno.mx\ncorreo')).toEqual(['ana@uno.mx', 'correo']);
  expect(texts('id,7')).toEqual(['7']);
});
test('the mark at the start of a file is part of no name', () => {
  expect(texts('\uFEFFana@uno.mx\nbeto@uno.mx')).toEqual(['ana@uno.mx', 'beto@uno.mx']);
  expect(texts('\uFEFFcorreo\nbeto@uno.mx')).toEqual(['beto@uno.mx']);
});
test('quotes, blanks and empty lines say nothing, and every line keeps its number', () => {
  expect(listedIn('\r\n "ana@uno.mx" \r\n\r\nbeto@uno.mx')).toEqual([
    { line: 2, text: 'ana@uno.mx' },
    { line: 4, text: 'beto@uno.mx' },
  ]);
});
