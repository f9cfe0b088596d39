import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { affiliationLetters } from '../../server/features/fmtri/affiliationLetters';
import { closeAffiliations } from '../../server/features/fmtri/closeAffiliations';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { createTranslate } from '../../server/kernel/messages';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, federation: Person, finance: Person, event: number;
const types = '/v2/fmtri/fmtri_affiliation_types',
  people = '/v2/fmtri/fmtri_affiliate_users',
  affiliations = '/v2/fmtri/fmtri_affiliations';
const season = new Date().getUTCFullYear() + 1; // whatever day it is, the season is still to come
let serial = 0;

const newType = async (more: object = {}): Promise<number> => {
  serial += 1;
  const { body } = await federation.post(types, {
    name: { es: `Tipo ${serial}` },
    slug: `tipo-${serial}`,
    audience: 'atleta',
    validity: 'calendar_year',
    season,
    price_cents: 95_000,
    status: 'active',
    ...more,
  });
  expect(body.errors ?? []).toEqual([]);
  return body.typeid;
};
const newPerson = async (more: object = {}): Promise<number> => {
  serial += 1;
  const { body } = await federation.post(people, {
    fmtri_number: `FM-${serial}`,
    first_name: 'Eva',
    last_name: 'Luna',
    gender: 'F',
    birth_date: '1990-05-06',
    stateid: 9,
    ...more,
  });
  expect(body.errors ?? []).toEqual([]);
  return body.affiliate_userid;
};
const ask = (affiliate_userid: number, typeid: number, more: object = {}) =>
  federation.post(affiliations, { affiliate_userid, typeid, starts_on: `${season}-01-01`, ...more });
const act = (id: number, action: string, input: object = {}) => federation.post(`${affiliations}/${id}/${action}`, { input });
const changeStanding = (id: number, action: string, input: object = {}) => federation.post(`${people}/${id}/${action}`, { input });
const read = async (id: number) => (await federation.get(`${affiliations}/${id}`)).body;
/** One that is in force. */
const holding = async (affiliate_userid: number, typeid: number): Promise<number> => {
  const { body } = await ask(affiliate_userid, typeid);
  expect((await act(body.affiliationid, 'pay', { method: 'cash' })).status).toBe(200);
  return body.affiliationid;
};

beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Plataforma', { is_platform: true });
  await addPerson(world.pool, 'fede', [{ org, profile: 'fmtri-admin', regions: ['national'] }]);
  await addPerson(world.pool, 'fina', [{ org, profile: 'finance', regions: ['national'] }]);
  [federation, finance] = [world.as('fede', org), world.as('fina', org)];
  event = await add.event(world.pool, org, 'triatlon', {
    start_at: `${season}-05-09T13:00:00Z`,
    end_at: `${season}-05-10T20:00:00Z`,
    registration_open_at: `${season}-01-01T00:00:00Z`,
    registration_close_at: `${season}-04-20T00:00:00Z`,
    fmtri_required: true,
  });
});
afterAll(() => world.close());

