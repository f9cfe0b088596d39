import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { registry } from '@/resources';
import { localGateway, type LocalGateway } from '../../server/adapters/paymentGateway/localGateway';
import { affiliationLetters } from '../../server/features/fmtri/affiliationLetters';
import { athletePageOf } from '../../server/features/fmtri/affiliationLinks';
import { returnAffiliationMoney } from '../../server/features/fmtri/chargeAffiliations';
import { closeAffiliations } from '../../server/features/fmtri/closeAffiliations';
import { takeAffiliationReport } from '../../server/features/fmtri/settleAffiliationCharge';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { createTranslate } from '../../server/kernel/messages';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { pdfCodes } from '../support/pdfCodes';
import { pdfText } from '../support/pdfText';
import { formOf } from './support/formOf';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, federation: Person, finance: Person, masked: Person, photo: Buffer;
const types = '/v2/fmtri/fmtri_affiliation_types',
  people = '/v2/fmtri/fmtri_affiliate_users',
  affiliations = '/v2/fmtri/fmtri_affiliations';
const season = new Date().getUTCFullYear() + 1;
let serial = 0;

let refundFails = false;
const local = () => localGateway(world.pool, 'a secret of tests');
const gateway: LocalGateway = {
  name: 'local',
  webhookSecret: 'x',
  open: (charge) => local().open(charge),
  capture: (ref) => local().capture(ref),
  refund: (refund) => (refundFails ? Promise.reject(new Error('away')) : local().refund(refund)),
  settlement: (day) => local().settlement(day),
};
const deps = () => ({ pool: world.pool, registry });

const newType = async (more: object = {}): Promise<number> => {
  serial += 1;
  const values = { name: { es: `Tipo ${serial}` }, slug: `tipo-${serial}`, audience: 'atleta', validity: 'calendar_year', season };
  const { body } = await federation.post(types, { ...values, price_cents: 95_000, status: 'active', ...more });
  expect(body.errors ?? []).toEqual([]);
  return body.typeid;
};
const newPerson = async (more: object = {}): Promise<number> => {
  serial += 1;
  const names = { fmtri_number: `FP-${serial}`, first_name: 'Eva', last_name: 'Luna', gender: 'F', birth_date: '1990-05-06', stateid: 9 };
  const { body } = await federation.post(people, { ...names, ...more });
  expect(body.errors ?? []).toEqual([]);
  return body.affiliate_userid;
};
const ask = async (affiliate_userid: number, typeid: number): Promise<number> => {
  const { body } = await federation.post(affiliations, { affiliate_userid, typeid, starts_on: `${season}-01-01` });
  expect(body.errors ?? []).toEqual([]);
  return body.affiliationid;
};
const act = (id: number, action: string, input: object = {}) => federation.post(`${affiliations}/${id}/${action}`, { input });
const read = async (id: number) => (await federation.get(`${affiliations}/${id}`)).body;
const pathOf = (id: number): string => athletePageOf({ registry }, id)?.path ?? '';
const look = (path: string) => world.app.inject({ method: 'GET', url: path });
const send = (id: number, paper: string, data: Buffer = photo) =>
  world.app.inject({
    method: 'POST',
    url: `${pathOf(id)}/papers`,
    payload: formOf({ name: 'paper', data: paper }, { name: 'file', data, file: 'papel.png', type: 'image/png' }),
  });
const pay = (id: number, card?: string) =>
  world.app.inject({
    method: 'POST',
    url: `${pathOf(id)}/pay`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(card ? { card } : {}).toString(),
  });
const letters: { readonly to: string; readonly text: string; readonly key: string }[] = [];
const deliver = async (): Promise<void> => {
  const translate = createTranslate('locales');
  const mail = {
    send: async (letter: { readonly to: string; readonly text: string; readonly key: string }) => {
      letters.push(letter);
      return { provider: 'outbox' as const, ref: 'x' };
    },
  };
  await sendAddedLetters({ ...deps(), translate }, mail as never, affiliationLetters(translate));
};
const checkOf = async (id: number): Promise<string> => /href="(\/credential\/[\w-]+)"/.exec((await look(pathOf(id))).body)?.[1] ?? '';

