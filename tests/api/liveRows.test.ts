import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '../../server/auth/sessions';
import type { Database } from '../../server/database/openDatabase';
import { openSignals, type Signals } from '../../server/jobs/openSignals';
import { openTestDatabase, testServer } from '../support/database';
import { eventually } from '../support/eventually';
import { openWorldOn, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let database: Database, signals: Signals, world: World, base: string;
let org: number, other: number, open: number, closed: number, mine: number, far: number, theirs: number;

beforeAll(async () => {
  database = await openTestDatabase({ holding: 'reference' });
  const server = testServer();
  let direct: string | undefined;
  let isListening = server === undefined;
  if (server) {
    const { rows } = await database.pool.query('select current_database() as name');
    const url = new URL(server);
    url.pathname = `/${rows[0].name}`;
    direct = url.href;
  }
  signals = openSignals(database, direct);
  signals.on(({ to }) => {
    if (to === 'everybody') isListening = true;
  });
  world = await openWorldOn(database, { signals });
  const { pool } = world;
  org = await add.organization(pool, 'Alfa');
  other = await add.organization(pool, 'Beta');
  const registration = async (eventid: number, name: string): Promise<number> =>
    add.inscription(pool, eventid, await add.distance(pool, eventid, '10K'), await add.athlete(pool, name), { status: 'paid' });
  open = await add.event(pool, org, 'abierta');
  closed = await add.event(pool, org, 'ajena');
  mine = await registration(open, 'Ana');
  far = await registration(closed, 'Eva');
  theirs = await registration(await add.event(pool, other, 'de-beta'), 'Ivo');
  await addPerson(pool, 'olga', [{ org, profile: 'organizer' }]);
  await addPerson(pool, 'mesa', [{ org, profile: 'kit-delivery' }]);
  await addPerson(pool, 'web', [{ org, profile: 'web-editor' }]);
  await addPerson(pool, 'beto', [{ org: other, profile: 'organizer' }]);
  await addPerson(pool, 'sola', [{ org, profile: 'kit-delivery', events: [open] }]);
  await addPerson(pool, 'fuera', [{ org, profile: 'organizer' }]);
  await addPerson(pool, 'baja', [{ org, profile: 'organizer' }]);
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
  await eventually(() => {
    if (!isListening) throw new Error('nobody listens yet');
  });
});
afterAll(async () => {
  await signals.close();
  world.app.server.closeAllConnections(); // the browser keeps its connections, and the server would wait 72 s for them
  await world.close();
});

const follow = async (who: string, organizationid = org) => {
  const over = new AbortController();
  const { authorization } = world.as(who, organizationid);
  const response = await fetch(`${base}/v2/general/live`, { signal: over.signal, headers: { authorization } });
  let text = '',
    isOver = false;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
  })()
    .catch(() => {})
    .finally(() => (isOver = true));
  await eventually(() => expect(text).toContain('event: ready'));
  const page = /"page":"([^"]+)"/.exec(text)?.[1] ?? '';
  const events = (name: string): any[] =>
    [...text.matchAll(new RegExp(`event: ${name}\ndata: (.*)\n`, 'g'))].map(([, data]) => JSON.parse(data!));
  return {
    page,
    text: () => text,
    rows: () => events('rows').flat(),
    presence: () => events('presence'),
    overs: () => events('over').length,
    isOver: () => isOver,
    leave: () => over.abort(),
  };
};
type Page = Awaited<ReturnType<typeof follow>>;
const heardIds = (page: Page, resource: string): number[] => page.rows().flatMap((row) => (row.resource === resource ? row.ids : []));
const touch = (id: number, note = 'nota secreta'): Promise<unknown> =>
  world.pool.query('update inscriptions set comment = $2 where inscriptionid = $1', [id, note]);
