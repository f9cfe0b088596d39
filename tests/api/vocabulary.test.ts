import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { defineResource } from '@/schema';
import { openLoft } from './support/openLoft';
import type { Person, World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { formOf } from './support/formOf';

const boards = defineResource('boards', {
  service: 'event',
  singular: 'board',
  key: 'boardid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    eventid: f.belongsTo('events'),
    site: f.url(),
    labels: f.tags({ max: 4 }),
    took: f.duration({ unit: 'ms' }),
    tint: f.color(),
    route: f.file({ accept: ['pdf'] }),
    papers: f.file({ multiple: 3, maxBytes: 2000 }),
    photo: f.image({ minWidth: 30 }),
    body: f.richText(),
    intro: f.richText({ i18n: true }),
    distanceids: f.manyToMany('distances', { match: { eventid: 'eventid' } }),
    steps: f.rows({ km: f.decimal({ required: true, min: 0 }), note: f.richText(), proof: f.file({ accept: ['pdf'] }) }, { max: 3 }),
  },
  list: {
    columns: ['name', 'distanceids'],
    filters: ['labels', 'distanceids', 'took', 'site', 'body', 'tint'],
    search: ['name', 'body', 'intro'],
    sort: { took: 'asc' },
  },
  form: { main: ['organizationid', 'name'] },
});

let world: World, alfa: number, beta: number, event: number, ten: number, twenty: number, away: number;
let olga: Person, bruno: Person;
const base = '/v2/event/boards';
const pdf = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << >>\n%%EOF\n');

