import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { checkResources } from '@/schema/checks/checkResources';
import { createRegistry } from '@/schema';
import { csvLine } from '../../server/features/imports/engine/csv';
import { instantOf } from '../../server/features/imports/engine/instantOf';
import { smallWorkbook } from '../../server/features/imports/engine/smallWorkbook';
import { openTable } from '../../server/features/imports/reading/openTable';
import { sourceOfBytes } from '../../server/features/imports/reading/Source';
import { splitName } from '../../server/features/imports/engine/names';
import { findAmong, type Known, type Said } from '../../server/features/imports/engine/people';
import { added, moved } from '../../server/features/imports/engine/counters';

const ana: Known = {
  web_userid: 1,
  curp: 'RIXA900203MDFSXN01',
  email: 'ana@example.com',
  birth_date: '1990-02-03',
  first_name: 'Ana',
  last_name: 'Ríos',
  second_last_name: null,
  status: 'active',
  source: '7:liga',
  source_ref: '15',
};
const find = (said: Said, people: readonly Known[] = [ana]) => findAmong(people, said);
const named = { first_name: 'Ana', last_name: 'Rios', birth_date: '1990-02-03' } as const;

describe('an athlete of a file', () => {
  test.each<readonly [string, Said, unknown]>([
    ['by CURP, whatever else differs', { curp: ana.curp, first_name: 'Anita' }, { is: 'known', id: 1, rule: 'curp' }],
    ['by e-mail and birth date', { email: 'ana@example.com', birth_date: '1990-02-03' }, { is: 'known', id: 1, rule: 'email_birth' }],
    [
      'by the id of the source under the same name',
      { ...named, source: '7:liga', source_ref: '15' },
      { is: 'known', id: 1, rule: 'source' },
    ],
    ['only proposed by name and birth date, without accents', named, { is: 'proposed', id: 1, rule: 'name_birth' }],
    [
      'only proposed by e-mail and name without a birth date',
      { email: 'ana@example.com', first_name: 'Ana', last_name: 'Ríos' },
      { is: 'proposed', id: 1, rule: 'name_birth' },
    ],
    ['nobody under the same name born on another day', { ...named, birth_date: '1990-02-04' }, { is: 'nobody' }],
    ['nobody under the same name with another id of the same source', { ...named, source: '7:liga', source_ref: '16' }, { is: 'nobody' }],
    ['nobody under the same name with another CURP', { ...named, curp: 'RIXA900203MDFSXN02' }, { is: 'nobody' }],
    ['nobody without anything to find them by', { first_name: 'Ana', last_name: 'Ríos' }, { is: 'nobody' }],
  ])('is %s', (_title, said, found) => expect(find(said)).toEqual(found));

  test.each<readonly [string, Said, string]>([
    ['the e-mail with another birth date', { email: 'ana@example.com', birth_date: '1991-01-01' }, 'birth_date'],
    ['the e-mail with another CURP', { email: 'ana@example.com', birth_date: '1990-02-03', curp: 'XXXX900203MDFSXN09' }, 'curp'],
    ['the e-mail under another name without a birth date', { email: 'ana@example.com', first_name: 'Eva', last_name: 'Paz' }, 'email'],
    ['the id of a source under another name', { first_name: 'Eva', last_name: 'Paz', source: '7:liga', source_ref: '15' }, 'source_ref'],
  ])('contradicts with %s', (_title, said, path) => {
    expect(() => find(said)).toThrow('ATHLETE_CONTRADICTS');
    try {
      find(said);
    } catch (error) {
      expect(error).toMatchObject({ errors: [{ path, code: 'ATHLETE_CONTRADICTS' }] });
    }
  });
  test('whose CURP and e-mail lead to two people is refused', () => {
    const eva: Known = { ...ana, web_userid: 2, curp: null, email: 'eva@example.com', source: null, source_ref: null };
    expect(() => find({ curp: ana.curp, email: 'eva@example.com' }, [ana, eva])).toThrow('ATHLETE_CONTRADICTS');
  });
  test('who is blocked is refused', () => {
    expect(() => find({ curp: ana.curp }, [{ ...ana, status: 'blocked' }])).toThrow('INVALID');
  });
});

