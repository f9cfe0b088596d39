import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { eventually } from '../support/eventually';

let world: World,
  carla: Person,
  flor: Person,
  org: number,
  event: number,
  race: number,
  made = 0;
const people = '/v2/user/web_users';

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Compañía', { is_platform: true });
  await addPerson(world.pool, 'carla', [{ org, profile: 'customer-support', regions: ['national'] }]);
  await addPerson(world.pool, 'flor', [{ org, profile: 'finance', regions: ['national'] }]);
  [carla, flor] = [world.as('carla', org), world.as('flor', org)];
  event = await add.event(world.pool, org, 'carrera');
  race = await add.distance(world.pool, event, '10K');
});
afterAll(() => world.close());

const newAthlete = (more: object = {}): Promise<number> => add.athlete(world.pool, `Atleta${(made += 1)}`, { ...more });
const read = async (id: number): Promise<any> => (await carla.get(`${people}/${id}`)).body;
const register = (web_userid: number) =>
  carla.post('/v2/inscription/inscriptions', {
    eventid: event,
    distanceid: race,
    web_userid,
    first_name: 'Ana',
    last_name: 'Ríos',
    gender: 'F',
    birth_date: '1990-02-03',
    email: 'ana@atleta.test',
  });

describe('the state of an athlete', () => {
  test.each(['blocked', 'merged', 'anonymized'])('is never typed: %s is refused in a form', async (status) => {
    const id = await newAthlete();
    expect(await carla.patch(`${people}/${id}`, { version: 1, status })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'status' }] },
    });
    expect(
      (
        await carla.post(people, {
          first_name: 'Ana',
          last_name: 'Ríos',
          gender: 'F',
          birth_date: '1990-02-03',
          email: `nueva${id}@atleta.test`,
          status,
        })
      ).status,
    ).toBe(400);
    expect((await read(id)).status).toBe('active');
  });
  test('becomes blocked for a reason, and free again', async () => {
    const id = await newAthlete();
    expect((await carla.post(`${people}/${id}/block`, { input: {} })).body.errors).toMatchObject([{ path: 'input.reason' }]);
    expect((await carla.post(`${people}/${id}/block`, { input: { reason: 'Pagos impugnados' } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'blocked', blocked_reason: 'Pagos impugnados' });
    expect((await carla.post(`${people}/${id}/block`, { input: { reason: 'Otra vez' } })).status).toBe(409);
    expect((await carla.post(`${people}/${id}/unblock`, {})).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'active', blocked_reason: null });
    expect((await carla.post(`${people}/${id}/unblock`, {})).status).toBe(409);
  });
  test('keeps the reason in its history after it is lifted', async () => {
    const id = await newAthlete();
    await carla.post(`${people}/${id}/block`, { input: { reason: 'Pagos impugnados' } });
    await carla.post(`${people}/${id}/unblock`, {});
    const { rows } = await world.pool.query(
      `select action, before, after from audits where resource = 'web_users' and recordid = $1 order by auditid`,
      [id],
    );
    expect(rows).toMatchObject([
      { action: 'block', after: { blocked_reason: 'Pagos impugnados' } },
      { action: 'unblock', before: { blocked_reason: 'Pagos impugnados' } },
    ]);
  });
  test('is changed by nobody who only looks', async () => {
    const id = await newAthlete();
    expect((await flor.post(`${people}/${id}/block`, { input: { reason: 'No' } })).status).toBe(403);
    expect((await flor.post(`${people}/${id}/unblock`, {})).status).toBe(403);
  });
  test('decides who can be registered', async () => {
    const id = await newAthlete();
    await carla.post(`${people}/${id}/block`, { input: { reason: 'Pagos impugnados' } });
    const refused = await register(id);
    expect({ status: refused.status, errors: refused.body.errors }).toMatchObject({ status: 400, errors: [{ path: 'web_userid' }] });
    await carla.post(`${people}/${id}/unblock`, {});
    expect((await register(id)).status).toBe(201);
  });
});