beforeAll(async () => {
  world = await openLoft(boards);
  const { pool } = world;
  alfa = await add.organization(pool, 'Alfa');
  beta = await add.organization(pool, 'Beta');
  event = await add.event(pool, alfa, 'nocturna');
  [ten, twenty] = [await add.distance(pool, event, '10K'), await add.distance(pool, event, '20K')];
  away = await add.distance(pool, await add.event(pool, beta, 'ajena'), 'AJENA');
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'bruno', [{ org: beta, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
  bruno = world.as('bruno', beta);
});
afterAll(() => world.close());

let count = 0;
const create = async (values: Record<string, unknown>, who = olga) => who.post(base, { name: `Tablero ${(count += 1)}`, ...values });
const made = async (values: Record<string, unknown>) => {
  const { status, body } = await create(values);
  expect({ status, errors: body.errors ?? [] }).toEqual({ status: 201, errors: [] });
  return body;
};
const refused = async (values: Record<string, unknown>, who = olga) => {
  const { status, body } = await create(values, who);
  return { status, errors: body.errors };
};
const find = async (filter: unknown, more = ''): Promise<readonly number[]> => {
  const { status, body } = await olga.get(`${base}?_end=100&filter=${encodeURIComponent(JSON.stringify(filter))}${more}`);
  expect(status).toBe(200);
  return body.map(({ boardid }: { boardid: number }) => boardid);
};
const send = async (data: Buffer, name: string, who = olga) => {
  return world.app.inject({
    method: 'POST',
    url: '/api/upload',
    headers: { authorization: who.authorization },
    payload: formOf({ name: 'file', data, file: name }),
  });
};
const uploaded = async (data: Buffer, name: string, who = olga) =>
  (await send(data, name, who)).json() as { url: string; name: string; size: number; type: string };
const refTo = ({ url, name, size, type }: Awaited<ReturnType<typeof uploaded>>) => ({ url, name, size, type });

describe('addresses, tags, durations and colours', () => {
  test('are kept in one spelling', async () => {
    const kept = await made({
      site: 'WWW.Example.com/Ruta',
      labels: [' VIP ', 'vip', 'Niños', 'ninos', 'dos   palabras'],
      took: 2_530_500,
      tint: ' #ABC ',
    });
    expect(kept).toMatchObject({
      site: 'https://www.example.com/Ruta',
      labels: ['vip', 'niños', 'dos palabras'],
      took: 2_530_500,
      tint: '#aabbcc',
    });
  });
  test('refuse what they cannot be, on their field', async () => {
    const { status, errors } = await refused({
      site: 'javascript:alert(1)',
      labels: ['a', 'b', 'c', 'd', 'e'],
      took: '42:10',
      tint: 'red',
    });
    expect(status).toBe(400);
    expect(Object.fromEntries(errors.map(({ path, message }: any) => [path, message]))).toEqual({
      site: 'Escribe una dirección web válida.',
      labels: 'El máximo es 4.',
      took: 'Escribe la duración como h:mm:ss.',
      tint: 'Escribe el color como #14213d.',
    });
  });
  test('a tag is found in any case, with others, and by its absence', async () => {
    const [press, both, none, empty] = [
      await made({ labels: ['prensa'] }),
      await made({ labels: ['prensa', 'juez'] }),
      await made({}),
      await made({ labels: [] }),
    ];
    const has = { field: 'labels', op: 'has', value: ['PRENSA'] };
    expect(await find(has)).toEqual(expect.arrayContaining([press.boardid, both.boardid]));
    expect(await find({ field: 'labels', op: 'has', value: ['juez', 'prensa'] })).toEqual([both.boardid]);
    expect(await find({ not: has })).not.toContain(press.boardid);
    const blank = await find({ field: 'labels', op: 'null' });
    expect(blank).toEqual(expect.arrayContaining([none.boardid, empty.boardid]));
    expect(blank).not.toContain(press.boardid);
  });
  test('a duration orders lists and is found between two others', async () => {
    const [slow, fast] = [await made({ took: 7_000_001 }), await made({ took: 7_000_000 })];
    const filter = { field: 'took', op: 'between', value: [6_999_999, 7_000_001] };
    expect(await find(filter, '&_sort=took&_order=asc')).toEqual([fast.boardid, slow.boardid]);
    expect(await find(filter, '&_sort=took&_order=desc')).toEqual([slow.boardid, fast.boardid]);
  });
  test('lists that are filtered by what they include have an index for it', async () => {
    const { rows } = await world.pool.query("select indexdef from pg_indexes where tablename = 'boards' and indexdef like '%USING gin%'");
    expect(rows.map(({ indexdef }: any) => /\((\w+)/.exec(indexdef)?.[1])).toEqual(expect.arrayContaining(['labels', 'distanceids']));
  });
});

describe('formatted text', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['<p>Hola<script>alert(1)</script></p>', '<p>Hola</p>'],
    ['<p onclick="alert(1)" style="color:red" class="x" id="y">Hola</p>', '<p>Hola</p>'],
    ['<p>Hola <img src=x onerror=alert(1)></p>', '<p>Hola </p>'],
    ['<p><a href="javascript:alert(1)">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<p><a href="jav&#x09;ascript:alert(1)">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<p><a href=" data:text/html,<script>alert(1)</script>">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<p><a href="//evil.test">Hola</a></p>', '<p><a>Hola</a></p>'],
    ['<svg><g onload="alert(1)"><text>Hola</text></g></svg><p>Adiós</p>', 'Hola<p>Adiós</p>'],
    ['<style>p { background: url(javascript:alert(1)) }</style><p>Hola</p>', '<p>Hola</p>'],
    ['<p>Hola<iframe src="https://evil.test"></iframe><object data=x></object><form action=x><input></form></p>', '<p>Hola</p><p></p>'],
    ['<<script>script>alert(1)<</script>/script><p>Hola</p>', '&lt;/script&gt;<p>Hola</p>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math><p>Hola</p>',
      '<p>Hola</p>',
    ],
    ['<p><strong>Hola', '<p><strong>Hola</strong></p>'],
  ];
  test.each(hostile)('%s is cleaned before it is kept', async (sent, kept) => {
    const { body } = await made({ body: sent });
    expect(body).not.toMatch(/<(?!\/?(p|strong|a)\b)|on\w+\s*=|javascript:|data:/i);
    expect(body).toBe(kept);
  });
  test('is cleaned in each language and inside rows, and when it is changed', async () => {
    const dirty = '<p>Hola<script>alert(1)</script></p>';
    const kept = await made({ intro: { es: dirty, en: '<p onmouseover=x>Hi</p>' }, steps: [{ km: 1, note: dirty }] });
    expect(kept).toMatchObject({ intro: { es: '<p>Hola</p>', en: '<p>Hi</p>' }, steps: [{ km: 1, note: '<p>Hola</p>' }] });
    const changed = await olga.patch(`${base}/${kept.boardid}`, { body: dirty, version: 1 });
    expect(changed.body.body).toBe('<p>Hola</p>');
  });
  test('of which nothing is left is no text', async () => {
    expect(await refused({ body: '<script>alert(1)</script>' })).toMatchObject({ status: 400, errors: [{ path: 'body' }] });
    expect(await refused({ intro: { es: '<p></p>' } })).toMatchObject({ status: 400, errors: [{ path: 'intro.es' }] });
  });
  test('keeps what it may hold', async () => {
    const whole =
      '<h2>Ruta</h2><ul><li><p>Uno <em>y</em> <strong>dos</strong></p></li></ul><ol start="3"><li><p>Tres</p></li></ol><blockquote><p><a href="mailto:a@example.com">correo</a> <a href="https://example.com/?a=1&amp;b=2">página</a></p></blockquote><hr />';
    expect((await made({ body: whole })).body).toBe(whole);
  });
  test('is searched by its words and not by its tags', async () => {
    const { boardid } = await made({ body: '<p>Zona de <strong>hidra</strong>tación Ñandú</p>' });
    const search = async (words: string) => (await olga.get(`${base}?q=${encodeURIComponent(words)}`)).body.map((row: any) => row.boardid);
    expect(await search('nandu')).toEqual([boardid]);
    expect(await search('strong')).toEqual([]);
    expect(await find({ field: 'body', op: 'contains', value: 'ñandú' })).toEqual([boardid]);
  });
});

describe('files', () => {
  test('are known by what they hold, kept under their name and only ever saved', async () => {
    const kept = await uploaded(pdf, 'Ruta día 1.pdf');
    expect(kept).toMatchObject({
      url: expect.stringMatching(/^\/api\/upload\/[\w-]{24}\.pdf$/),
      name: 'Ruta día 1.pdf',
      type: 'application/pdf',
      size: pdf.length,
    });
    const served = await world.app.inject({ url: kept.url });
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(served.headers['content-disposition']).toBe(
      `attachment; filename="${kept.url.slice(12)}"; filename*=UTF-8''Ruta%20d%C3%ADa%201.pdf`,
    );
    expect(served.rawPayload.equals(pdf)).toBe(true);
  });
  test('a table in text is one when it is called so and holds only text', async () => {
    expect(await uploaded(Buffer.from('nombre,número\nAna,1\n'), 'lista.csv')).toMatchObject({ type: 'text/csv', name: 'lista.csv' });
    expect((await send(Buffer.from('nombre\0'), 'lista.csv')).statusCode).toBe(415);
    expect((await send(Buffer.from('<script>alert(1)</script>'), 'lista.csv')).statusCode).toBe(415);
    expect((await send(Buffer.from('nombre'), 'lista.txt')).statusCode).toBe(415);
    expect((await send(Buffer.from('MZ\u0090'), 'lista.pdf')).statusCode).toBe(415);
  });
  test('a picture called a document is still a picture', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#333' } })
      .png()
      .toBuffer();
    expect(await uploaded(png, 'a.pdf')).toMatchObject({ type: 'image/png', url: expect.stringMatching(/\.png$/) });
  });
  test('documents may be larger than pictures', async () => {
    expect((await send(Buffer.concat([pdf, Buffer.alloc(3_000_000, 0x20)]), 'grande.pdf')).statusCode).toBe(201);
    expect((await send(Buffer.concat([pdf, Buffer.alloc(21_000_000, 0x20)]), 'enorme.pdf')).statusCode).toBe(413);
  });
  test('a record says what the upload is, not what was sent', async () => {
    const kept = await uploaded(pdf, 'ruta.pdf');
    const row = await made({
      route: { ...refTo(kept), name: 'factura.exe', size: 1, type: 'text/html' },
      steps: [{ km: 1, proof: { ...refTo(kept), name: 'otra' } }],
    });
    expect(row.route).toEqual(refTo(kept));
    expect(row.steps[0].proof).toEqual(refTo(kept));
  });
  test('a record points only to what its organization uploaded', async () => {
    const theirs = refTo(await uploaded(pdf, 'ajeno.pdf', bruno));
    const upload = { code: 'UPLOAD_NOT_FOUND', message: 'El archivo no existe o no es de tu organización.' };
    expect(await refused({ route: theirs })).toEqual({ status: 400, errors: [{ path: 'route', ...upload }] });
    expect(await refused({ papers: [refTo(await uploaded(pdf, 'mio.pdf')), theirs] })).toEqual({
      status: 400,
      errors: [{ path: 'papers.1', ...upload }],
    });
    expect(await refused({ steps: [{ km: 1, proof: theirs }] })).toEqual({ status: 400, errors: [{ path: 'steps.0.proof', ...upload }] });
    expect(await refused({ route: { ...theirs, url: '/api/upload/nothing.pdf' } })).toEqual({
      status: 400,
      errors: [{ path: 'route', ...upload }],
    });
    expect((await create({ route: theirs }, bruno)).status).toBe(201);
  });
  test('kind and size are those of the field', async () => {
    const large = refTo(await uploaded(Buffer.concat([pdf, Buffer.alloc(3000, 0x20)]), 'larga.pdf'));
    expect(await refused({ papers: [large] })).toMatchObject({
      status: 400,
      errors: [{ path: 'papers.0', code: 'TOO_LARGE' }],
    });
    expect(await refused({ route: refTo(await uploaded(Buffer.from('a,b\n'), 'a.csv')) })).toMatchObject({
      status: 400,
      errors: [{ path: 'route.url' }],
    });
    const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#333' } })
      .png()
      .toBuffer();
    expect(await refused({ photo: (await uploaded(small, 'a.png')).url })).toMatchObject({
      status: 400,
      errors: [{ path: 'photo', message: 'La imagen mide menos de lo necesario.' }],
    });
    expect(await refused({ photo: (await uploaded(await sharp(small).resize(40).toBuffer(), 'a.png', bruno)).url })).toMatchObject({
      status: 400,
      errors: [{ path: 'photo' }],
    });
    expect((await create({ photo: (await uploaded(await sharp(small).resize(40).png().toBuffer(), 'a.png')).url })).status).toBe(201);
  });
});