test('a whole name is split where it can be, and one word is refused', () => {
  expect(splitName('Ana Ríos Luz')).toEqual({ first_name: 'Ana', last_name: 'Ríos Luz' });
  expect(splitName('Ríos, Ana María')).toEqual({ first_name: 'Ana María', last_name: 'Ríos' });
  expect(() => splitName('Ana')).toThrow('INVALID');
});

test('moments of a file are by the clocks of the zone, on both sides of a change of hour', () => {
  expect(instantOf('2026-02-01T10:00', 'America/Mexico_City')).toBe('2026-02-01T16:00:00.000Z');
  expect(instantOf('2026-02-01', 'America/Mexico_City')).toBe('2026-02-01T06:00:00.000Z');
  expect(instantOf('2026-07-01T10:00', 'America/Tijuana')).toBe('2026-07-01T17:00:00.000Z');
  expect(instantOf('2026-12-01T10:00', 'America/Tijuana')).toBe('2026-12-01T18:00:00.000Z');
  expect(instantOf('2026-02-01T10:00:00Z', 'America/Mexico_City')).toBe('2026-02-01T10:00:00Z');
});

test('a cell that a spreadsheet would calculate is kept from it, and numbers are not', () => {
  expect(csvLine(['=1+1', '-5', '+52 55', '@x', 'a,b', 'di"jo', ''])).toBe(`'=1+1,-5,'+52 55,'@x,"a,b","di""jo",\r\n`);
});

test('a workbook to fill in is read with its columns, whatever signs they have', async () => {
  const columns = ['Nombre', 'Correo <electrónico>', 'Talla & "corte"'];
  const table = await openTable(sourceOfBytes(smallWorkbook('Importación', [columns, ['Ana', 'ana@example.com', 'M']])));
  expect(table.columns.map(({ name }) => name)).toEqual(columns);
  expect(table.sheets).toEqual([{ name: 'Importación', rows: 1, hidden: false }]);
});

test('what counters moved is added up', () => {
  const before = new Map([
    ['distances 1 sold_count', 3],
    ['distances 2 sold_count', 5],
  ]);
  const after = new Map([
    ['distances 1 sold_count', 5],
    ['distances 2 sold_count', 5],
  ]);
  expect(moved(before, after)).toEqual({ 'distances 1 sold_count': 2 });
  expect(added({ a: 1 }, { a: 2, b: -1 })).toEqual({ a: 3, b: -1 });
});

describe('a declaration of imports', () => {
  const bibs = registry.get('bibs');
  const problems = (imports: object): readonly string[] =>
    checkResources(
      createRegistry(
        registry.all.map((each) => (each.name === 'bibs' ? { ...bibs, imports: { ...bibs.imports, ...imports } as never } : each)),
      ),
    ).map(({ message }) => message);
  test.each<readonly [object, string]>([
    [{ writes: ['nmber'] }, 'bibs.imports names "nmber", which is no field of bibs. Did you mean "number"?'],
    [{ type: 'coupons' }, 'bibs.imports has the type "coupons" of coupons.'],
    [{ event: 'bib_poolid' }, 'bibs.imports takes its event from "bib_poolid", which leads to no event.'],
    [{ matches: {} }, 'bibs.imports changes records and says by no "matches" which.'],
    [{ athlete: { field: 'number', says: [] } }, 'bibs.imports finds an athlete for "number", which leads to nobody.'],
    [
      { athlete: { field: 'inscriptionid', says: ['shoe'] } },
      'bibs.imports reads "shoe" of an athlete, and there is no inscriptions.shoe.',
    ],
  ])('%j is refused', (imports, message) => expect(problems(imports)).toContain(message));
  test.each(['modus', 'writs'])('an unknown option "%s" is refused', (option) =>
    expect(problems({ [option]: [] }).some((message) => message.startsWith(`bibs.imports has the option "${option}"; there are`))).toBe(
      true,
    ),
  );
});