describe('the terms of an affiliation', () => {
  test('come from its type: audience, season, last day and price, and stay when the price changes', async () => {
    const typeid = await newType();
    const { body } = await ask(await newPerson(), typeid);
    expect(body).toMatchObject({
      audience: 'atleta',
      season,
      ends_on: `${season}-12-31`,
      price_cents: 95_000,
      status: 'pending_payment',
      number: null,
    });
    const type = (await federation.get(`${types}/${typeid}`)).body;
    expect(type.affiliations_count).toBe(1);
    expect((await federation.patch(`${types}/${typeid}`, { version: type.version, price_cents: 120_000 })).status).toBe(200);
    expect((await read(body.affiliationid)).price_cents).toBe(95_000);
    const again = (await federation.get(`${types}/${typeid}`)).body;
    expect(await federation.patch(`${types}/${typeid}`, { version: again.version, audience: 'elite' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'audience' }] },
    });
  });
  test('take the late price from its day on', async () => {
    const late = await newType({ late_price_cents: 115_000, late_from: '2020-01-01' }),
      early = await newType({ late_price_cents: 115_000, late_from: `${season}-12-01` });
    expect((await ask(await newPerson(), late)).body.price_cents).toBe(115_000);
    expect((await ask(await newPerson(), early)).body.price_cents).toBe(95_000);
  });
  test('last some months, to the day before, or to the end of a short month', async () => {
    const typeid = await newType({ validity: 'months', months: 6, season: null }),
      one = await newType({ validity: 'months', months: 1, season: null });
    expect((await ask(await newPerson(), typeid, { starts_on: `${season}-03-15` })).body.ends_on).toBe(`${season}-09-14`);
    expect((await ask(await newPerson(), one, { starts_on: `${season}-03-31` })).body.ends_on).toBe(`${season}-04-30`);
  });
  test('of an event are the days of the event, and no other event or day', async () => {
    const typeid = await newType({ validity: 'event', season: null, eventid: event });
    const made = await ask(await newPerson(), typeid, { starts_on: `${season}-05-09` });
    expect(made.body).toMatchObject({ eventid: event, ends_on: `${season}-05-10` });
    expect((await ask(await newPerson(), typeid, { starts_on: `${season}-05-11` })).body.errors).toMatchObject([
      { path: 'starts_on', message: `El evento es del 09/05/${season} al 10/05/${season}.` },
    ]);
    expect(
      (
        await ask(await newPerson(), typeid, { starts_on: `${season}-05-09`, eventid: await add.event(world.pool, 1, 'otro') })
      ).body.errors.map(({ path }: { path: string }) => path),
    ).toContain('eventid');
  });
  test('are refused outside the season, outside the ages, once they are over, of a type that is not on sale and for who may not compete', async () => {
    const typeid = await newType({ age_min: 18, age_max: 60 });
    const paths = async (answer: ReturnType<typeof ask>) => {
      const { status, body } = await answer;
      return [status, body.errors?.map(({ path }: { path: string }) => path)];
    };
    expect(await paths(ask(await newPerson(), typeid, { starts_on: `${season + 1}-01-01` }))).toEqual([400, ['starts_on']]);
    expect(await paths(ask(await newPerson({ birth_date: `${season - 17}-12-31` }), typeid))).toEqual([400, ['typeid']]);
    expect((await ask(await newPerson({ birth_date: `${season - 18}-12-31` }), typeid)).status).toBe(201); // who turns 18 on the last day of the season counts
    expect(await paths(ask(await newPerson(), await newType({ season: 2021 }), { starts_on: '2021-02-01' }))).toEqual([400, ['starts_on']]);
    expect(await paths(ask(await newPerson(), await newType({ status: 'draft' })))).toEqual([400, ['typeid']]);
    const person = await newPerson();
    await changeStanding(person, 'suspend', { reason: 'Adeudo' });
    expect(await paths(ask(person, typeid))).toEqual([400, ['affiliate_userid']]);
  });
});

