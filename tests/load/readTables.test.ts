import { describe, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { wordsOf } from '@/schema/errorCodes';
import { readDate, guessDateOrder } from '../../server/features/imports/reading/dates';
import { lookOf } from '../../server/features/imports/reading/excelDates';
import { guessDecimal, readNumber } from '../../server/features/imports/reading/numbers';
import { readMapping } from '../../server/features/imports/reading/mapping';
import { DomainError } from '../../server/kernel/DomainError';
import { createTranslate } from '../../server/kernel/messages';
import { bytesOf, raceResults, readAll, registrations, type Whole } from './support/readAll';
import { dated, workbookOf } from './support/workbook';
import { zipOf } from './support/zip';

const translate = createTranslate(fileURLToPath(new URL('../../locales', import.meta.url)));
const people = 'Nombre completo,Sexo\nRita Olmo,F\nOmar Pino,M\n';
/** The code of a refusal and its two sentences. */
const refusal = async (reading: Promise<unknown>): Promise<readonly string[]> => {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error ?? new Error('It was read.');
  return [error.code, translate(wordsOf(error), 'es', error.params), translate(wordsOf(error), 'en', error.params)];
};
const oleHead = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

describe('what is not read says why, in both languages', () => {
  test.each<[string, Uint8Array, string, string]>([
    ['an empty file', bytesOf(''), 'TABLE_EMPTY', 'El archivo no tiene filas.'],
    ['a header without rows', bytesOf('Nombre,Sexo\n'), 'TABLE_EMPTY', 'El archivo no tiene filas.'],
    ['a PDF', bytesOf('%PDF-1.7 ...'), 'TABLE_UNSUPPORTED', 'El archivo no es una tabla que se pueda leer: usa CSV, TSV, XLSX u ODS.'],
    [
      'a web page that is called .xls',
      bytesOf('<html><table>'),
      'TABLE_UNSUPPORTED',
      'El archivo no es una tabla que se pueda leer: usa CSV, TSV, XLSX u ODS.',
    ],
    [
      'an archive of something else',
      zipOf([{ name: 'word/document.xml', text: '<a/>' }]),
      'TABLE_UNSUPPORTED',
      'El archivo no es una tabla que se pueda leer: usa CSV, TSV, XLSX u ODS.',
    ],
    [
      'an old Excel file',
      Buffer.concat([oleHead, Buffer.alloc(600)]),
      'TABLE_OLD_EXCEL',
      'Es un archivo de Excel 97 (.xls): guárdalo como libro de Excel (.xlsx).',
    ],
    [
      'a workbook with a password',
      Buffer.concat([oleHead, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      'TABLE_PROTECTED',
      'El archivo tiene contraseña: guárdalo sin ella.',
    ],
    [
      'a workbook that was cut',
      workbookOf([
        {
          name: 'A',
          rows: [
            ['Nombre', 'Sexo'],
            ['Rita Olmo', 'F'],
          ],
        },
      ]).slice(0, 700),
      'TABLE_BROKEN',
      'El archivo está dañado y no se puede leer como hoja de cálculo. Ábrelo, guárdalo de nuevo y súbelo.',
    ],
  ])('%s', async (_, bytes, code, words) => {
    const [found, es, en] = await refusal(readAll(bytes));
    expect([found, es]).toEqual([code, words]);
    expect(en).not.toBe(es);
  });

  test('a file beyond the limits of bytes, rows, columns and of what it unpacks to', async () => {
    const wide = `${Array.from({ length: 12 }, (_, at) => `c${at}`).join(',')}\n${'x,'.repeat(11)}x\n`;
    expect((await refusal(readAll(bytesOf(people), registrations, { limits: { bytes: 10 } })))[0]).toBe('TOO_LARGE');
    expect(await refusal(readAll(bytesOf(people), registrations, { limits: { rows: 1 } }))).toEqual([
      'TABLE_TOO_MANY_ROWS',
      'El archivo tiene más de 1 filas: divídelo.',
      'The file has more than 1 rows: split it.',
    ]);
    expect((await refusal(readAll(bytesOf(wide), registrations, { limits: { columns: 10 } })))[0]).toBe('TABLE_TOO_MANY_COLUMNS');
    const far = workbookOf([{ name: 'A', rows: [['Nombre'], [{ xml: () => '<c r="XFD2"><v>1</v></c>' }]] }]);
    expect((await refusal(readAll(far)))[0]).toBe('TABLE_TOO_MANY_COLUMNS');
  });

  test('an archive that unpacks to more than it may, whether it admits it or lies', async () => {
    const bomb = (claims?: number): Uint8Array => {
      const text = `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(200_000)}</sheetData></worksheet>`;
      const sheet = { name: 'xl/worksheets/sheet2.xml', text, ...(claims !== undefined && { claims }) };
      const book = workbookOf(
        [
          { name: 'A', rows: [['Nombre'], ['Rita']] },
          { name: 'B', rows: [] },
        ],
        { more: [sheet] },
      );
      expect(book.length).toBeLessThan(60_000);
      return book;
    };
    const limits = { unpackedBytes: 1024 * 1024 };
    expect((await refusal(readAll(bomb(), registrations, { limits })))[0]).toBe('TABLE_UNPACKS_TOO_LARGE');
    expect(['TABLE_UNPACKS_TOO_LARGE', 'TABLE_BROKEN']).toContain((await refusal(readAll(bomb(1000), registrations, { limits })))[0]);
    const silence = workbookOf([{ name: 'A', rows: [['Nombre'], ['a'.repeat(100_000)]] }]);
    expect((await refusal(readAll(silence, registrations, { limits: { silentBytes: 20_000 } })))[0]).toBe('TABLE_UNPACKS_TOO_LARGE');
    expect((await refusal(readAll(silence, registrations, { limits: { sharedBytes: 20_000 } })))[0]).toBe('TABLE_UNPACKS_TOO_LARGE');
  });

  test('entities that a part declares are not expanded', async () => {
    const evil =
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><worksheet><sheetData><row r="1"><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
    const book = workbookOf([{ name: 'A', rows: [] }], { more: [{ name: 'xl/worksheets/sheet1.xml', text: evil }] });
    expect((await refusal(readAll(book)))[0]).toBe('TABLE_BROKEN');
  });

  test('a sheet or a column that a mapping names and the file has not', async () => {
    const book = workbookOf([{ name: 'Hoja1', rows: [['Nombre'], ['Rita']] }]);
    expect(await refusal(readAll(book, registrations, { reading: { sheet: 'Otra' } }))).toEqual([
      'TABLE_SHEET_UNKNOWN',
      'El archivo no tiene una hoja «Otra»; tiene: Hoja1.',
      'The file has no sheet “Otra”; it has: Hoja1.',
    ]);
  });
});

describe('quotes, delimiters and ends of lines', () => {
  test('a quote that never closes takes its line only', async () => {
    const { table, raw } = await readAll(bytesOf('Nombre completo\tSexo\n"Rocky Olmo\tM\n"La" Pino\tF\n5" Haya\tM\n'));
    expect(table.reading.quotes).toBe(false);
    expect(raw.map(({ cells }) => cells[0])).toEqual(['"Rocky Olmo', '"La" Pino', '5" Haya']);
  });

  test.each([
    [',', 'Nombre,Apellidos,Sexo\n"Rita, Inés",Olmo,F\n'],
    [';', 'Nombre;Apellidos;Sexo\nRita, Inés;Olmo;F\n'],
    ['\t', 'Nombre\tApellidos\tSexo\nRita, Inés\tOlmo\tF\n'],
    ['|', 'Nombre|Apellidos|Sexo\nRita, Inés|Olmo|F\n'],
  ])('finds the delimiter %j', async (delimiter, text) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { table, rows } = await readAll(bytesOf(text.replaceAll('\n', end)));
      expect(table.reading.delimiter).toBe(delimiter);
      expect(rows.map(({ line, values }) => [line, values['first_name']])).toEqual([[2, 'Rita, Inés']]);
    }
  });

  test('titles above the header and headers that come again are no rows', async () => {
    const { table, raw } = await readAll(bytesOf(`Carrera del Río,\nSábado,2026-03-01\n\n${people}Nombre completo,Sexo\nVera Olivo,F\n`));
    expect(table.reading.header).toBe(4);
    expect(table.skipped.map(({ line, why }) => `${line} ${why}`)).toEqual(['1 title', '2 title']);
    expect(raw.map(({ line }) => line)).toEqual([5, 6, 8]);
  });

  test('a file without a header has columns with letters and no field', async () => {
    const { table, fields } = await readAll(bytesOf('1,Rita,5\n2,Omar,6\n'));
    expect(table.reading.header).toBeNull();
    expect(fields).toEqual({ A: null, B: null, C: null });
  });
});

test('a long file lets others have their turn while it is read', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await readAll(bytesOf(`Nombre completo,Sexo\n${'Rita Olmo Pardo de la Vega,F\n'.repeat(20_000)}`));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

describe('OpenDocument', () => {
  const cell = (text: string, more = 'office:value-type="string"'): string =>
    `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const documentOf = (rows: string): Uint8Array =>
    zipOf([
      { name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet' },
      {
        name: 'content.xml',
        text: `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:calcext="c"><table:table table:name="Vacía"/><table:table table:name="Inscritos">${rows}</table:table></office:document-content>`,
      },
    ]);

  test('reads dates, numbers, errors, repeated cells and notes, and stops at the million empty rows of its end', async () => {
    const { table, rows } = await readAll(
      documentOf(
        `<table:table-row>${['Nombre', 'Apellidos', 'Sexo', 'Fecha de nacimiento', 'Id'].map((text) => cell(text)).join('')}</table:table-row>` +
          `<table:table-row><table:table-cell office:value-type="string"><office:annotation><text:p>nota</text:p></office:annotation><text:p>Rita <text:span>Inés</text:span></text:p></table:table-cell>${cell('Olmo')}${cell('F')}${cell('1 mar 90', 'office:value-type="date" office:date-value="1990-03-01"')}${cell('7.00', 'office:value-type="float" office:value="7"')}</table:table-row>` +
          `<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="5"/></table:table-row>` +
          `<table:table-row>${cell('Vera')}${cell('Olivo')}${cell('F')}${cell('#N/A', 'table:formula="x" calcext:value-type="error"')}</table:table-row>` +
          `<table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
      ),
    );
    expect(table).toMatchObject({ kind: 'ods', rowsTotal: 2 });
    expect(rows[0]).toEqual({
      line: 2,
      values: { first_name: 'Rita Inés', last_name: 'Olmo', gender: 'F', birth_date: '1990-03-01', source_ref: '7' },
      problems: [],
    });
    expect(rows[1]).toMatchObject({ line: 6, problems: [{ code: 'CELL_ERROR', field: 'birth_date' }] });
  });
});

