import { describe, expect, test } from 'vitest';
import { bytesOf, raceResults, readAll } from './support/readAll';
import { dated, failed, formula, workbookOf } from './support/workbook';

const header = ['Nombre', 'Apellido paterno', 'Sexo', 'Fecha de nacimiento', 'Correo'];
const valuesOf = async (bytes: Uint8Array) => (await readAll(bytes)).rows.map(({ values }) => values);

describe('ten ugly files', () => {
  test('a header that is merged over two lines: groups tell the columns apart', async () => {
    const { table, fields, rows } = await readAll(
      workbookOf([
        {
          name: 'Inscritos',
          merges: ['A1:D1', 'A3:A4', 'B3:C3', 'D3:E3'],
          rows: [
            ['Carrera del Río 2026'],
            [],
            ['Participante', 'Tutor', null, 'Contacto de emergencia'],
            [null, 'Nombre', 'Teléfono', 'Nombre', 'Teléfono'],
            ['Rita Olmo', 'Ana Olmo', '8112345678', 'Luz Pino', '8187654321'],
          ],
        },
      ]),
    );
    expect(table.columns.map(({ name }) => name)).toEqual([
      'Participante',
      'Tutor · Nombre',
      'Tutor · Teléfono',
      'Contacto de emergencia · Nombre',
      'Contacto de emergencia · Teléfono',
    ]);
    expect(fields).toEqual({
      Participante: 'name',
      'Tutor · Nombre': 'guardian_name',
      'Tutor · Teléfono': 'guardian_phone',
      'Contacto de emergencia · Nombre': 'emergency_contact_name',
      'Contacto de emergencia · Teléfono': 'emergency_contact_phone',
    });
    expect(table.skipped).toEqual([
      { line: 1, why: 'title' },
      { line: 3, why: 'title' },
    ]);
    expect(rows.map(({ line, values }) => [line, values['name'], values['guardian_phone']])).toEqual([[5, 'Rita Olmo', '8112345678']]);
  });

  test('totals and a note below the rows: named, and not read as people', async () => {
    const { table, rows } = await readAll(
      bytesOf('Nombre completo,Sexo,Talla\nRita Olmo,F,M\nOmar Pino,M,L\nTotal de inscritos,2,\n\nGenerado el 3 de marzo de 2026,,\n'),
    );
    expect(rows.map(({ line }) => line)).toEqual([2, 3]);
    expect(table.skipped).toEqual([
      { line: 4, why: 'total' },
      { line: 6, why: 'note' },
    ]);
    expect(table.rowsTotal).toBe(2);
  });

  test('two sheets: the one whose columns fit is read, the others are named, hidden ones too', async () => {
    const { table, rows } = await readAll(
      workbookOf([
        { name: 'Portada', rows: [['Reporte'], ['Elaboró', 'Comité'], ['Versión', 'Tres'], ['Uso', 'Interno'], ['Área', 'Carreras']] },
        { name: 'Inscritos', rows: [header, ['Rita', 'Olmo', 'F', '02/03/1990', 'rita@example.com']] },
        { name: 'Copia', state: 'hidden', rows: [header, ['X', 'Y', 'F', '02/03/1990', ''], ['Z', 'W', 'M', '02/03/1990', '']] },
      ]),
    );
    expect(table.sheets).toEqual([
      { name: 'Inscritos', rows: 1, hidden: false },
      { name: 'Portada', rows: 3, hidden: false },
      { name: 'Copia', rows: 2, hidden: true },
    ]);
    expect(rows[0]?.values).toMatchObject({ first_name: 'Rita', last_name: 'Olmo', birth_date: '1990-03-02' });
  });

  test.each([
    ['with its mark', '\ufeff'],
    ['without a mark', ''],
  ])('UTF-16 in both orders, %s', async (_, mark) => {
    const little = Buffer.from(`${mark}Nombre\tApellidos\tSexo\nÍñigo\tMuñoz Peña\tHombre\n`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [bytes, encoding] of [
      [little, 'utf-16le'],
      [big, 'utf-16be'],
    ] as const) {
      const { table, rows } = await readAll(bytes);
      expect(table.reading).toMatchObject({ encoding, delimiter: '\t' });
      expect(rows.map(({ values }) => values)).toEqual([{ first_name: 'Íñigo', last_name: 'Muñoz Peña', gender: 'M' }]);
    }
  });

  test('semicolons and decimal commas, in the Windows-1252 of an old Excel', async () => {
    const text =
      'sep=;\r\nDorsal;Nombre;Rama;Puntos;Tiempo oficial\r\n12;"Peña; Íñigo";Varonil;1.234,50;1:02:03\r\n13;"Dice ""Ñ""\r\nen dos líneas";Femenil;0,5;59:30,5\r\n';
    const { table, rows } = await readAll(Buffer.from(text, 'latin1'), raceResults);
    expect(table.reading).toEqual({ encoding: 'windows-1252', delimiter: ';', quotes: true, header: 2 });
    expect(rows.map(({ line, values }) => ({ line, ...values }))).toEqual([
      { line: 3, number: 12, name: 'Peña; Íñigo', gender: 'M', points: 1234.5, gun_time_ms: 3_723_000 },
      { line: 4, number: 13, name: 'Dice "Ñ" en dos líneas', gender: 'F', points: 0.5, gun_time_ms: 3_570_500 },
    ]);
  });

  test('columns of one name are named apart, and columns and rows without anything are left out', async () => {
    const { table, raw } = await readAll(bytesOf('Nombre,,Talla,Talla,,\nRita Olmo,,M,L,,dato\n,,,,,\nOmar Pino,,L,XL,,\n'));
    expect(table.columns.map(({ name, at }) => [at, name])).toEqual([
      [0, 'Nombre'],
      [2, 'Talla'],
      [3, 'Talla (2)'],
      [5, 'F'],
    ]);
    expect(raw.map(({ line }) => line)).toEqual([2, 4]);
  });

  test('#N/A and other errors, in cells and in texts, refuse their cell and not the row', async () => {
    const rows = (
      await readAll(
        workbookOf([
          {
            name: 'Hoja1',
            rows: [header, ['Rita', 'Olmo', 'F', failed('#N/A'), 'rita@example.com'], ['Omar', 'Pino', 'M', '#¡REF!', 'omar@example.com']],
          },
        ]),
      )
    ).rows;
    expect(rows.map(({ line, values, problems }) => ({ line, first: values['first_name'], problems }))).toEqual([
      {
        line: 2,
        first: 'Rita',
        problems: [
          {
            field: 'birth_date',
            column: 'Fecha de nacimiento',
            code: 'CELL_ERROR',
            params: { text: '#N/A', column: 'Fecha de nacimiento' },
          },
        ],
      },
      { line: 3, first: 'Omar', problems: [expect.objectContaining({ code: 'CELL_ERROR', field: 'birth_date' })] },
    ]);
  });

  test('formulas are the values that the file keeps; one without a value says so, and none is evaluated', async () => {
    const rows = (
      await readAll(
        workbookOf([
          {
            name: 'Hoja1',
            rows: [
              header,
              [formula('UPPER("rita")', 'RITA'), 'Olmo', 'F', dated(32_933), 'rita@example.com'],
              [formula('HYPERLINK("http://example.com","x")', null), 'Pino', 'M', dated(32_933), 'omar@example.com'],
            ],
          },
        ]),
      )
    ).rows;
    expect(rows[0]?.values).toMatchObject({ first_name: 'RITA' });
    expect(rows[1]?.problems).toEqual([expect.objectContaining({ field: 'first_name', code: 'CELL_FORMULA' })]);
  });

  test('dates of the 1900 system with its day that never was, and of the 1904 system', async () => {
    const people = (serials: readonly number[]) => [
      header,
      ...serials.map((serial, at) => [`Rita ${at}`, 'Olmo', 'F', dated(serial, at % 2 ? 1 : 4), '']),
    ];
    const old = await readAll(workbookOf([{ name: 'A', rows: people([1, 59, 60, 61, 32_933]) }]));
    expect(old.rows.map(({ values, problems }) => values['birth_date'] ?? problems[0]?.params['text'])).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '1990-03-01',
    ]);
    const mac = await valuesOf(workbookOf([{ name: 'A', rows: people([31_471, 0]) }], { from1904: true }));
    expect(mac.map(({ birth_date }) => birth_date)).toEqual(['1990-03-01', '1904-01-01']);
  });

  test('emoji and letters beyond the first plane pass whole, over the borders of blocks too', async () => {
    const name = `Rita 🏃🏽‍♀️ Olmo 𝒜`;
    const filler = Array.from({ length: 9000 }, (_, at) => `Ana Ñandú 🏅 ${at},F`).join('\n');
    const { rows } = await readAll(bytesOf(`Nombre completo,Sexo\n${filler}\n${name},F\n`));
    expect(rows).toHaveLength(9001);
    expect(rows.at(-1)?.values['name']).toBe(name);
    expect(rows.every(({ values }) => !String(values['name']).includes('\ufffd'))).toBe(true);
  });
});
