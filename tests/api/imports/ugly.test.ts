import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dated, failed, formula, workbookOf } from '../../load/support/workbook';
import { openScene, type Scene } from '../registration/support';
import { openImports } from './support';
import { longer } from '../../support/limits';

let scene: Scene;
let site: ReturnType<typeof openImports>;
beforeAll(async () => {
  scene = await openScene({ capacity: 100_000 });
  site = openImports(scene.world);
}, longer.timeout);
afterAll(() => scene.close());

const header = ['Nombre', 'Apellido paterno', 'Sexo', 'Fecha de nacimiento', 'Correo'];
const person = (name: string, birth: Parameters<typeof workbookOf>[0][number]['rows'][number][number] = '1990-01-01') => [
  name,
  'Olmo',
  'F',
  birth,
  `${name.toLowerCase()}@example.com`,
];
const sheet = (...rows: Parameters<typeof workbookOf>[0][number]['rows'][number][]) => ({ name: 'Hoja1', rows: [header, ...rows] });
const lines = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\n');

/** Ten files as people send them, and what becomes of each row. */
const files: readonly (readonly [title: string, name: string, bytes: () => string | Buffer, states: readonly string[]])[] = [
  [
    'a header that is merged over two lines',
    'merged.xlsx',
    () =>
      Buffer.from(
        workbookOf([
          {
            name: 'Inscritos',
            merges: ['A1:D1', 'A3:A4', 'B3:B4', 'C3:C4', 'D3:E3'],
            rows: [
              ['Carrera 2026'],
              [],
              ['Participante', 'Sexo', 'Correo', 'Contacto de emergencia'],
              [null, null, null, 'Nombre', 'Teléfono'],
              ['Alba Olmo', 'F', 'alba@example.com', 'Luz Pino', '8187654321'],
            ],
          },
        ]),
      ),
    ['new'],
  ],
  [
    'totals and a note below',
    'totals.csv',
    () => 'Nombre completo,Sexo,Correo\nBea Olmo,F,bea@example.com\nTotal de inscritos,1,\n\nGenerado el 3 de marzo,,\n',
    ['new'],
  ],
  [
    'two sheets',
    'two.xlsx',
    () =>
      Buffer.from(
        workbookOf([
          { name: 'Notas', rows: [['Lee esto']] },
          { name: 'Inscritos', rows: [header, person('Caro')] },
        ]),
      ),
    ['new'],
  ],
  [
    'UTF-16',
    'utf16.txt',
    () => Buffer.from('\ufeffNombre\tApellidos\tSexo\tCorreo\nDéborah\tMuñoz Peña\tMujer\tdeborah@example.com\n', 'utf16le'),
    ['new'],
  ],
  [
    'semicolons in Windows-1252',
    'old.csv',
    () => Buffer.from('sep=;\r\nNombre;Apellido;Sexo;Correo\r\n"Eñe; Eva";Peña;Femenil;ene@example.com\r\n', 'latin1'),
    ['new'],
  ],
  ['columns of one name', 'twice.csv', () => 'Nombre completo,Sexo,Correo,Talla,Talla\nFlor Olmo,F,flor@example.com,M,L\n', ['new']],
  ['#N/A', 'na.xlsx', () => Buffer.from(workbookOf([sheet(person('Gina', failed('#N/A')), person('Hebe'))])), ['refused', 'new']],
  [
    'formulas',
    'formulas.xlsx',
    () =>
      Buffer.from(
        workbookOf([
          sheet(
            [formula('UPPER("inga")', 'INGA'), 'Olmo', 'F', '1990-01-01', 'inga@example.com'],
            [formula('NOW()', null), 'Olmo', 'F', '1990-01-01', 'nadie@example.com'],
          ),
        ]),
      ),
    ['new', 'refused'],
  ],
  [
    'dates of 1900 and 1904',
    'dates.xlsx',
    () => Buffer.from(workbookOf([sheet(person('Jana', dated(32_933)), person('Kira', dated(1)))])),
    ['new', 'refused'],
  ],
  [
    'emoji, NUL and halves of letters',
    'emoji.csv',
    () => lines(['Nombre', 'Apellido', 'Sexo', 'Correo'], ['Lía 🏃🏽‍♀️', 'Olmo 𝒜', 'F', 'lia@example.com']),
    ['new'],
  ],
];

describe('ten ugly files go through the whole of an import', () => {
  test.each(files)('%s', async (_title, name, bytes, states) => {
    const brought = await site.bring(scene.chief, bytes(), { type: 'inscriptions', eventid: scene.eventid }, name);
    expect(brought.status, JSON.stringify(brought.body)).toBe(201);
    const id = brought.body.import_jobid;
    const { mapping } = brought.body;
    await site.change(scene.chief, id, { mapping: { ...mapping, fixed: { distanceid: '5K' } } });
    const checked = await site.finish(scene.chief, id, 'rehearse');
    expect(checked.status, JSON.stringify([checked.reason, site.errors.at(-1)])).toBe('validated');
    const rows = await site.rows(scene.chief, id);
    expect(
      rows.map(({ state }) => state),
      JSON.stringify(rows.map(({ reasons }) => reasons)),
    ).toEqual(states);
    for (const row of rows) expect(row.state === 'refused' ? row.reasons.length : 1).toBeGreaterThan(0);
    const done = await site.finish(scene.chief, id, 'run');
    expect(done.totals).toMatchObject({ new: states.filter((state) => state === 'new').length });
  });
  test.each([
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'TABLE_OLD_EXCEL'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), 'TABLE_UNSUPPORTED'],
    ['a page of the web', '<html><table></table></html>', 'TABLE_UNSUPPORTED'],
    ['nothing', ' ', 'TABLE_EMPTY'],
  ])('%s is refused in words', async (_title, bytes, code) => {
    expect((await site.bring(scene.chief, bytes, { type: 'inscriptions', eventid: scene.eventid })).body).toMatchObject({ code });
  });
});

/** A real file of results, where this machine has one: `IMPORT_FILE` names it. */
const real = process.env['IMPORT_FILE'] ?? '';
test.each(existsSync(real) ? [real] : [])('every row of a real file is accounted for: %s', { timeout: 1_800_000 }, async (file) => {
  const brought = await site.bring(scene.chief, readFileSync(file), { type: 'inscriptions', eventid: scene.eventid }, 'real.tsv');
  const id = brought.body.import_jobid;
  const { mapping } = brought.body;
  const columns = mapping.columns.map((each: any) => (each.field === 'age_categoryid' ? { column: each.column, field: null } : each));
  await site.change(scene.chief, id, { mapping: { ...mapping, columns, fixed: { distanceid: '5K' } } });
  const begun = performance.now();
  const checked = await site.finish(scene.chief, id, 'rehearse');
  const between = performance.now();
  const done = await site.finish(scene.chief, id, 'run');
  const { rows, new: made, changed, same, refused } = done.totals;
  process.stdout.write(
    `${JSON.stringify({ columns: brought.body.columns.map(({ name, field }: any) => [name, field]), checked: checked.totals, done: done.totals, rehearsalS: (between - begun) / 1000, runS: (performance.now() - between) / 1000 })}\n`,
  );
  expect(made + changed + same + refused).toBe(rows);
  for (const row of await site.rows(scene.chief, id, '&state=refused')) expect(row.reasons.length).toBeGreaterThan(0);
});