describe('guesses of columns', () => {
  test.each([
    ['Nombre(s)|Primer apellido|Segundo apellido|Rama', 'first_name|last_name|second_last_name|gender'],
    ['NOMBRE|AP. PATERNO|AP. MATERNO|SEXO', 'first_name|last_name|second_last_name|gender'],
    ['First Name|Surname|DOB|E-mail Address*', 'first_name|last_name|birth_date|email'],
    ['Fecha Nac.|Tel. celular|Correo electrónico (obligatorio)', 'birth_date|phone|email'],
    ['ContactId|Overall_Rank|Name|Gender|Division|Div_Rank|Total_Time|Country', 'source_ref||name|gender|age_categoryid|||countryid'],
    ['Atleta|Talla de playera|¿Requiere atención?', 'name|tshirt_size|attention'],
    ['Participante|Teléfono de emergencia|Teléfono', 'name|emergency_contact_phone|phone'],
  ])('%s', async (header, fields) => {
    const found = await readAll(bytesOf(`${header}\n${'|'.repeat(header.split('|').length - 1).replace(/^/, 'x')}\n`));
    expect(Object.values(found.fields).map((field) => field ?? '')).toEqual(fields.split('|'));
  });

  test('what a column holds decides where names do not: a column of numbers is no e-mail', async () => {
    const mail = async (value: string): Promise<Whole['fields']> =>
      (await readAll(bytesOf(`Nombre;Contacto mail\nRita Olmo;${value}\n`))).fields;
    expect((await mail('rita@example.com'))['Contacto mail']).toBe('email');
    expect((await mail('8112345678'))['Contacto mail']).toBeNull();
  });

  test('values of choices are matched by their words in both languages, and kept in the mapping', async () => {
    const { rows } = await readAll(
      bytesOf('Dorsal,Nombre,Rama,Estado\n1,Rita,Femenil,Terminó\n2,Omar,Male,DSQ\n3,Ciro,?,No salió (DNS)\n'),
      raceResults,
    );
    expect(rows.map(({ values }) => [values['gender'], values['status']])).toEqual([
      ['F', 'finished'],
      ['M', 'DQ'],
      [undefined, 'DNS'],
    ]);
    expect(rows[2]?.problems).toEqual([{ field: 'gender', column: 'Rama', code: 'CELL_CHOICE', params: { text: '?', column: 'Rama' } }]);
  });
});