describe('a write by multipart', () => {
  type Part = readonly [name: string, value: string] | readonly [name: string, file: Buffer, filename: string];
  const write = async (method: 'POST' | 'PATCH', url: string, parts: readonly Part[], who = olga) => {
    const form = new FormData();
    for (const [name, value, filename] of parts)
      form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], filename!));
    const asked = new Request('http://x', { method: 'POST', body: form });
    const answer = await world.app.inject({
      method,
      url,
      headers: { authorization: who.authorization, 'content-type': asked.headers.get('content-type')! },
      payload: Buffer.from(await asked.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json() as any };
  };
  const stored = async (): Promise<number> =>
    Number((await world.pool.query('select (select count(*) from uploads) + (select count(*) from stored_objects) as n')).rows[0].n);
  const values = (more: object = {}): Part => ['data', JSON.stringify({ name: `Tablero ${(count += 1)}`, tint: '#abc', ...more })];
  const picture = () =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();

  test('carries the values as JSON and each file in the part of its field', async () => {
    const { status, body } = await write('POST', base, [
      ['photo', await picture(), 'foto.png'],
      values(),
      ['papers', pdf, 'uno.pdf'],
      ['papers', pdf, 'dos.pdf'],
      ['route', pdf, 'ruta.pdf'],
    ]);
    expect({ status, errors: body.errors }).toEqual({ status: 201 });
    expect(body).toMatchObject({
      tint: '#aabbcc',
      photo: expect.stringMatching(/^\/api\/upload\/.+\.png$/),
      route: { name: 'ruta.pdf', type: 'application/pdf' },
      papers: [{ name: 'uno.pdf' }, { name: 'dos.pdf' }],
    });
    expect((await world.app.inject({ url: body.papers[1].url })).rawPayload).toEqual(pdf);

    const changed = await write('PATCH', `${base}/${body.boardid}`, [
      ['data', JSON.stringify({ version: body.version, papers: [body.papers[0]] })],
      ['papers', pdf, 'tres.pdf'],
    ]);
    expect(changed.body.papers.map(({ name }: any) => name)).toEqual(['uno.pdf', 'tres.pdf']);
    expect(changed.body).toMatchObject({ tint: '#aabbcc', photo: body.photo });
  });

  test.each<[string, () => Promise<readonly Part[]>, number, string]>([
    ['a file that is not such as the field takes', async () => [values(), ['route', await picture(), 'ruta.png']], 400, 'route'],
    ['a file that nobody knows', async () => [values(), ['papers', Buffer.from([0, 1, 2, 3]), 'x.exe']], 415, 'papers'],
    ['a value that is wrong, after the files came', async () => [['route', pdf, 'ruta.pdf'], values({ tint: 'red' })], 400, 'tint'],
    ['a file for a field that holds none', async () => [values(), ['route', pdf, 'ruta.pdf'], ['name', pdf, 'n.pdf']], 400, 'name'],
    [
      'values that are not JSON',
      async () => [
        ['route', pdf, 'ruta.pdf'],
        ['data', '{'],
      ],
      400,
      'data',
    ],
    ['a part that is not known', async () => [['name', 'Tablero']], 400, 'name'],
  ])('says on its field what is wrong with %s, and keeps nothing', async (_what, parts, status, path) => {
    const before = await stored();
    const answer = await write('POST', base, await parts());
    expect({ status: answer.status, paths: answer.body.errors.map((each: any) => each.path) }).toEqual({ status, paths: [path] });
    expect(await stored()).toBe(before);
  });

  test('is refused to anyone who may not write, and nothing of it is kept', async () => {
    const { body } = await write('POST', base, [values()]);
    const before = await stored();
    expect(
      (
        await write(
          'PATCH',
          `${base}/${body.boardid}`,
          [
            ['data', JSON.stringify({ version: 1 })],
            ['route', pdf, 'ruta.pdf'],
          ],
          bruno,
        )
      ).status,
    ).toBe(404);
    expect((await write('POST', base, [values(), ['route', pdf, 'ruta.pdf']], { ...olga, authorization: 'Bearer x' })).status).toBe(401);
    expect(await stored()).toBe(before);
  });

  test('is what OpenAPI says', async () => {
    const { paths } = (await world.app.inject({ url: '/v2/event/openapi.json' })).json() as any;
    const { content } = paths['/boards'].post.requestBody;
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
    expect(Object.keys(content['multipart/form-data'].schema.properties)).toEqual(['data', 'route', 'papers', 'photo']);
  });
});

