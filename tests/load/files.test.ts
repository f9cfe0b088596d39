import { describe, expect, test } from 'vitest';
import { splitName } from '../../scripts/load/athleteName';
import { createCountryFinder } from '../../server/features/imports/countryNames';
import { divisionOf } from '../../scripts/load/division';
import { hintsOf } from '../../scripts/load/eventDefaults';
import { judgeRows } from '../../scripts/load/judgeRows';
import { FileError, openFile, readResults, type Results } from '../../scripts/load/readResults';
import { sourceOfBytes } from '../../server/features/imports/reading/Source';
import { countries } from '../../server/reference/countries';

const header = 'ContactId\tOverall_Rank\tName\tGender\tDivision\tDiv_Rank\tTotal_Time\tSwim\tT1\tBike\tT2\tRun\tCountry\tStatus';
const line = (id: string, name: string, gender = 'F', division = 'F30-34', country = 'Mexico'): string =>
  [id, '', name, gender, division, ...Array.from({ length: 7 }, () => ''), country, 'FIN'].join('\t');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (file: Uint8Array): Promise<Results> => readResults(await openFile(sourceOfBytes(file)));
const rowsOf = async (...lines: readonly string[]) => (await read(bytes([header, ...lines].join('\n')))).rows;
const judged = async (...lines: readonly string[]) => judgeRows(await rowsOf(...lines), 'prueba-2026');

describe('reading a file', () => {
  test('reads rows by the names of their columns, whatever their order, mark, ends of lines and blanks', async () => {
    const { rows, refused } = await read(
      bytes('\ufeffcountry\tGENDER\tName\tcontact_id\tDivision\r\nMX\tF\t Rita  Olmo  Pardo \t7\tF30-34\r\n\r\n'),
    );
    expect(rows).toEqual([
      {
        line: 2,
        id: '7',
        name: 'Rita Olmo Pardo',
        first_name: '',
        last_name: '',
        gender: 'F',
        division: 'F30-34',
        country: 'MX',
        more: {},
      },
    ]);
    expect(refused).toEqual([]);
  });

  test('refuses a line with other columns than the header, and goes on after it', async () => {
    const { rows, refused } = await read(
      bytes([header, 'roto\tdos', line('1', 'Rita Olmo'), `${line('2', 'Omar Pino')}\tsobra`].join('\n')),
    );
    expect(rows.map(({ line: at }) => at)).toEqual([3]);
    expect(refused).toEqual([
      { line: 2, reason: 'malformed: 2 columns instead of 14' },
      { line: 4, reason: 'malformed: 15 columns instead of 14' },
    ]);
  });

  test('reads Windows-1252, and says which line of a UTF-8 file is not UTF-8', async () => {
    const spoiled = [...bytes(line('2', 'Pe')).slice(0, 5), 0xf1, ...bytes(line('', 'a Olmo').slice(2))];
    const { rows } = await read(Uint8Array.from([...bytes(`${header}\n`), ...spoiled]));
    expect(rows.map(({ name }) => name)).toEqual(['Peña Olmo']);
    const mixed = Uint8Array.from([...bytes(`${header}\n${line('1', 'Íñigo Muñoz')}\n`), ...spoiled]);
    await expect(read(mixed)).rejects.toMatchObject({ code: 'TABLE_ENCODING', params: { line: 3 } });
  });

  test('refuses a file without names of columns, or with one twice', async () => {
    await expect(read(bytes('1\tRita\tF'))).rejects.toThrow(FileError);
    await expect(read(bytes('1\tRita\tF'))).rejects.toThrow('names no column name, gender');
    await expect(read(bytes(`Name\tGender\tName\nRita Olmo\tF\tOtra Olmo\n`))).rejects.toThrow('names the column Name twice');
    await expect(read(bytes(''))).rejects.toMatchObject({ code: 'TABLE_EMPTY' });
  });
});

