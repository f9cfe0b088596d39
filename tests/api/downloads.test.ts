import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDownloads, type Downloads } from './support/downloadWorld';
import { add } from './support/world';
import { longer } from '../support/limits';

const url = '/v2/inscription/inscriptions/download';
const columns = ['folio', 'number', 'name', 'status', 'distanceid', 'email', 'paid_cents', 'birth_date', 'created', 'attention', 'tags'];
let site: Downloads;
beforeAll(async () => {
  site = await openDownloads();
  const { pool } = site.world;
  const rows = [
    {
      folio: 'AAAA2222',
      first_name: 'María',
      last_name: 'Núñez "La Liebre"',
      status: 'paid',
      paid_cents: 123_450,
      number: 7,
      attention: true,
    },
    { folio: 'BBBB3333', first_name: '=1+1', last_name: 'Peña, Jr', status: 'cancelled', paid_cents: 0, email: '@jose@atleta.test' },
    {
      folio: 'CCCC4444',
      first_name: 'Pía',
      last_name: 'Sol & <Mar>',
      status: 'started',
      paid_cents: 5,
      birth_date: null,
      tags: ['élite', 'vip'],
    },
  ];
  for (const [at, { tags = [], ...row }] of rows.entries()) {
    const athlete = await add.athlete(pool, `persona${at}`);
    await add.inscription(pool, site.eventid, site.distanceid, athlete, {
      birth_date: '1990-02-03',
      email: `p${at}@atleta.test`,
      phone: '+525512345678',
      created: `2026-03-0${at + 1}T05:30:00Z`,
      ...row,
      tags,
    });
  }
}, longer.timeout);
afterAll(() => site.close());

const ask = (who: string, body: object, language?: string) =>
  site.save(site.as(who, language), url, { columns, format: 'csv', sort: ['folio'], ...body }, {}, language);
const textOf = (data: Buffer): string => data.toString('utf8');

describe('a list as a table in text', () => {
  test('says what the screen says, in its language and order, and nothing in it runs', async () => {
    const { status, headers, data } = await ask('olga', {});
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/filename\*=UTF-8''Inscripciones%20\d{4}-\d\d-\d\d\.csv$/);
    expect(textOf(data)).toBe(
      [
        '\uFEFFFolio,Dorsal,Atleta,Estado,Distancia,Correo,Pagado,Fecha de nacimiento,Creado,Requiere atención,Etiquetas',
        'AAAA2222,7,"María Núñez ""La Liebre""",Pagada,10K,p0@atleta.test,1234.50,03/02/1990,28/02/2026 23:30,Sí,',
        `BBBB3333,,"'=1+1 Peña, Jr",Cancelada,10K,'@jose@atleta.test,0.00,03/02/1990,01/03/2026 23:30,No,`,
        'CCCC4444,,Pía Sol & <Mar>,Iniciada,10K,p2@atleta.test,0.05,,02/03/2026 23:30,No,"élite, vip"',
        '',
      ].join('\n'),
    );
  });
});
describe('a workbook', () => {
  test('has typed cells under a frozen head, and texts that say what they said', async () => {
    const { headers, data } = await ask('olga', { format: 'xlsx' });
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = unzipSync(data);
    const sheet = textOf(Buffer.from(files['xl/worksheets/sheet1.xml']!));
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:K4"/>');
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c[^>]*?(?:\/>|>.*?<\/c>)/g)].map(([cell]) => cell),
    );
    expect(rows.map((row) => row.length)).toEqual([11, 11, 11, 11]);
    const text = (said: string): string => `<c t="inlineStr"><is><t>${said}</t></is></c>`;
    const [, first, second, third] = rows;
    expect(first!.slice(0, 8)).toEqual([
      text('AAAA2222'),
      '<c><v>7</v></c>',
      text('María Núñez "La Liebre"'),
      text('Pagada'),
      text('10K'),
      text('p0@atleta.test'),
      '<c s="2"><v>1234.50</v></c>',
      '<c s="5"><v>32907</v></c>',
    ]);
    expect(first![8]).toMatch(/^<c s="6"><v>46081\.979166/);
    expect(second![2]).toBe(text('=1+1 Peña, Jr'));
    expect(third![2]).toBe(text('Pía Sol &amp; &lt;Mar&gt;'));
    expect(third![7]).toBe('<c/>');
    expect(third![10]).toBe(text('élite, vip'));
  });
  test('is read by our own reader of spreadsheets, to the last row', async () => {
    const { data } = await ask('olga', { format: 'xlsx', columns: ['folio', 'last_name', 'paid_cents'] });
    const lines = textOf(Buffer.from(unzipSync(data)['xl/workbook.xml']!));
    expect(lines).toContain('<sheet name="Inscripciones" sheetId="1" r:id="rId1"/>');
  });
});