describe('what an athlete says of their health', () => {
  const looks = async (): Promise<readonly number[]> =>
    (
      await world.pool.query(
        `select recordid::int as id from audits where verb = 'read' and action is null and resource = 'web_users' order by auditid`,
      )
    ).rows.map(({ id }) => id);
  const settled = (expected: readonly number[]) => eventually(async () => expect(await looks()).toEqual(expected));
  /** Nothing was recorded: what is comes in its order, and a look that is meant to be is the first. */
  const nothing = async (): Promise<void> => {
    const id = await newAthlete({ blood_type: 'A+' });
    expect((await flor.get(`${people}/${id}`)).status).toBe(200);
    await settled([id]);
  };
  beforeEach(() => world.pool.query(`delete from audits where verb = 'read'`));

  test.each([{ blood_type: 'O+' }, { medical_notes: 'Asma' }])('is written down when it is looked at: %j', async (more) => {
    const id = await newAthlete(more);
    expect((await flor.get(`${people}/${id}`)).body).toMatchObject(more);
    await settled([id]);
  });
  test('is not looked at where there is nothing, nor in a list that does not show it', async () => {
    const [silent, ill] = [await newAthlete(), await newAthlete({ medical_notes: 'Asma' })];
    expect((await flor.get(`${people}/${silent}`)).status).toBe(200);
    expect((await flor.query('user', '{ web_users { items { name city } } }')).body.errors).toBeUndefined();
    expect((await flor.query('user', `{ web_user(web_userid: ${ill}) { name city } }`)).body.errors).toBeUndefined();
    await nothing();
  });
  test('is looked at in a list that asks for it, of those alone who say something', async () => {
    await world.pool.query('update web_users set blood_type = null, medical_notes = null');
    const id = await newAthlete({ medical_notes: 'Diabetes' });
    expect((await flor.query('user', '{ web_users { items { name medical_notes } } }')).body.errors).toBeUndefined();
    await settled([id]);
  });
  test('is looked at in the history that tells it', async () => {
    const [first, second] = [await newAthlete(), await newAthlete()];
    for (const [id, patch] of [
      [first, { medical_notes: 'Asma' }],
      [second, { city: 'Puebla' }],
    ] as const)
      expect((await carla.patch(`${people}/${id}`, { version: 1, ...patch })).status).toBe(200);
    await flor.get(`${people}/${second}/history`);
    await flor.get(`${people}/${first}/history`);
    await settled([first]);
  });
  test('is hidden from anyone who sees no contact data, so that there is nothing to write down', async () => {
    await addPerson(world.pool, 'muda', [{ org, profile: 'customer-support', regions: ['national'] }]);
    await world.pool.query(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source) select m.membershipid, m.organizationid, r.roleid, 'edit', 'direct' from memberships m join users u using (userid), roles r where u.asdeporteid = 'muda' and r.slug = 'reports-wo-contact-info'`,
    );
    const id = await newAthlete({ medical_notes: 'Asma' });
    expect((await world.as('muda', org).get(`${people}/${id}`)).body).toMatchObject({ web_userid: id, medical_notes: null });
    await nothing();
  });
});

describe('the CURP of an athlete', () => {
  test('is refused on its field, in words that say why', async () => {
    const id = await newAthlete();
    const messageOf = async (curp: string): Promise<unknown> => (await carla.patch(`${people}/${id}`, { version: 1, curp })).body.errors;
    expect(await messageOf('HEGG560427MVZRRL05')).toEqual([
      { path: 'curp', code: 'INVALID_CURP_DIGIT', message: 'El último dígito no corresponde a la CURP.' },
    ]);
    expect(await messageOf('GARC900231HDFRRN09')).toEqual([
      { path: 'curp', code: 'INVALID_CURP_DATE', message: 'La fecha dentro de la CURP no existe o es futura.' },
    ]);
    expect(await carla.patch(`${people}/${id}`, { version: 1, curp: 'hegg560427mvzrrl04' })).toMatchObject({
      status: 200,
      body: { curp: 'HEGG560427MVZRRL04' },
    });
  });
});

describe('an athlete who is to be forgotten', () => {
  const anonymize = (id: number, who = carla, more: object = {}) => who.post(`${people}/${id}/anonymize`, more);
  const known = (): Promise<number> =>
    newAthlete({
      first_name: 'Reconocible',
      last_name: 'Apellidoraro',
      phone: '5598765432',
      curp: null,
      medical_notes: 'Asma secreta',
      city: 'Ciudadrara',
      club: 'Clubraro',
    });
  const personal = /Reconocible|Apellidoraro|5598765432|Asma secreta|Ciudadrara|Clubraro|recordado@atleta\.test|Otronombre/;
  const past = async (): Promise<readonly [number, number]> => {
    const before = await add.event(world.pool, org, `pasada${(made += 1)}`, {
      start_at: '2024-05-01T13:00:00Z',
      registration_open_at: '2024-01-01T00:00:00Z',
      registration_close_at: '2024-04-20T00:00:00Z',
    });
    return [before, await add.distance(world.pool, before, '10K')];
  };

  test('keeps no name, contact or health anywhere, nor in what was written down before; what was paid and counted stays', async () => {
    const id = await known();
    const loser = await newAthlete({ first_name: 'Otronombre', status: 'merged', merged_into_userid: id });
    const [before, distance] = await past();
    const inscriptionid = await add.inscription(world.pool, before, distance, id, {
      first_name: 'Reconocible',
      last_name: 'Apellidoraro',
      email: 'recordado@atleta.test',
      phone: '5598765432',
      city: 'Ciudadrara',
      club: 'Clubraro',
      status: 'paid',
      paid_cents: 45_000,
      folio: `ANON${id}`.slice(0, 8),
      comment: 'Apellidoraro llega tarde',
    });
    await world.pool.query(
      `insert into inscription_log (inscriptionid, eventid, status, actor_type, source, changes) values ($1, $2, 'data_updated', 'staff', 'ui', '[{"field": "last_name", "old": "Apellidoraro", "new": "X"}, {"field": "waveid", "old": 1, "new": 2}]')`,
      [inscriptionid, before],
    );
    expect(
      (await carla.patch(`${people}/${id}`, { version: 1, city: 'Otra', phone: '5598765432', medical_notes: 'Asma secreta y más' })).status,
    ).toBe(200);
    await carla.post(`${people}/${id}/block`, { input: { reason: 'Apellidoraro lo pidió' } });
    expect(await anonymize(id)).toMatchObject({ status: 200, body: { ok: 1 } });
    expect(await read(id)).toMatchObject({
      status: 'anonymized',
      first_name: '—',
      last_name: `#${id}`,
      email: null,
      phone: null,
      birth_date: null,
      curp: null,
      medical_notes: null,
      inscriptions_count: 1,
    });
    expect(await read(loser)).toMatchObject({ status: 'merged', first_name: '—', email: null });
    const {
      rows: [inscription],
    } = await world.pool.query('select status, paid_cents, name, email, comment from inscriptions where inscriptionid = $1', [
      inscriptionid,
    ]);
    expect(inscription).toMatchObject({ status: 'paid', paid_cents: 45_000, name: `— #${id}`, email: null, comment: null });
    const { rows: written } = await world.pool.query(
      `select action, verb, before, after from audits where (resource = 'web_users' and recordid = any($1)) or (resource = 'inscriptions' and recordid = $2) order by auditid`,
      [[id, loser], inscriptionid],
    );
    expect(written.map(({ action, verb }) => action ?? verb)).toEqual(['edit', 'block', 'edit', 'edit', 'anonymize']);
    expect(JSON.stringify(written)).not.toMatch(personal);
    expect(Object.keys(written.at(-1)!.before)).toEqual(expect.arrayContaining(['first_name', 'email', 'medical_notes', 'status']));
    const { rows: logs } = await world.pool.query('select changes from inscription_log where inscriptionid = $1', [inscriptionid]);
    expect(logs).toEqual([{ changes: [{ field: 'waveid', old: 1, new: 2 }] }]);
    expect(JSON.stringify((await carla.get(`${people}/${id}/history`)).body)).not.toMatch(personal);
    expect((await carla.get(`${people}?q=Apellidoraro`)).body).toEqual([]);
    expect((await anonymize(id)).status).toBe(409);
    expect(await carla.patch(`${people}/${id}`, { version: (await read(id)).version, city: 'Otra' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'status' }] },
    });
  });

  test.each(['started', 'paid', 'chargeback'])('has no open registration: %s refuses, and nothing changes', async (status) => {
    const id = await known();
    await add.inscription(world.pool, event, race, id, { status, folio: `OP${id}`, expires_at: '2099-01-01T00:00:00Z' });
    expect(await anonymize(id)).toMatchObject({
      status: 409,
      body: { message: 'Tiene una inscripción abierta: se podrá anonimizar cuando termine o se cancele.', errors: [{ path: 'status' }] },
    });
    expect(await read(id)).toMatchObject({ status: 'active', first_name: 'Reconocible' });
  });
  test('has no balance left, and a cancelled registration blocks nothing', async () => {
    const id = await known();
    await add.inscription(world.pool, event, race, id, { status: 'cancelled', folio: `CA${id}` });
    const {
      rows: [wallet],
    } = await world.pool.query('insert into wallets (web_userid) values ($1) returning walletid', [id]);
    const move = (type: string, change: number, after: number) =>
      world.pool.query(
        `insert into wallet_movements (walletid, idempotency_key, type, amount_cents, available_change_cents, available_after_cents, frozen_after_cents, reason) values ($1, $2, $3, 5000, $4, $5, 0, 'Prueba')`,
        [wallet.walletid, `${type}${id}`, type, change, after],
      );
    await move('admin_credit', 5000, 5000);
    expect(await anonymize(id)).toMatchObject({
      status: 409,
      body: { message: 'Su monedero tiene saldo: devuélvelo antes de anonimizar.' },
    });
    await move('admin_debit', -5000, 0);
    expect((await anonymize(id, carla, { dry_run: true })).status).toBe(200);
    expect((await read(id)).status).toBe('active');
    expect((await anonymize(id)).status).toBe(200);
  });
  test('waits for no seat any more, and the waiting list keeps no name or contact', async () => {
    const id = await newAthlete();
    const full = await add.distance(world.pool, event, `LLENA${id}`, { capacity: 1 });
    await add.inscription(world.pool, event, full, await newAthlete());
    const { status, body } = await carla.post('/v2/inscription/waitlist_entries', { eventid: event, distanceid: full, web_userid: id });
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await anonymize(id)).status).toBe(200);
    expect((await carla.get(`/v2/inscription/waitlist_entries/${body.waitlist_entryid}`)).body).toMatchObject({
      status: 'withdrawn',
      withdrawn_because: 'athlete',
      first_name: '—',
      last_name: `#${id}`,
      email: null,
      phone: null,
    });
    const { rows } = await world.pool.query(`select before, after from audits where resource = 'waitlist_entries' and recordid = $1`, [
      body.waitlist_entryid,
    ]);
    expect(JSON.stringify(rows)).not.toContain('atleta.test');
  });
  test('is forgotten by nobody who only looks', async () => expect((await anonymize(await known(), flor)).status).toBe(403));
});