describe('judging rows', () => {
  test('keeps the first row of an id and refuses the others, saying where it was', async () => {
    const { candidates, refused } = await judged(
      line('9', 'Rita Olmo'),
      line('8', 'Omar Pino', 'M'),
      line('9', 'Rita Olmo', 'F', 'F45-49'),
    );
    expect(candidates.map(({ ref }) => ref)).toEqual(['9', '8']);
    expect(refused).toEqual([{ line: 4, reason: 'the id 9 is repeated, first on line 2' }]);
  });

  test('lets a good row use the id of a row that was refused', async () => {
    const { candidates, refused } = await judged(line('9', 'Rita Olmo', ''), line('9', 'Rita Olmo', 'F'));
    expect(candidates.map(({ line: at }) => at)).toEqual([3]);
    expect(refused).toEqual([{ line: 2, reason: 'the gender is ""' }]);
  });

  test('takes namesakes with ids for different people', async () => {
    expect((await judged(line('1', 'Rita Olmo'), line('2', 'Rita Olmo'))).candidates).toHaveLength(2);
  });

  test('refuses namesakes of one division when nothing tells them apart, accents and case aside', async () => {
    const { candidates, refused } = await judged(line('', 'Inés Olmo'), line('', 'INES OLMO'), line('', 'Ines Olmo', 'F', 'F40-44'));
    expect(candidates.map(({ ref }) => ref)).toEqual(['prueba-2026/ines olmo|f40-44']);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'no id, and the same name and division as line 3: nothing tells them apart',
      'no id, and the same name and division as line 2: nothing tells them apart',
    ]);
  });

  test('refuses a surname that spilled into the gender', async () => {
    expect((await judged(line('1', 'Rita', 'Olmo'))).refused).toHaveLength(1);
    expect((await judged(line('1', 'Rita Olmo', 'Pardo'))).refused).toEqual([{ line: 2, reason: 'the gender is "Pardo"' }]);
  });

  test('counts every row once', async () => {
    const lines = ['', 'F', 'M', 'x', '?'].flatMap((gender, at) =>
      ['Rita Olmo', 'Rita', '', 'Olmo, Rita'].map((name, of) => line(of % 2 ? '' : String(at), name, gender)),
    );
    const { candidates, refused } = await judged(...lines);
    expect(candidates.length + refused.length).toBe(lines.length);
    expect(new Set([...candidates, ...refused].map(({ line: at }) => at)).size).toBe(lines.length);
  });
});

describe('reading names, divisions and countries', () => {
  test.each([
    ['Rita Olmo', 'Rita', 'Olmo'],
    ['Rita Inés de la Vega Olmo', 'Rita', 'Inés de la Vega Olmo'],
    ['Olmo Pardo, Rita', 'Rita', 'Olmo Pardo'],
    ['Olmo, CSCP, Rita', 'Olmo,', 'CSCP, Rita'],
  ])('splits "%s" without adding or losing a word', (name, first_name, last_name) =>
    expect(splitName(name)).toEqual({ first_name, last_name }),
  );

  test('invents no second word for a name of one', () => {
    expect(splitName('Rita')).toBe('the name "Rita" is a single word; first and last name are needed and none is invented');
    expect(splitName('')).toBe('the name is blank');
    expect(splitName(`R ${'o'.repeat(81)}`)).toBe('the name is too long');
  });

  test.each([
    ['M35-39', 'M', 35, 39],
    ['F75+', 'F', 75, 120],
    ['m18-24', 'M', 18, 24],
    ['MPRO', 'M', 0, 120],
    ['FPRO', 'F', 0, 120],
    ['PC', 'mixed', 0, 120],
    ['MPC', 'M', 0, 120],
    ['Relevos', 'mixed', 0, 120],
    ['M39-35', 'M', 0, 120],
  ])('reads the division %s', (name, branch, age_min, age_max) => expect(divisionOf(name)).toEqual({ name, branch, age_min, age_max }));

  const find = createCountryFinder(countries);
  const code = (text: string): string | undefined => countries.find(({ countryid }) => countryid === find(text))?.code;
  test.each([
    ['Mexico', 'MX'],
    ['México', 'MX'],
    ['mex', 'MX'],
    ['MX', 'MX'],
    ['usa', 'US'],
    ['United States', 'US'],
    ['Estados Unidos', 'US'],
    ['GTM', 'GT'],
    ['blm', 'BL'],
    ['Hong Kong', 'HK'],
    ['Czechia', 'CZ'],
    ['España', 'ES'],
    ['Côte d’Ivoire', 'CI'],
    ['Reino Unido', 'GB'],
  ])('knows %s', (text, expected) => expect(code(text)).toBe(expected));
  test.each([['Argentinia'], [''], ['ZZ'], ['Atlantis'], ['M']])('guesses nothing of "%s"', (text) => expect(find(text)).toBeNull());

  test('reads what a file name says and no more', () => {
    expect(hintsOf('/datos/im703_monterrey_2026.tsv')).toEqual({
      name: 'IM703 Monterrey 2026',
      year: 2026,
      city: 'Monterrey',
      state: 'NLE',
      distance: '70.3',
    });
    expect(hintsOf('resultados.tsv')).toEqual({ name: 'Resultados', year: null, city: null, state: null, distance: 'General' });
    expect(hintsOf('tri-san-luis-potosi-2025.txt')).toMatchObject({ city: 'San Luis Potosí', state: 'SLP', year: 2025 });
  });
});
