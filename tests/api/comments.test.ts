import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { takesComments } from '@/schema';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, house: number, event: Record<string, number>, inscription: number;
let olga: Person, fina: Person, kira: Person, spon: Person, boss: Person, far: Person;
const userids: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  house = await add.organization(pool, 'Casa');
  const other = await add.organization(pool, 'Otra casa');
  event = await addEvent(pool, house, 'platica-2030', 'sur');
  inscription = event['inscriptions']!;
  const person = async (name: string, org: number, profile: string): Promise<Person> => {
    userids[name] = await addPerson(pool, name, [{ org, profile, regions: profile === 'super-admin' ? ['national'] : [] }]);
    return world.as(name, org);
  };
  [olga, fina, kira, spon, boss, far] = [
    await person('olga', house, 'organizer'),
    await person('fina', house, 'finance'),
    await person('kira', house, 'kit-delivery'),
    await person('spon', house, 'sponsor-viewer'),
    await person('boss', company, 'super-admin'),
    await person('far', other, 'organizer'),
  ];
});
afterAll(() => world.close());

const at = '/v2/general/comments';
const write = (as: Person, more: object = {}) =>
  as.post(at, { resource: 'inscriptions', recordid: inscription, text: 'Falta su responsiva', ...more });
const listOf = async (as: Person, resource = 'inscriptions', recordid = inscription): Promise<any[]> => {
  const filter = {
    and: [
      { field: 'resource', op: 'eq', value: resource },
      { field: 'recordid', op: 'eq', value: recordid },
    ],
  };
  return (await as.get(`${at}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body;
};
const textsOf = async (as: Person): Promise<readonly string[]> => (await listOf(as)).map(({ text }) => text);
const waitingOf = async (as: Person): Promise<readonly any[]> =>
  (await as.get('/v2/general/inbox')).body.items.filter((item: any) => item.wait === 'mentioned');
const nobody = 9_999_999;

describe('a comment', () => {
  test('is read by those who may see its record, with its author, and by nobody else', async () => {
    const { status, body } = await write(olga);
    expect({ status, body }).toMatchObject({ status: 201, body: { text: 'Falta su responsiva', userid: userids['olga'] } });
    for (const reader of [olga, fina, kira, boss]) expect(await textsOf(reader)).toEqual(['Falta su responsiva']);
    for (const reader of [spon, far]) {
      expect(await textsOf(reader)).toEqual([]);
      expect((await reader.get(`${at}/${body.commentid}`)).status).toBe(404);
      expect((await reader.get(`${at}/${body.commentid}/history`)).status).toBe(404);
    }
    const one = await kira.get(`${at}/${body.commentid}`);
    expect(one.body).toMatchObject({ user: { title: expect.stringMatching(/olga/i) } });
  });
  test('about something that its author cannot see is refused, whether or not there is such a thing', async () => {
    const refusals = [
      await write(spon),
      await write(far),
      await write(olga, { recordid: nobody }),
      await write(olga, { resource: 'nothing' }),
      await write(olga, { resource: 'comments', recordid: 1 }),
      await write(olga, { resource: 'countries', recordid: 1 }),
    ];
    for (const { status, body } of refusals)
      expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ path: 'recordid', code: 'INVALID_REFERENCE' }] });
    expect((await write(olga, { text: '' })).status).toBe(400);
  });
  test('is changed and removed by its author alone, and the log keeps what it said', async () => {
    const { body } = await write(fina, { text: 'Ya pagó' });
    for (const other of [olga, boss]) {
      expect((await other.patch(`${at}/${body.commentid}`, { version: 1, text: 'No pagó' })).status).toBe(403);
      expect((await other.remove(`${at}/${body.commentid}`, { version: 1 })).status).toBe(403);
    }
    expect((await fina.patch(`${at}/${body.commentid}`, { version: 1, text: 'Ya pagó todo' })).status).toBe(200);
    expect((await fina.patch(`${at}/${body.commentid}`, { version: 1, text: 'Tarde' })).status).toBe(409);
    expect((await fina.patch(`${at}/${body.commentid}`, { version: 2, recordid: 1 })).status).toBe(400);
    const { body: history } = await olga.get(`${at}/${body.commentid}/history`);
    expect(history.items[0]).toMatchObject({
      verb: 'edit',
      changes: expect.arrayContaining([{ field: 'text', old: 'Ya pagó', new: 'Ya pagó todo' }]),
    });
    expect((await fina.remove(`${at}/${body.commentid}`, { version: 2 })).status).toBeLessThan(300);
    expect(await textsOf(fina)).not.toContain('Ya pagó todo');
    const { rows } = await world.pool.query(
      `select before ->> 'text' as text from audits where resource = 'comments' and recordid = $1 and verb = 'delete'`,
      [body.commentid],
    );
    expect(rows).toEqual([{ text: 'Ya pagó todo' }]);
  });
  test('of the company about a record of an organization is read there', async () => {
    await write(boss, { text: 'Revisado por la compañía' });
    expect(await textsOf(olga)).toContain('Revisado por la compañía');
  });
  test('is no longer changed by an author who stopped seeing the record', async () => {
    const { body } = await write(kira, { text: 'Entregado' });
    await world.pool.query(`update memberships set event_scope = 'selected' where userid = $1`, [userids['kira']]);
    await world.pool.query('update access_stamp set stamp = stamp + 1');
    expect((await kira.patch(`${at}/${body.commentid}`, { version: 1, text: 'Otra cosa' })).status).toBe(404);
    await world.pool.query(`update memberships set event_scope = 'all' where userid = $1`, [userids['kira']]);
    await world.pool.query('update access_stamp set stamp = stamp + 1');
  });
  test('holds files that its author uploaded, and no others', async () => {
    const form = new FormData();
    form.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'lista.csv');
    const encoded = new Response(form);
    const sent = await world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: olga.authorization, 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    const { url, name, size, type } = sent.json<Record<string, unknown>>();
    const file = { url, name, size, type };
    expect((await write(olga, { files: [file] })).body.files).toEqual([file]);
    expect((await write(olga, { files: [{ ...file, url: '/api/upload/ajena.csv' }] })).status).toBe(400);
  });
});

describe('a mention', () => {
  test('is offered of members who see the record, by part of their name, and of nobody else', async () => {
    const people = async (as: Person, q: string): Promise<readonly number[]> =>
      (await as.get(`${at}/people?resource=inscriptions&recordid=${inscription}&q=${encodeURIComponent(q)}`)).body.items.map(
        ({ userid }: any) => userid,
      );
    expect(await people(olga, 'FÍN')).toEqual([userids['fina']]);
    expect(await people(olga, '')).toEqual(expect.arrayContaining([userids['fina'], userids['kira']]));
    for (const hidden of ['spon', 'far', 'boss', 'olga']) expect(await people(olga, hidden)).toEqual([]);
    expect(await people(boss, 'fina')).toEqual([userids['fina']]);
    for (const stranger of [spon, far])
      expect((await stranger.get(`${at}/people?resource=inscriptions&recordid=${inscription}&q=`)).status).toBe(404);
    expect((await olga.get(`${at}/people?resource=inscriptions`)).status).toBe(400);
  });
  test('of somebody who does not see the record is refused like one of nobody', async () => {
    for (const who of [userids['spon'], userids['far'], nobody]) {
      const { status, body } = await write(olga, { mentioned_userids: [who] });
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ path: 'mentioned_userids', code: 'INVALID_REFERENCE' }],
      });
    }
  });
  test('waits in the inbox of the person until it is read, in the letter of the day too, and of nobody else', async () => {
    const { body } = await write(olga, { text: '@Fina ¿lo revisas?', mentioned_userids: [userids['fina']] });
    expect(await waitingOf(fina)).toMatchObject([
      { resource: 'comments', id: body.commentid, row: { text: '@Fina ¿lo revisas?', resource: 'inscriptions', recordid: inscription } },
    ]);
    for (const other of [olga, kira, boss, far]) expect(await waitingOf(other)).toEqual([]);
    expect((await fina.get('/v2/general/inbox/count')).body).toMatchObject({ unread: 1 });
    await fina.post('/v2/general/inbox/read', { items: [{ resource: 'comments', wait: 'mentioned', id: body.commentid }], read: true });
    expect(await waitingOf(fina)).toEqual([]);
    expect((await fina.get('/v2/general/inbox/count')).body).toMatchObject({ total: 0, unread: 0 });
  });
  test('no longer waits for a person who may not see the record any more', async () => {
    await write(olga, { text: 'Kira, por favor', mentioned_userids: [userids['kira']] });
    expect(await waitingOf(kira)).toHaveLength(1);
    await world.pool.query(`update memberships set event_scope = 'selected' where userid = $1`, [userids['kira']]);
    await world.pool.query('update access_stamp set stamp = stamp + 1');
    expect(await waitingOf(kira)).toEqual([]);
  });
});

test('records that people edit or act upon take comments, and catalogs, logs and personal settings do not', () => {
  const taking = registry.all.filter(takesComments).map(({ name }) => name);
  expect(taking).toEqual(expect.arrayContaining(['coupons', 'events', 'inscriptions', 'payments', 'stores', 'web_users']));
  for (const name of ['countries', 'saved_views', 'inscription_log', 'comments', 'wallet_movements']) expect(taking).not.toContain(name);
});