/** A last change that everybody here hears, after which nothing earlier is still on its way. */
const settle = async (pages: readonly Page[]): Promise<void> => {
  const { rows } = await world.pool.query(`update countries set name = name returning countryid`);
  expect(rows.length).toBeGreaterThan(0);
  await eventually(() => {
    for (const page of pages) expect(page.rows().some(({ resource }) => resource === 'countries')).toBe(true);
  });
};

describe('changed rows', () => {
  test('are heard by the people who may see them and by nobody else, without what they contain', async () => {
    const pages = { olga: await follow('olga'), beto: await follow('beto', other), sola: await follow('sola'), web: await follow('web') };
    await touch(mine);
    await touch(far);
    await touch(theirs);
    await eventually(() => expect(new Set(heardIds(pages.olga, 'inscriptions'))).toEqual(new Set([mine, far])));
    await settle(Object.values(pages));
    expect(new Set(heardIds(pages.beto, 'inscriptions'))).toEqual(new Set([theirs]));
    expect(new Set(heardIds(pages.sola, 'inscriptions'))).toEqual(new Set([mine]));
    expect(heardIds(pages.web, 'inscriptions')).toEqual([]);
    for (const page of Object.values(pages)) {
      expect(page.text()).not.toMatch(/secreta|Ana|García/);
      page.leave();
    }
  });

  test('name the event, so that a list of another one is not read again', async () => {
    const page = await follow('olga');
    await touch(mine);
    await eventually(() => expect(page.rows().find(({ resource }) => resource === 'inscriptions')?.eventids).toEqual([open]));
    page.leave();
  });

  test('that were rolled back are not heard', async () => {
    const page = await follow('olga');
    const client = await world.pool.connect();
    await client.query('begin');
    await client.query('update inscriptions set comment = $2 where inscriptionid = $1', [far, 'no']);
    await client.query('rollback');
    client.release();
    await touch(mine);
    await settle([page]);
    expect(heardIds(page, 'inscriptions')).not.toContain(far);
    page.leave();
  });

  test('of a statement over very many rows name their event alone', async () => {
    const page = await follow('olga');
    const { rows } = await world.pool.query('select distanceid from inscriptions where inscriptionid = $1', [mine]);
    await world.pool.query(
      `insert into inscriptions (eventid, distanceid, folio, qr_token, first_name, last_name, gender, status, web_userid)
       select $1, $2, 'N' || g, 'n' || g, 'Nadie', 'Más', 'F', 'started', (select min(web_userid) from web_users) from generate_series(1, 90) g`,
      [open, rows[0].distanceid],
    );
    await eventually(() =>
      expect(page.rows().find(({ resource, ids }) => resource === 'inscriptions' && ids === undefined)).toEqual({
        resource: 'inscriptions',
        eventids: [open],
      }),
    );
    page.leave();
  });

  test('move the mark that pages without a stream compare', async () => {
    const mark = async (): Promise<string> => (await world.as('olga', org).get('/v2/general/live/mark')).body.mark;
    const before = await mark();
    expect(await mark()).toBe(before);
    await touch(mine);
    await eventually(async () => expect(await mark()).not.toBe(before));
    expect((await world.app.inject({ url: '/v2/general/live/mark' })).statusCode).toBe(401);
  });
});

describe('a stream ends', () => {
  test('when its person signs out', async () => {
    const page = await follow('fuera');
    await createSessions(world.pool, 60_000, 60_000).revoke('sid-fuera');
    await eventually(() => expect(page.isOver()).toBe(true));
  });
  test('when its person is no member any more', async () => {
    const page = await follow('baja');
    await world.pool.query(
      `update memberships set status = 'revoked' where userid = (select userid from users where asdeporteid = 'baja')`,
    );
    await eventually(() => expect(page.isOver()).toBe(true));
  });
  test('when the same person opens more than ten, the oldest first, and says so', async () => {
    const pages: Page[] = [];
    for (let count = 0; count < 11; count += 1) pages.push(await follow('mesa'));
    await eventually(() => expect(pages[0]!.isOver()).toBe(true));
    expect(pages[0]!.overs()).toBe(1);
    expect(pages.slice(1).some((page) => page.isOver())).toBe(false);
    for (const page of pages) page.leave();
  });
});

