import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, org: number, event: Readonly<Record<string, number>>, foreign: Readonly<Record<string, number>>;
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'propia');
  const other = await add.organization(world.pool, 'otra');
  event = await addEvent(world.pool, org, 'propio', 'centro');
  foreign = await addEvent(world.pool, other, 'ajeno', 'centro');
  await addPerson(world.pool, 'organizer', [{ org, profile: 'organizer' }]);
  await addPerson(world.pool, 'sponsor', [{ org, profile: 'sponsor-viewer' }]);
});
afterAll(() => world.close());

const open = async (input: object = {}, who = 'organizer') =>
  world.as(who, org).post('/v2/event/followup_links/actions/open', {
    input: { eventid: event['events'], title: 'Patrocinador', expires_at: inAWeek, ...input },
  });
const tokenOf = async (input: object = {}): Promise<string> => {
  const { status, body } = await open(input);
  expect(status).toBe(200);
  return String(body.result.link).replace('/followup/', '');
};
const look = async (payload: object) => {
  const reply = await world.app.inject({ method: 'POST', url: '/api/followup', payload });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
};

describe('a follow-up link', () => {
  test('shows counts of its event to anyone who has it, and nothing that says who anybody is', async () => {
    const { status, body, headers } = await look({ token: await tokenOf() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Patrocinador',
      active: 1,
      statuses: { active: 1, hold: 0, out: 0 },
      distances: [{ name: '10 km', active: 1 }],
      delivery: { delivered: 0, pending: 1 },
    });
    expect(JSON.stringify({ ...body, visit: 'any' })).not.toMatch(/@|Ana|Ríos|5550000001/); // the visit is random and may hold such letters
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('shows no more than what was chosen', async () => {
    const { body } = await look({ token: await tokenOf({ kind: 'delivery_progress', fields: ['delivery', 'distances'] }) });
    expect(Object.keys(body).sort()).toEqual(['active', 'delivery', 'event', 'title', 'visit']);
  });

  test('of each kind shows what it is about, and says when that would be nothing', async () => {
    await world.pool.query("update inscriptions set exoneration_status = 'signed', checked_in_at = now() where eventid = $1", [
      event['events'],
    ]);
    const athletes = await look({ token: await tokenOf({ kind: 'athlete_status' }) });
    expect(athletes.body).toMatchObject({ statuses: { active: 1 }, athletes: { numbered: 0, cleared: 1, delivered: 0, arrived: 1 } });
    expect(Object.keys(athletes.body).sort()).toEqual(['active', 'athletes', 'event', 'statuses', 'title', 'visit']);
    await world.pool.query("update result_sets set status = 'draft', published_at = null, claim_until = null where eventid = $1", [
      event['events'],
    ]);
    expect((await look({ token: await tokenOf({ kind: 'results' }) })).body).toMatchObject({ results: [] });
    await world.pool.query("update result_sets set status = 'provisional', published_at = now() where eventid = $1", [event['events']]);
    const { body } = await look({ token: await tokenOf({ kind: 'results' }) }); // the figures of a link are shared for a second
    expect(body.results).toEqual([{ name: '10 km', official: false, finished: 1, dnf: 0, dns: 0, dq: 0 }]);
    expect(Object.keys(body).sort()).toEqual(['active', 'event', 'results', 'title', 'visit']);
    expect(await open({ kind: 'results', fields: ['delivery'] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'input.fields', message: 'Elige al menos un dato que este enlace muestre.' }] },
    });
  });

  test('keeps its token as a hash that no list answers', async () => {
    const token = await tokenOf();
    const { rows } = await world.pool.query('select token_hash from followup_secrets');
    expect(rows.map(({ token_hash }) => token_hash)).not.toContain(token);
    const list = await world.as('organizer', org).get('/v2/event/followup_links');
    expect(JSON.stringify(list.body)).not.toMatch(/hash|token/);
    const { rows: audits } = await world.pool.query("select after from audits where resource = 'followup_links'");
    expect(JSON.stringify(audits)).not.toContain(token);
  });

  test('says the same whether it is unknown, expired, revoked or used up', async () => {
    const [expired, revoked, usedUp] = [await tokenOf(), await tokenOf({ title: 'Revocable' }), await tokenOf({ max_views: 1 })];
    await world.pool.query(
      "update followup_links set expires_at = now() - interval '1 minute' where followupid = (select max(followupid) - 2 from followup_links)",
    );
    const {
      body: [link],
    } = await world.as('organizer', org).get(`/v2/event/followup_links?q=Revocable`);
    expect((await world.as('organizer', org).post(`/v2/event/followup_links/${link.followupid}/revoke`)).status).toBe(200);
    expect((await look({ token: usedUp })).status).toBe(200);
    const answers = await Promise.all(['unknown', expired, revoked, usedUp].map((token) => look({ token })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
  });

  test('counts a look once, however often the same page looks again', async () => {
    const token = await tokenOf({ title: 'Contada' });
    const {
      body: { visit },
    } = await look({ token });
    await look({ token, visit });
    expect((await look({ token, visit: `${Date.now() + 1e6}.forged` })).status).toBe(200);
    const {
      rows: [link],
    } = await world.pool.query("select views, last_view_at from followup_links where title = 'Contada'");
    expect(link.views).toBe(2);
    expect(link.last_view_at).not.toBeNull();
  });

  test('asks for its password, and locks an address that guesses', async () => {
    const token = await tokenOf({ password: 'corre-libre' });
    expect((await look({ token })).body).toEqual({ locked: true });
    expect((await look({ token, password: 'otra cosa' })).body).toEqual({ locked: true, wrong: true });
    const { body } = await look({ token, password: 'corre-libre' });
    expect(body.active).toBe(1);
    for (let guess = 0; guess < 10; guess++) await look({ token, password: `guess ${guess}` });
    expect((await look({ token, password: 'corre-libre' })).status).toBe(429);
    expect((await look({ token, visit: body.visit })).status, 'who is in stays in').toBe(200);
    const { rows } = await world.pool.query('select password_hash from followup_secrets where password_hash is not null');
    expect(rows.every(({ password_hash }) => password_hash.startsWith('$argon2id$'))).toBe(true);
  });

  test('is opened by those who edit follow-up only, for events that they see and for a time to come', async () => {
    expect((await open({}, 'sponsor')).status).toBe(403);
    expect((await open({ eventid: foreign['events'] })).status).toBe(400);
    expect((await open({ expires_at: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await open({ password: '123' })).status).toBe(400);
    expect((await world.as('organizer', org).post(`/v2/event/followup_links/${foreign['followup_links']}/revoke`)).status).toBe(404);
  });
});

test('the role of public pages reads one event and no column that says who anybody is', async () => {
  const client = await world.pool.connect();
  const refused = async (text: string): Promise<string> => {
    await client.query('savepoint s');
    try {
      await client.query(text);
      return 'allowed';
    } catch (error) {
      await client.query('rollback to savepoint s');
      return String((error as { code?: string }).code);
    }
  };
  await client.query('begin');
  await client.query(`set local role dorsal_public; set local app.event = '${event['events']}'`);
  expect((await client.query('select eventid from events')).rows.map(({ eventid }) => Number(eventid))).toEqual([event['events']]);
  expect(Number((await client.query('select count(eventid) from inscriptions')).rows[0].count)).toBe(1);
  for (const column of ['email', 'phone', 'first_name', 'birth_date', 'folio'])
    expect(await refused(`select ${column} from inscriptions`)).toBe('42501');
  for (const column of ['name', 'number', 'inscriptionid', 'chip_time_ms'])
    expect(await refused(`select ${column} from results`)).toBe('42501');
  for (const table of ['web_users', 'payments', 'users', 'followup_secrets', 'followup_links', 'auth_sessions'])
    expect(await refused(`select * from ${table}`)).toBe('42501');
  expect(await refused('update events set city = city')).toBe('42501');
  await client.query('rollback');
  client.release();
});

test('one address may look so often only', async () => {
  const limited = await openWorld({ mostRequests: 5 });
  const answers: number[] = [];
  for (let at = 0; at < 7; at++)
    answers.push((await limited.app.inject({ method: 'POST', url: '/api/followup', payload: { token: 'unknown' } })).statusCode);
  expect(answers).toEqual([404, 404, 404, 404, 404, 429, 429]);
  await limited.close();
});