beforeAll(async () => {
  world = await openWorld({ gateway });
  const org = await add.organization(world.pool, 'Plataforma', { is_platform: true });
  await addPerson(world.pool, 'fede', [{ org, profile: 'fmtri-admin', regions: ['national'] }]);
  await addPerson(world.pool, 'fina', [{ org, profile: 'finance', regions: ['national'] }]);
  await addPerson(world.pool, 'tapada', [{ org, profile: 'fmtri-admin', regions: ['national', 'reports-wo-contact-info'] }]);
  [federation, finance, masked] = [world.as('fede', org), world.as('fina', org), world.as('tapada', org)];
  photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#406080' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());

describe('papers', () => {
  test('are accepted or refused one by one, asked for by letter, sent again by link and back in the queue', async () => {
    const web_userid = await add.athlete(world.pool, 'papeles');
    const person = await newPerson({ web_userid }),
      id = await ask(person, await newType({ requires_docs: ['foto', 'certificado_medico'], requires_approval: true }));
    expect((await send(id, 'foto')).statusCode).toBe(200);
    expect((await send(id, 'foto')).statusCode, 'what was sent is not sent again').toBe(409);
    expect((await send(id, 'ine')).statusCode, 'a paper that the type does not ask for').toBe(409);
    expect((await send(id, 'certificado_medico')).statusCode).toBe(200);
    expect((await act(id, 'pay', { method: 'cash' })).status).toBe(200);
    expect((await act(id, 'ask_papers')).body.message).toBe('Hay documentos sin decisión.');
    expect((await act(id, 'review_paper', { paper: 'foto', verdict: 'accepted' })).body.result).toEqual({ verdict: 'review' });
    expect((await act(id, 'review_paper', { paper: 'certificado_medico', verdict: 'rejected' })).body.errors).toMatchObject([
      { path: 'input.reason' },
    ]);
    const refusal = { paper: 'certificado_medico', verdict: 'rejected', reason: 'No se lee la firma.' };
    expect((await act(id, 'review_paper', refusal)).body.result).toEqual({ verdict: 'ask' });
    expect((await act(id, 'approve')).status, 'one refused paper prevents the whole').toBe(409);
    expect((await act(id, 'ask_papers')).status).toBe(200);
    await deliver();
    const letter = letters.find(({ to, text }) => to.startsWith('papeles@') && text.includes('No se lee la firma.'));
    expect(letter?.text).toContain(`Certificado médico: No se lee la firma.`);
    expect(letter?.text).not.toContain('Fotografía:');
    expect(letter?.text).toContain(pathOf(id));
    const queue = async (): Promise<number> =>
      (await federation.get('/v2/general/inbox')).body.kinds.find(({ wait }: { readonly wait: string }) => wait === 'to_review')?.total ??
      0;
    expect((await read(id)).papers_asked_at).not.toBeNull();
    const before = await queue();
    expect((await look(pathOf(id))).body).toContain('No se lee la firma.');
    expect((await send(id, 'certificado_medico')).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ papers_asked_at: null, status: 'pending_review' });
    expect(await queue()).toBe(before + 1);
    expect(
      (await act(id, 'review_paper', { paper: 'certificado_medico', verdict: 'accepted', expires_at: `${season}-12-31` })).body.result,
    ).toEqual({ verdict: 'approve' });
    expect((await act(id, 'ask_papers')).body.message).toBe('Todos los documentos están aceptados.');
    expect((await act(id, 'approve')).status).toBe(200);
    expect((await federation.get(`${people}/${person}`)).body.photo).toMatch(/^\/api\/upload\//);
    expect((await send(id, 'foto')).statusCode, 'nothing is taken any more').toBe(409);
  });
  test('are decided only by people who may see them', async () => {
    const id = await ask(await newPerson(), await newType({ requires_docs: ['curp'] }));
    await send(id, 'curp');
    const input = { paper: 'curp', verdict: 'accepted' };
    expect((await finance.post(`${affiliations}/${id}/review_paper`, { input })).status).toBe(403);
    expect((await masked.post(`${affiliations}/${id}/review_paper`, { input })).status).toBe(403);
    expect((await finance.post(`${affiliations}/${id}/athlete_link`, {})).status).toBe(403);
    const { affiliate_userid } = await read(id);
    expect((await masked.get(`${people}/${affiliate_userid}`)).body.docs).toBeNull();
  });
  test('that were not sent are not decided, and an expired date accepts nothing', async () => {
    const id = await ask(await newPerson(), await newType({ requires_docs: ['curp'] }));
    expect((await act(id, 'review_paper', { paper: 'curp', verdict: 'accepted' })).status).toBe(409);
    await send(id, 'curp');
    expect((await act(id, 'review_paper', { paper: 'curp', verdict: 'accepted', expires_at: '2020-01-01' })).body.errors).toMatchObject([
      { path: 'input.expires_at' },
    ]);
  });
  test('of another kind are refused, and a wrong link leads nowhere', async () => {
    const id = await ask(await newPerson(), await newType({ requires_docs: ['curp'] }));
    expect((await send(id, 'curp', Buffer.from('no es un papel'))).statusCode).toBe(400);
    expect((await look(`${pathOf(id).slice(0, -2)}xx`)).statusCode).toBe(404);
    expect((await look(pathOf(id).replace('/affiliation/', '/credential/'))).statusCode, 'the link of the page is no code of a card').toBe(
      404,
    );
  });
});

describe('an online payment', () => {
  test('is made on the page, and the state follows', async () => {
    const id = await ask(await newPerson(), await newType());
    expect((await pay(id)).body).toContain('tarjeta de prueba');
    expect((await pay(id, '0341')).statusCode).toBe(402);
    expect(await read(id)).toMatchObject({ status: 'pending_payment', charge_state: 'declined', decline_code: 'insufficient_funds' });
    expect((await pay(id, '4242')).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'active', charge_state: 'paid', payment_method: 'online', decline_code: null });
    expect((await pay(id, '4242')).statusCode, 'it is paid once').toBe(409);
    const { rows } = await world.pool.query('select count(*)::int as count from gateway_charges where charge_key = $1', [
      `affiliation-${id}`,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });
  test('for another amount is refused, and a repeated report changes nothing', async () => {
    const id = await ask(await newPerson(), await newType());
    await pay(id);
    const { provider_ref } = await read(id);
    const report = (amount_cents: number) =>
      inSystemTransaction(deps(), (tx) =>
        takeAffiliationReport(tx, 'local', { type: 'paid', id: provider_ref, amount_cents, currency: 'MXN' }),
      );
    await expect(report(1)).rejects.toMatchObject({ code: 'AMOUNT_DIFFERS' });
    expect(await Promise.all([report(95_000), report(95_000)]).then((all) => all.toSorted())).toEqual(['known', 'paid']);
    expect(
      await inSystemTransaction(deps(), (tx) =>
        takeAffiliationReport(tx, 'local', { type: 'paid', id: 'nobody', amount_cents: 1, currency: 'MXN' }),
      ),
    ).toBeNull();
  });
  test('goes back by itself where the counter was faster', async () => {
    const id = await ask(await newPerson(), await newType());
    await pay(id);
    expect((await act(id, 'pay', { method: 'cash' })).status).toBe(200);
    const { provider_ref } = await read(id);
    const outcome = await inSystemTransaction(deps(), (tx) =>
      takeAffiliationReport(tx, 'local', { type: 'paid', id: provider_ref, amount_cents: 95_000, currency: 'MXN' }),
    );
    expect(outcome).toBe('returned');
    expect(await read(id)).toMatchObject({ status: 'active', payment_method: 'cash', charge_state: 'refunding' });
    await returnAffiliationMoney(deps(), gateway);
    expect(await read(id)).toMatchObject({ status: 'active', charge_state: 'refunded' });
  });
  test('is refunded by people who handle money once the affiliation is over, and once at the gateway', async () => {
    const id = await ask(await newPerson(), await newType());
    await pay(id, '4242');
    const refund = (by: Person) => by.post(`${affiliations}/${id}/refund`, { input: { reason: 'asked' } });
    expect((await refund(finance)).status, 'it is in force').toBe(409);
    await act(id, 'cancel', { reason: 'Lo pidió' });
    expect((await refund(federation)).status).toBe(403);
    expect((await refund(finance)).status).toBe(200);
    expect((await refund(finance)).status).toBe(409);
    refundFails = true;
    expect((await returnAffiliationMoney(deps(), gateway)).failed).toEqual([id]);
    refundFails = false;
    await world.pool.query('update fmtri_affiliations set refund_next_at = now() where affiliationid = $1', [id]);
    await returnAffiliationMoney(deps(), gateway);
    await returnAffiliationMoney(deps(), gateway);
    expect(await read(id)).toMatchObject({ status: 'cancelled', charge_state: 'refunded', refund_reason: 'asked' });
    const { rows } = await world.pool.query('select sum(amount_cents)::int as back from gateway_refunds where refund_key like $1', [
      `affiliation-${id}-back%`,
    ]);
    expect(rows).toEqual([{ back: 95_000 }]);
  });
});

describe('the card', () => {
  test('is a PDF of one card for who holds an affiliation in force, and its check says how it is doing without contact data', async () => {
    const web_userid = await add.athlete(world.pool, 'credencial');
    const person = await newPerson({
      web_userid,
      curp: 'HEGG560427MVZRRL04',
      birth_date: '1956-04-27',
      emergency_contact_phone: '+525511112222',
      blood_type: 'O+',
    });
    const id = await ask(person, await newType());
    expect((await look(`${pathOf(id)}/card.pdf`)).statusCode).toBe(404);
    await pay(id, '4242');
    const file = await look(`${pathOf(id)}/card.pdf`);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(pdfText(file.rawPayload).join(' ')).toContain('Eva Luna');
    const check = await checkOf(id);
    expect((await pdfCodes(file.rawPayload)).map((code) => new URL(code ?? '').pathname + new URL(code ?? '').search)).toEqual([check]);
    const says = async (): Promise<string> => (await look(check)).body;
    expect(await says()).toContain('Todavía no empieza');
    await world.pool.query(
      "update fmtri_affiliations set season = extract(year from now())::int, starts_on = date_trunc('year', now())::date where affiliationid = $1",
      [id],
    );
    const valid = await says();
    expect(valid).toContain('Válida');
    expect(valid).toContain('Eva Luna');
    for (const secret of ['HEGG560427', '5511112222', 'credencial@', '1956', 'O+']) expect(valid).not.toContain(secret);
    await act(id, 'suspend', { reason: 'Adeudo' });
    expect(await says()).toContain('Suspendida');
    expect(await says()).not.toContain('Adeudo');
    expect((await look(`${pathOf(id)}/card.pdf`)).statusCode).toBe(404);
    await act(id, 'resume');
    await world.pool.query(
      "update fmtri_affiliations set season = 2021, starts_on = '2021-01-01', ends_on = '2021-12-31' where affiliationid = $1",
      [id],
    );
    expect(await says()).toContain('Vencida');
    await act(id, 'cancel', { reason: 'x' });
    expect(await says()).not.toContain('Eva Luna');
  });
});

describe('renewal', () => {
  test('of many makes a request for each, by letter, and for nobody twice', async () => {
    const now = await newType(),
      next = await newType({ season: season + 1 }),
      coach = await newType({ season: season + 1, audience: 'entrenador' });
    const web_userid = await add.athlete(world.pool, 'renueva');
    const ids: number[] = [];
    for (const more of [{ web_userid }, {}]) ids.push(await ask(await newPerson(more), now));
    for (const id of ids) await act(id, 'pay', { method: 'cash' });
    const renew = (typeid: number, dry_run = false) =>
      federation.post(`${affiliations}/actions/renew`, {
        ids,
        input: { typeid, starts_on: `${season + 1}-01-01` },
        ...(dry_run && { dry_run }),
      });
    const count = async () =>
      (await world.pool.query(`select count(*)::int as n from fmtri_affiliations where season = $1`, [season + 1])).rows[0].n;
    expect((await renew(next, true)).body.ok).toBe(2);
    expect(await count(), 'a rehearsal makes none').toBe(0);
    expect((await renew(coach)).body.skipped).toHaveLength(2);
    const twice = await Promise.all([renew(next), renew(next)]);
    expect(twice.reduce((sum, { body }) => sum + (body.ok ?? 0), 0)).toBe(2);
    expect(await count()).toBe(2);
    expect((await renew(next)).body.skipped).toMatchObject([{ reason: 'Ya tiene una afiliación o una solicitud para esos días.' }, {}]);
    await deliver();
    expect(letters.filter(({ to, text }) => to.startsWith('renueva@') && text.includes('/affiliation/')).length).toBeGreaterThan(0);
  });
});

describe('a sanction', () => {
  test('begins and ends by the clock, and is lifted before it begins', async () => {
    const person = await newPerson(),
      id = await ask(person, await newType());
    await act(id, 'pay', { method: 'cash' });
    const terms = { from: `${season}-02-01`, until: `${season}-03-31`, reason: 'Dopaje' };
    const sanction = (input: object) => federation.post(`${people}/${person}/sanction`, { input });
    expect((await sanction({ ...terms, until: `${season}-01-15` })).body.errors).toMatchObject([{ path: 'until' }]);
    expect((await sanction(terms)).status).toBe(200);
    expect((await read(id)).status, 'nothing changes before its day').toBe('active');
    const at = (day: string) => closeAffiliations({ ...deps(), clock: () => new Date(`${day}T18:00:00Z`) });
    expect((await at(`${season}-01-31`)).sanctioned).toBe(0);
    expect((await at(`${season}-02-01`)).sanctioned).toBe(1);
    expect((await read(id)).status).toBe('suspended');
    expect((await federation.get(`${people}/${person}`)).body).toMatchObject({ status: 'sanctioned', status_reason: 'Dopaje' });
    expect((await at(`${season}-03-31`)).reinstated).toBe(0);
    expect((await at(`${season}-04-01`)).reinstated).toBe(1);
    expect((await read(id)).status).toBe('active');
    expect((await federation.post(`${people}/${person}/reinstate`, {})).status).toBe(409);
    expect((await sanction({ ...terms, from: `${season}-06-01`, until: `${season}-06-30` })).status).toBe(200);
    expect((await federation.post(`${people}/${person}/reinstate`, {})).status).toBe(200);
    expect((await federation.get(`${people}/${person}`)).body).toMatchObject({
      status: 'active',
      sanction_from: null,
      sanction_until: null,
    });
  });
  test('that covers the day of a race leaves its person without an affiliation there', async () => {
    const org = await add.organization(world.pool, 'Casa');
    await addPerson(world.pool, 'apoyo', [{ org: 1, profile: 'super-admin', regions: ['national'] }]);
    const race = await add.event(world.pool, org, 'pide', {
      start_at: `${season}-05-09T13:00:00Z`,
      registration_open_at: `${season - 2}-01-01T00:00:00Z`,
      registration_close_at: `${season}-04-20T00:00:00Z`,
      fmtri_required: true,
    });
    const distanceid = await add.distance(world.pool, race, 'TODOS');
    await world.pool.query(
      `insert into price_tiers (distanceid, name, starts_at, ends_at, price_cents) values ($1, 'Única', now() - interval '1 day', now() + interval '900 days', 50000)`,
      [distanceid],
    );
    const typeid = await newType();
    const held: unknown[] = [];
    for (const [name, from, until] of [
      ['Antes', `${season}-02-01`, `${season}-05-08`],
      ['Ese', `${season}-05-09`, `${season}-05-09`],
    ] as const) {
      const web_userid = await add.athlete(world.pool, name);
      const person = await newPerson({ web_userid });
      await act(await ask(person, typeid), 'pay', { method: 'cash' });
      await federation.post(`${people}/${person}/sanction`, { input: { from, until, reason: 'Dopaje' } });
      const { body } = await world.as('apoyo', 1).post('/v2/inscription/inscriptions', { eventid: race, distanceid, web_userid });
      const { rows } = await world.pool.query('select fmtri_affiliationid as found from inscriptions where inscriptionid = $1', [
        body.inscriptionid,
      ]);
      held.push(rows[0].found !== null);
    }
    expect(held).toEqual([true, false]);
  });
});