describe('other formats', () => {
  test('JSON lines say the values as the API does', async () => {
    const { headers, data } = await ask('olga', {
      format: 'json',
      columns: ['folio', 'number', 'status', 'distanceid', 'paid_cents', 'tags', 'eventid.city'],
    });
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const rows = textOf(data)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({
      folio: 'AAAA2222',
      number: 7,
      status: 'paid',
      distance: { distanceid: site.distanceid, title: '10K' },
      paid_cents: 123_450,
      tags: [],
      'event.city': 'Ciudad de México',
    });
  });
  test('a PDF is one', async () => {
    const { headers, data } = await ask('olga', { format: 'pdf' });
    expect(headers['content-type']).toBe('application/pdf');
    expect(data.subarray(0, 5).toString()).toBe('%PDF-');
    expect(data.subarray(-6).toString().trim()).toBe('%%EOF');
  });
  test('in English everything is in English', async () => {
    const { data } = await ask('olga', { columns: ['status', 'attention'] }, 'en');
    expect(textOf(data).split('\n').slice(0, 2)).toEqual(['\uFEFFStatus,Needs attention', 'Paid,Yes']);
  });
});

/** What each person finds in these columns of the first row, as it was agreed: contact data is not read by organizers. */
const seen = [
  ['olga', 'email', 'p0@atleta.test'],
  ['olga', 'phone', "'+525512345678"],
  ['cata', 'email', ''],
  ['cata', 'phone', ''],
  ['cata', 'folio', 'AAAA2222'],
  ['cata', 'web_userid.email', ''],
  ['olga', 'web_userid.blood_type', ''],
] as const;
describe('what a person may not read', () => {
  test.each(seen)('%s finds in %s: %s', async (who, column, value) => {
    for (const format of ['csv', 'json', 'xlsx'] as const) {
      const { status, data } = await ask(who, { columns: ['folio', column], format });
      expect(status).toBe(200);
      const text = format === 'xlsx' ? textOf(Buffer.from(unzipSync(data)['xl/worksheets/sheet1.xml']!)) : textOf(data);
      if (value === '') expect(text).not.toMatch(/@atleta|5512345678/);
      if (format === 'csv') expect(text.split('\n')[1]).toBe(column === 'folio' ? 'AAAA2222' : `AAAA2222,${value}`);
    }
  });
  test.each([
    ['dora', {}, 403],
    ['olga', { columns: ['nothing'] }, 400],
    ['olga', { columns: ['inscription_log.inscriptionid.status'] }, 400],
    ['olga', { columns: [] }, 400],
    ['olga', { format: 'exe' }, 400],
    ['cata', { sort: ['email'] }, 400],
    ['cata', { filter: { field: 'email', op: 'contains', value: 'a' } }, 403],
    ['olga', { filter: { field: 'nothing', op: 'eq', value: 1 } }, 400],
  ] as const)('%s asking for %j is refused', async (who, body, status) => {
    expect((await ask(who, body)).status).toBe(status);
  });
  test('a list that is not there is not found', async () => {
    expect((await site.as('olga').post('/v2/event/inscriptions/download', { columns, format: 'csv' })).status).toBe(404);
    expect((await site.as('olga').post('/v2/event/nothing/download', { columns, format: 'csv' })).status).toBe(404);
  });
});