describe('one affiliation of an audience at a time', () => {
  test('is what the screens say', async () => {
    const person = await newPerson(),
      typeid = await newType();
    await holding(person, typeid);
    const refusal = {
      status: 409,
      body: { errors: [{ path: 'starts_on', message: 'Ya hay una afiliación pagada o en vigor para esos días.' }] },
    };
    expect(await ask(person, typeid, { starts_on: `${season}-12-31` })).toMatchObject(refusal);
    const coach = (await ask(person, await newType({ audience: 'entrenador' }))).body.affiliationid;
    expect((await act(coach, 'pay', { method: 'cash' })).status).toBe(200); // another audience
    const next = (await ask(person, await newType({ season: season + 1 }), { starts_on: `${season + 1}-01-01` })).body.affiliationid;
    expect((await act(next, 'pay', { method: 'cash' })).status).toBe(200); // the day after the last
  });
  test('is refused before it is paid, also where the first one still waits for its review', async () => {
    const person = await newPerson(),
      reviewed = await newType({ requires_approval: true });
    const [first, second] = [(await ask(person, reviewed)).body.affiliationid, (await ask(person, await newType())).body.affiliationid];
    expect((await act(first, 'pay', { method: 'cash' })).status).toBe(200);
    expect(await act(second, 'pay', { method: 'cash' })).toMatchObject({ status: 409, body: { errors: [{ path: 'starts_on' }] } });
    expect(await read(second)).toMatchObject({ status: 'pending_payment', paid_at: null });
  });
  test('holds when two are paid at once', async () => {
    const person = await newPerson(),
      reviewed = await newType({ requires_approval: true });
    const ids = [(await ask(person, reviewed)).body.affiliationid, (await ask(person, reviewed)).body.affiliationid];
    expect((await Promise.all(ids.map((id) => act(id, 'pay', { method: 'cash' })))).map(({ status }) => status).sort()).toEqual([200, 409]);
  });
  test('leaves one out of many, and takes the others', async () => {
    const reviewed = await newType({ requires_approval: true, requires_docs: ['curp'] }),
      typeid = await newType({ requires_approval: true });
    const ids: number[] = [];
    for (const type of [reviewed, typeid]) ids.push((await ask(await newPerson(), type)).body.affiliationid);
    for (const id of ids) await act(id, 'pay', { method: 'transfer' });
    const { body } = await federation.post(`${affiliations}/actions/approve`, { ids });
    expect(body).toMatchObject({ ok: 1, skipped: [{ id: ids[0], reason: 'Falta un documento aceptado y sin vencer: CURP.' }] });
    expect((await read(ids[1]!)).status).toBe('active');
  });
  test('is what the database holds to, no matter who writes, days included', async () => {
    const person = await newPerson(),
      id = await holding(person, await newType());
    const copy = (from: string, to: string, status: string) =>
      world.pool.query(
        `insert into fmtri_affiliations (affiliate_userid, typeid, audience, season, starts_on, ends_on, price_cents, status, number) select affiliate_userid, typeid, audience, extract(year from $2::date)::int, $2::date, $3::date, 0, $4, md5($2 || $4)::varchar(20) from fmtri_affiliations where affiliationid = $1`,
        [id, from, to, status],
      );
    for (const status of ['active', 'suspended'])
      await expect(copy(`${season}-12-31`, `${season}-12-31`, status)).rejects.toMatchObject({ code: '23P01' });
    await expect(copy(`${season + 1}-01-01`, `${season + 1}-06-30`, 'active')).resolves.toBeDefined();
    await expect(copy(`${season}-03-01`, `${season}-04-01`, 'pending_review')).resolves.toBeDefined();
    await expect(copy(`${season}-03-01`, `${season}-02-01`, 'draft')).rejects.toMatchObject({ code: '23514' });
  });
});