describe('sets of references', () => {
  test('are kept without order and read with their titles in one query', async () => {
    const row = await made({ eventid: event, distanceids: [twenty, ten, twenty] });
    expect(row).toMatchObject({
      distanceids: [ten, twenty],
      distances: [
        { distanceid: ten, title: '10K' },
        { distanceid: twenty, title: '20K' },
      ],
    });
    const { body } = await olga.query(
      'event',
      `{ boards(filter: { field: "boardid", op: "eq", value: ${row.boardid} }) { items { boardid distanceids distances { distanceid title } } total } board(boardid: ${row.boardid}) { distances { title } } }`,
    );
    expect(body).toEqual({
      data: {
        boards: {
          total: 1,
          items: [
            {
              boardid: row.boardid,
              distanceids: [ten, twenty],
              distances: [
                { distanceid: ten, title: '10K' },
                { distanceid: twenty, title: '20K' },
              ],
            },
          ],
        },
        board: { distances: [{ title: '10K' }, { title: '20K' }] },
      },
    });
  });
  test('are found by what they include', async () => {
    const row = await made({ distanceids: [twenty] });
    expect(await find({ field: 'distanceids', op: 'has', value: [twenty] })).toContain(row.boardid);
    expect(await find({ field: 'distanceids', op: 'has', value: [ten, twenty] })).not.toContain(row.boardid);
    expect(await find({ field: 'distanceids', op: 'null' })).not.toContain(row.boardid);
  });
  test('link only what the person sees and what belongs together', async () => {
    const reference = { code: 'INVALID_REFERENCE', message: 'El registro elegido no existe o no corresponde.' };
    for (const distanceids of [[away], [ten, away], [999_999]])
      expect(await refused({ distanceids })).toEqual({ status: 400, errors: [{ path: 'distanceids', ...reference }] });
    const other = await add.event(world.pool, alfa, `otra-${(count += 1)}`);
    expect(await refused({ eventid: other, distanceids: [ten] })).toEqual({ status: 400, errors: [{ path: 'distanceids', ...reference }] });
  });
  test('judge what is added, and everything when what they must match moves', async () => {
    const row = await made({ eventid: event, distanceids: [ten] });
    await world.pool.query('update boards set distanceids = $2 where boardid = $1', [row.boardid, [ten, away]]);
    const kept = await olga.patch(`${base}/${row.boardid}`, { distanceids: [ten, twenty, away], version: row.version });
    expect(kept.body.distances).toEqual([
      { distanceid: ten, title: '10K' },
      { distanceid: twenty, title: '20K' },
      { distanceid: away, title: null },
    ]);
    const other = await add.event(world.pool, alfa, `mudada-${(count += 1)}`);
    expect((await olga.patch(`${base}/${row.boardid}`, { eventid: other, version: kept.body.version })).status).toBe(400);
  });
  test('the same set in another order changes nothing, and a change tells both sets', async () => {
    const row = await made({ eventid: event, distanceids: [ten] });
    const changed = await olga.patch(`${base}/${row.boardid}`, { distanceids: [twenty, ten], version: row.version });
    await olga.patch(`${base}/${row.boardid}`, { distanceids: [ten, twenty], version: changed.body.version });
    const { items } = (await olga.get(`${base}/${row.boardid}/history`)).body;
    expect(items.flatMap(({ changes }: any) => changes).filter(({ field, old }: any) => field === 'distanceids' && old)).toEqual([
      { field: 'distanceids', old: [ten], new: [ten, twenty], titles: { [ten]: '10K', [twenty]: '20K' } },
    ]);
  });
  test('what they name cannot be removed, by the product or past it', async () => {
    const gone = await add.distance(world.pool, event, `D${(count += 1)}`);
    const row = await made({ eventid: event, distanceids: [gone] });
    expect((await olga.remove(`/v2/event/distances/${gone}`, { version: 1 })).status).toBe(409);
    await expect(world.pool.query('delete from distances where distanceid = $1', [gone])).rejects.toMatchObject({
      code: '23503',
      constraint: 'boards_distanceids_fk',
    });
    await expect(
      world.pool.query('update boards set distanceids = $2 where boardid = $1', [row.boardid, [gone, 999_999]]),
    ).rejects.toMatchObject({ code: '23503' });
    await expect(world.pool.query('update boards set distanceids = $2 where boardid = $1', [row.boardid, [null]])).rejects.toMatchObject({
      code: '23503',
    });
    await olga.patch(`${base}/${row.boardid}`, { distanceids: [], version: row.version });
    expect((await olga.remove(`/v2/event/distances/${gone}`, { version: 1 })).status).toBe(200);
  });
});