describe('values', () => {
  test.each([
    ['1990-03-25', 'dmy', '1990-03-25'],
    ['25/03/1990', 'dmy', '1990-03-25'],
    ['03/25/1990', 'mdy', '1990-03-25'],
    ['03/25/1990', 'dmy', null],
    ['31.12.85', 'dmy', '1985-12-31'],
    ['5-3-05', 'dmy', '2005-03-05'],
    ['25 de marzo de 1990', 'dmy', '1990-03-25'],
    ['25-mar-90', 'dmy', '1990-03-25'],
    ['Mar 25, 1990', 'dmy', '1990-03-25'],
    ['domingo, 25 de marzo de 1990', 'dmy', '1990-03-25'],
    ['19900325', 'dmy', '1990-03-25'],
    ['25/03/1990 07:30', 'dmy', '1990-03-25T07:30:00'],
    ['29/02/1990', 'dmy', null],
    ['1/1/1', 'dmy', '2001-01-01'],
    ['mañana', 'dmy', null],
  ] as const)('reads the date %s as %s', (text, order, date) => expect(readDate(text, order)).toBe(date));

  test('the order of dates is that of the whole column', () => {
    expect(guessDateOrder(['03/04/1990', '03/25/1990'])).toBe('mdy');
    expect(guessDateOrder(['03/04/1990', '25/03/1990'])).toBe('dmy');
    expect(guessDateOrder(['03/04/1990'])).toBe('dmy');
  });

  test.each([
    ['$1,234.50', '.', 1234.5],
    ['1.234,50 €', ',', 1234.5],
    ['(12)', '.', -12],
    ['-0,5', ',', -0.5],
    ['12,5', '.', null],
    ['doce', '.', null],
    ['', '.', null],
  ] as const)('reads the number %s with %s', (text, decimal, number) => expect(readNumber(text, text, decimal)).toBe(number));

  test('the decimal sign is that of the column', () => {
    expect(guessDecimal(['1.234', '12,5'])).toBe(',');
    expect(guessDecimal(['1,234', '12.5'])).toBe('.');
    expect(guessDecimal(['1.234.567'])).toBe(',');
    expect(guessDecimal(['1,234'])).toBe('.');
  });

  test.each([
    [14, undefined, 'date'],
    [0, undefined, 'number'],
    [20, undefined, 'time'],
    [164, 'dd/mm/yyyy;@', 'date'],
    [164, '[$-80A]d "de" mmmm', 'date'],
    [164, 'mmm', 'date'],
    [164, '[h]:mm:ss', 'time'],
    [164, 'h:mm AM/PM', 'time'],
    [164, '"$"#,##0.00', 'number'],
    [164, '0.0 "metros"', 'number'],
    [164, 'General', 'number'],
    [164, '0.00E+00', 'number'],
  ] as const)('format %i %s is a %s', (id, format, look) => expect(lookOf(id, format)).toBe(look));

  test('a date that lost its format is a date in a column of dates, and times of a workbook are times', async () => {
    const born = await readAll(
      workbookOf([
        {
          name: 'A',
          rows: [
            ['Nombre completo', 'Fecha de nacimiento'],
            ['Rita Olmo', 32_933],
          ],
        },
      ]),
    );
    expect(born.rows[0]?.values['birth_date']).toBe('1990-03-01');
    const raced = await readAll(
      workbookOf([
        {
          name: 'A',
          rows: [
            ['Dorsal', 'Nombre', 'Tiempo chip'],
            [7, 'Rita', dated(0.5, 3)],
            [8, 'Omar', '1:02:03.4'],
          ],
        },
      ]),
      raceResults,
    );
    expect(raced.rows.map(({ values }) => values['chip_time_ms'])).toEqual([43_200_000, 3_723_400]);
  });
});

test.each<[unknown, string]>([
  [{ version: 2 }, 'MAPPING_BROKEN'],
  [{ version: 1, target: 'results', columns: [] }, 'MAPPING_TARGET'],
  [{ version: 1, target: 'inscriptions', columns: [{ column: 'A', field: 'paid_cents' }] }, 'MAPPING_FIELD_UNKNOWN'],
  [{ version: 1, target: 'inscriptions', columns: [{ column: 'A', field: 'email' }], fixed: { email: 'a@b.co' } }, 'MAPPING_FIELD_TWICE'],
  [{ version: 1, target: 'inscriptions', columns: [], surprise: true }, 'MAPPING_BROKEN'],
])('refuses a mapping that is wrong: %j', (json, code) => {
  expect(() => readMapping(json, registrations)).toThrow(expect.objectContaining({ code }));
});