describe('review', () => {
  test('approves with a number once every paper is there, accepted and in date, and writes down who did', async () => {
    const typeid = await newType({ requires_approval: true, requires_docs: ['curp', 'certificado_medico'] }),
      person = await newPerson({ docs: [{ type: 'curp', status: 'accepted' }] });
    const file = { url: '/api/upload/x.pdf', name: 'x.pdf', size: 1, type: 'application/pdf' };
    const keep = (docs: readonly object[]) =>
      world.pool.query('update fmtri_affiliate_users set docs = $2 where affiliate_userid = $1', [person, JSON.stringify(docs)]);
    const { affiliationid: id } = (await ask(person, typeid)).body;
    expect((await act(id, 'approve')).status).toBe(409); // nothing was paid
    expect((await act(id, 'pay', { method: 'pos', reference: 'A-1' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'pending_review', payment_method: 'pos', payment_reference: 'A-1', number: null });
    expect(
      (await act(id, 'approve')).body.errors.map(({ message }: { message: string }) => message),
      'what is accepted without a file is no paper',
    ).toEqual(['CURP', 'Certificado médico'].map((paper) => `Falta un documento aceptado y sin vencer: ${paper}.`));
    await keep([
      { type: 'curp', status: 'accepted', file },
      { type: 'certificado_medico', status: 'accepted', file, expires_at: '2021-01-01' },
    ]);
    expect((await act(id, 'approve')).body.message).toBe('Falta un documento aceptado y sin vencer: Certificado médico.');
    await keep([
      { type: 'curp', status: 'accepted', file },
      { type: 'certificado_medico', status: 'accepted', file, expires_at: `${season}-12-31` },
    ]);
    expect((await act(id, 'approve')).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'active',
      number: `${season}-${String(id).padStart(6, '0')}`,
      reviewed_by_userid: expect.any(Number),
    });
    expect((await act(id, 'reject', { reason: 'Tarde' })).status).toBe(409);
  });
  test('rejects with a reason, which ends it', async () => {
    const { affiliationid: id } = (await ask(await newPerson(), await newType({ price_cents: 0, requires_approval: true }))).body;
    expect((await read(id)).status).toBe('pending_review'); // what costs nothing waits for no payment
    expect((await act(id, 'reject')).body.errors).toMatchObject([{ path: 'input.reason' }]);
    expect((await act(id, 'reject', { reason: 'El certificado no se lee.' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'rejected', reject_reason: 'El certificado no se lee.' });
    for (const [action, input] of [
      ['approve', {}],
      ['pay', { method: 'cash' }],
      ['cancel', { reason: 'x' }],
      ['suspend', { reason: 'x' }],
      ['resume', {}],
    ] as const)
      expect((await act(id, action, input)).status, action).toBe(409);
  });
  test('is written to who has an account, with the number or the reason; nobody else is waited for', async () => {
    const typeid = await newType({ requires_approval: true });
    const web_userid = await add.athlete(world.pool, 'conCuenta');
    const [known, other] = [await newPerson({ web_userid }), await newPerson()];
    const ids: number[] = [];
    for (const [person, action, input] of [
      [known, 'reject', { reason: 'Falta el acta' }],
      [known, 'approve', {}],
      [other, 'approve', {}],
    ] as const) {
      const id = await holding(person, typeid);
      expect((await act(id, action, input)).status).toBe(200);
      ids.push(id);
    }
    const sent: string[] = [];
    const translate = createTranslate('locales');
    const mail = {
      send: async ({ to, subject, text }: Readonly<Record<'to' | 'subject' | 'text', string>>) => {
        sent.push(`${to} ${subject} ${text}`);
        return { provider: 'outbox' as const, ref: 'x' };
      },
    };
    const send = () => sendAddedLetters({ pool: world.pool, registry, translate }, mail as never, affiliationLetters(translate));
    await send();
    await send();
    const mine = sent.filter((each) => each.startsWith('concuenta@'));
    expect(mine).toHaveLength(2);
    expect(mine.join()).toMatch(new RegExp(`vigente con el número ${season}-\\d+[^]*Falta el acta`));
    expect(await Promise.all(ids.map(async (id) => (await read(id)).letter))).toEqual(['sent', 'sent', null]);
  });

  test('is needed where the type asks for papers, though for no approval: paid or free, nothing is in force without them', async () => {
    for (const price_cents of [95_000, 0]) {
      const typeid = await newType({ price_cents, requires_docs: ['curp'] }),
        { affiliationid: id } = (await ask(await newPerson(), typeid)).body;
      if (price_cents > 0) expect((await act(id, 'pay', { method: 'cash' })).status).toBe(200);
      expect(await read(id), `at ${price_cents}`).toMatchObject({ status: 'pending_review', number: null });
      expect((await act(id, 'approve')).body.message).toBe('Falta un documento aceptado y sin vencer: CURP.');
    }
  });
  test('is not needed for what is free and asks for none', async () => {
    const { body } = await ask(await newPerson(), await newType({ price_cents: 0 }));
    expect(await read(body.affiliationid)).toMatchObject({ status: 'active', number: expect.stringContaining(String(season)) });
  });
  test('an affiliation in force keeps its first day, and one that waits may change it', async () => {
    const person = await newPerson(),
      typeid = await newType();
    const { affiliationid: id, version } = (await ask(person, typeid)).body;
    expect((await federation.patch(`${affiliations}/${id}`, { version, starts_on: `${season}-02-01` })).body).toMatchObject({
      starts_on: `${season}-02-01`,
      ends_on: `${season}-12-31`,
    });
    await act(id, 'pay', { method: 'cash' });
    expect(
      await federation.patch(`${affiliations}/${id}`, { version: (await read(id)).version, starts_on: `${season}-03-01` }),
    ).toMatchObject({ status: 409, body: { errors: [{ path: 'starts_on' }] } });
  });
  test('the list names whose it is for those who may not read the register of people, and follows a change of name', async () => {
    const person = await newPerson({ first_name: 'Quetzalli' }),
      { affiliationid: id } = (await ask(person, await newType())).body;
    expect((await finance.get(`${people}/${person}`)).status).toBe(403);
    expect((await finance.get(`${affiliations}?q=quetzalli`)).body).toMatchObject([{ affiliationid: id, name: 'Quetzalli Luna' }]);
    const { version } = (await federation.get(`${people}/${person}`)).body;
    await federation.patch(`${people}/${person}`, { version, last_name: 'Sol' });
    expect((await read(id)).name).toBe('Quetzalli Sol');
  });
  test('anyone who only looks changes nothing', async () => {
    const { affiliationid: id } = (await ask(await newPerson(), await newType())).body;
    expect((await finance.get(`${affiliations}/${id}`)).status).toBe(200);
    expect((await finance.post(`${affiliations}/${id}/pay`, { input: { method: 'cash' } })).status).toBe(403);
  });
});

describe('who may compete', () => {
  test('a sanction has a last day, suspends what is held, and ends with what was held', async () => {
    const person = await newPerson(),
      id = await holding(person, await newType());
    expect((await changeStanding(person, 'sanction', { until: '2021-01-01', reason: 'Dopaje' })).status).toBe(400);
    expect((await changeStanding(person, 'sanction', { until: `${season}-06-30`, reason: 'Dopaje' })).status).toBe(200);
    expect((await federation.get(`${people}/${person}`)).body).toMatchObject({
      status: 'sanctioned',
      sanction_until: `${season}-06-30`,
      status_reason: 'Dopaje',
    });
    expect(await read(id)).toMatchObject({ status: 'suspended', held: true });
    expect((await federation.get(`${affiliations}/${id}/history`)).body.items[0].changes).toContainEqual(
      expect.objectContaining({ field: 'status', new: 'suspended' }),
    );
    expect((await act(id, 'resume')).body.message).toBe('Está suspendida porque su titular lo está: rehabilita al afiliado.');
    expect((await changeStanding(person, 'reinstate')).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'active', held: false, status_reason: null });
    expect((await changeStanding(person, 'reinstate')).status).toBe(409);
  });
  test('an affiliation that was suspended for itself stays so when its holder comes back', async () => {
    const person = await newPerson(),
      id = await holding(person, await newType());
    await act(id, 'suspend', { reason: 'Seguro vencido' });
    await changeStanding(person, 'suspend', { reason: 'Adeudo' });
    await changeStanding(person, 'reinstate');
    expect(await read(id)).toMatchObject({ status: 'suspended', status_reason: 'Seguro vencido' });
    expect((await act(id, 'resume')).status).toBe(200);
  });
  test('a death ends everything, for good', async () => {
    const person = await newPerson(),
      id = await holding(person, await newType());
    expect((await changeStanding(person, 'mark_deceased', { reason: 'Aviso de la asociación' })).status).toBe(200);
    expect((await read(id)).status).toBe('cancelled');
    expect((await changeStanding(person, 'reinstate')).status).toBe(409);
  });
  test('a rehearsal says how many affiliations follow, and changes none', async () => {
    const person = await newPerson(),
      id = await holding(person, await newType());
    const { status } = await federation.post(`${people}/${person}/suspend`, { dry_run: true, input: { reason: 'Prueba' } });
    expect([status, (await read(id)).status]).toEqual([200, 'active']);
  });
});

test('anyone who enters a race that asks for an affiliation enters with the one that holds on its day, and that the race admits', async () => {
  const { pool } = world;
  const casa = await add.organization(pool, 'Casa'),
    typeid = await newType(),
    elite = await newType({ audience: 'elite' });
  await addPerson(pool, 'orga', [{ org: casa, profile: 'organizer' }]);
  await addPerson(pool, 'apoyo', [{ org: 1, profile: 'super-admin', regions: ['national'] }]);
  const dates = {
    start_at: `${season}-05-09T13:00:00Z`,
    registration_open_at: `${season - 2}-01-01T00:00:00Z`,
    registration_close_at: `${season}-04-20T00:00:00Z`,
  };
  const asks = await add.event(pool, casa, 'pide', { ...dates, fmtri_required: true }),
    asksNot = await add.event(pool, casa, 'no-pide', dates);
  const races: Record<string, readonly [number, number]> = {
    any: [asks, await add.distance(pool, asks, 'TODOS')],
    elite: [asks, await add.distance(pool, asks, 'ELITE', { fmtri_affiliation_typeids: [elite] })],
    none: [asksNot, await add.distance(pool, asksNot, 'LIBRE')],
  };
  await pool.query(
    `insert into price_tiers (distanceid, name, starts_at, ends_at, price_cents) select distanceid, 'Única', now() - interval '1 day', now() + interval '900 days', 50000 from distances where distanceid = any($1)`,
    [Object.values(races).map(([, id]) => id)],
  );
  const [holder, stranger] = [await add.athlete(pool, 'Titular'), await add.athlete(pool, 'Ajena')];
  const id = await holding(await newPerson({ web_userid: holder }), typeid);
  const enter = async (race: string, web_userid: number) => {
    const { status, body } = await world
      .as('apoyo', 1)
      .post('/v2/inscription/inscriptions', { eventid: races[race]![0], distanceid: races[race]![1], web_userid });
    expect({ status, errors: body.errors ?? [] }).toEqual({ status: 201, errors: [] });
    return (
      await pool.query<{ found: string | null }>('select fmtri_affiliationid as found from inscriptions where inscriptionid = $1', [
        body.inscriptionid,
      ])
    ).rows[0]!.found;
  };
  expect([
    Number(await enter('any', holder)),
    await enter('any', stranger),
    await enter('elite', holder),
    await enter('none', holder),
  ]).toEqual([id, null, null, null]);
  const found = await world
    .as('orga', casa)
    .get(
      `/v2/inscription/inscriptions?columns=folio&filter=${encodeURIComponent(JSON.stringify({ not: { field: 'fmtri_affiliationid', op: 'null' } }))}`,
    );
  expect(found.body).toHaveLength(1); // an organizer sees who entered with one, and nothing of the register
  const race = (await world.as('orga', casa).get(`/v2/event/distances/${races['elite']![1]}`)).body;
  expect(race.fmtri_affiliation_typeids ?? null).toBeNull();
  expect(
    (
      await world
        .as('orga', casa)
        .patch(`/v2/event/distances/${races['elite']![1]}`, { version: race.version, fmtri_affiliation_typeids: [] })
    ).body.errors,
  ).toMatchObject([{ path: 'fmtri_affiliation_typeids' }]);
});

test('time ends affiliations and sanctions by itself, and leaves a trace', async () => {
  const [served, other] = [await newPerson(), await newPerson()];
  const typeid = await newType(),
    kept = await holding(served, typeid);
  const over = (await ask(other, typeid)).body.affiliationid as number;
  await changeStanding(served, 'sanction', { until: `${season}-06-30`, reason: 'Reglamento' });
  await world.pool.query(
    `update fmtri_affiliate_users set sanction_from = current_date - 9, sanction_until = current_date - 3 where affiliate_userid = $1`,
    [served],
  );
  await world.pool.query(
    `update fmtri_affiliations set season = 2021, starts_on = '2021-01-01', ends_on = '2021-12-31' where affiliationid = $1`,
    [over],
  );
  expect(await closeAffiliations({ pool: world.pool, registry })).toEqual({ expired: 1, reinstated: 1, sanctioned: 0 });
  expect([(await read(over)).status, (await read(kept)).status]).toEqual(['expired', 'active']);
  expect((await federation.get(`${people}/${served}`)).body).toMatchObject({ status: 'active', sanction_until: null });
  expect((await federation.get(`${people}/${served}/history`)).body.items[0].changes).toContainEqual(
    expect.objectContaining({ field: 'status', new: 'active' }),
  );
  expect(await closeAffiliations({ pool: world.pool, registry })).toEqual({ expired: 0, reinstated: 0, sanctioned: 0 });
});