describe('rows of small objects', () => {
  test('are judged member by member, and errors say where', async () => {
    expect((await refused({ steps: [{ km: 1 }, { km: -1, more: 2 }, {}] })).errors.map(({ path }: any) => path).sort()).toEqual([
      'steps.1.km',
      'steps.1.more',
      'steps.2.km',
    ]);
    expect(await refused({ steps: Array.from({ length: 4 }, () => ({ km: 1 })) })).toMatchObject({
      status: 400,
      errors: [{ path: 'steps', message: 'El máximo es 3.' }],
    });
  });
  test('keep their order', async () => {
    const row = await made({ steps: [{ km: 2 }, { km: 1 }] });
    expect(
      (await olga.patch(`${base}/${row.boardid}`, { steps: [{ km: 1 }, { km: 2 }], version: 1 })).body.steps.map(({ km }: any) => km),
    ).toEqual([1, 2]);
  });
});

test('OpenAPI tells what each of them is', async () => {
  const { components } = (await world.app.inject({ url: '/v2/event/openapi.json' })).json();
  const { properties } = components.schemas.Board;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['distances', 'distanceids', 'steps', 'route', 'body']));
  expect(properties.distances).toMatchObject({ anyOf: [{ type: 'array', items: { required: ['distanceid'] } }, { type: 'null' }] });
  expect(JSON.stringify(components.schemas.BoardInput.properties.steps)).toContain('"km"');
});