describe('who else has a record open', () => {
  const place = (who: string, page: string, record: object | null, organizationid = org) =>
    world.as(who, organizationid).post('/v2/general/live/place', { page, record });
  const record = (id: number, isEditing = false) => ({ resource: 'inscriptions', id, isEditing });

  test('is said by name to the people of the organization who have it open, and taken back when they leave', async () => {
    const [olga, mesa, web] = [await follow('olga'), await follow('mesa'), await follow('web')];
    expect((await place('olga', olga.page, record(mine))).status).toBe(204);
    expect((await place('mesa', mesa.page, record(mine))).status).toBe(204);
    await eventually(() =>
      expect(olga.presence().at(-1)).toMatchObject({ id: mine, people: [{ name: expect.stringContaining('mesa'), isEditing: false }] }),
    );
    await eventually(() => expect(mesa.presence().at(-1)?.people).toHaveLength(1));
    await place('mesa', mesa.page, record(mine, true));
    await eventually(() => expect(olga.presence().at(-1)?.people).toMatchObject([{ isEditing: true }]));
    mesa.leave();
    await eventually(() => expect(olga.presence().at(-1)?.people).toEqual([]));
    expect(web.presence()).toEqual([]);
    olga.leave();
    web.leave();
  });

  test('is not said of a page that somebody else opened', async () => {
    const [olga, mesa] = [await follow('olga'), await follow('mesa')];
    await place('olga', olga.page, record(far));
    await place('mesa', olga.page, record(mine)); // the page of olga, in the name of mesa
    await place('mesa', mesa.page, record(far));
    await eventually(() => expect(olga.presence().at(-1)?.people).toHaveLength(1));
    expect(olga.presence().at(-1)?.id).toBe(far);
    olga.leave();
    mesa.leave();
  });

  test.each([
    ['a record of another organization', 'olga', () => record(theirs), 404],
    ['a record of an event that is not theirs', 'sola', () => record(far), 404],
    ['a kind of record without a key', 'web', () => record(mine), 404],
    ['a resource that does not exist', 'olga', () => ({ resource: 'secrets', id: 1, isEditing: false }), 404],
    ['something else', 'olga', () => ({ resource: 'inscriptions', id: 'uno', isEditing: false }), 400],
  ])('is refused for %s', async (_what, who, of, status) => {
    const page = await follow(who as string);
    expect((await place(who as string, page.page, (of as () => object)())).status).toBe(status);
    page.leave();
  });
});

describe('the page of a follow-up link', () => {
  const visitOf = async (token: string): Promise<string> =>
    (await world.app.inject({ method: 'POST', url: '/api/followup', payload: { token } })).json<{ readonly visit: string }>().visit;
  const stream = (payload: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${base}/api/followup/live`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      ...(signal && { signal }),
    });
  test('hears that something of its event moved, and not what; a link that nobody made hears nothing', async () => {
    const opened = await world.as('olga', org).post('/v2/event/followup_links/actions/open', {
      input: { eventid: open, title: 'Patrocinador', expires_at: new Date(Date.now() + 86_400_000).toISOString() },
    });
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    const token = String(opened.body.result.link).replace('/followup/', '');
    expect((await stream({ token: 'nothing', visit: 'nothing' })).status).toBe(404);
    const over = new AbortController();
    const response = await stream({ token, visit: await visitOf(token) }, over.signal);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    let text = '';
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
    })().catch(() => {});
    await eventually(() => expect(text).toContain('event: ready'));
    const witness = await follow('olga');
    await touch(far);
    await settle([witness]);
    expect(text).not.toContain('event: moved');
    await touch(mine);
    await eventually(() => expect(text).toContain('event: moved\ndata: {}\n\n'));
    expect(text).not.toMatch(/inscription|secreta/);
    over.abort();
    witness.leave();
  });
});
