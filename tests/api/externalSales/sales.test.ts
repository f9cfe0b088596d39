import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter } from '../../../server/adapters/mail/Mail';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { createTranslate } from '../../../server/kernel/messages';
import { reconcile } from '../../support/reconcile';
import { longer } from '../../support/limits';
import { add } from '../support/world';
import { buyer, openSales, sales, type Sales } from './support';

let site: Sales;
beforeAll(async () => {
  site = await openSales({ capacity: 6 });
}, longer.timeout);
afterAll(() => site.close());

const seats = (capacity: number) => site.rows('update distances set capacity = $2 where distanceid = $1', [site.ten, capacity]);
/** Sends the letters that wait. */
const post = async (): Promise<readonly Letter[]> => {
  const left: Letter[] = [];
  const mail = { send: async (letter: Letter) => (left.push(letter), { provider: 'smtp' as const, ref: `r${left.length}` }) };
  await sendLetters({ pool: site.pool, registry, translate: createTranslate('locales'), paymentLink: undefined }, mail);
  return left;
};
const letters = async (id: number): Promise<readonly string[]> =>
  (await site.rows('select kind from inscription_letters where inscriptionid = $1 order by letterid', [id])).map(({ kind }) => kind);

describe('a sale that is reported', () => {
  test('becomes a paid registration with number, size and letter, at the price of the partner', async () => {
    const { status, body } = await site.report({ tshirt_size: 'M' });
    expect([status, body]).toMatchObject([201, { status: 'created', number: 1001, error_code: null, duplicate_of_inscriptionid: null }]);
    expect(await site.read(body.inscriptionid)).toMatchObject({
      status: 'assign_number',
      channel: 'partner',
      source: 'club',
      source_ref: body.external_ref,
      external_inscriptionid: body.external_inscriptionid,
      total_cents: 45_050,
      paid_cents: 45_050,
      tshirt_size: 'M',
      tshirt_modelid: site.shirt,
    });
    const paid = await site.rows('select type, method, status, amount_cents, provider from payments where inscriptionid = $1', [
      body.inscriptionid,
    ]);
    expect(paid).toEqual([{ type: 'charge', method: 'external', status: 'paid', amount_cents: 45_050, provider: null }]);
    expect(await letters(body.inscriptionid)).toEqual(['proof']);
    expect(await site.readSale(body.external_inscriptionid)).toMatchObject({ channel: 'api', status: 'created' });
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('finds an athlete who is known, and marks a second place in the event as a duplicate of the first', async () => {
    const known = await site.report(buyer('Berta'));
    const again = await site.report({ ...buyer('Berta'), distance_code: '5K' });
    expect(again.body).toMatchObject({
      status: 'duplicate',
      error_code: 'SALE_DUPLICATE',
      duplicate_of_inscriptionid: known.body.inscriptionid,
      inscriptionid: null,
    });
    expect(again.body.error).toBe('Este atleta ya está inscrito en el evento.');
    const people = await site.rows("select count(*)::int as n from web_users where email = 'berta@example.com'");
    expect(people).toEqual([{ n: 1 }]);
    const tried = await site.actOn(again.body.external_inscriptionid, 'retry');
    expect([tried.status, tried.body.code]).toEqual([409, 'SALE_DUPLICATE']);
  });
  test.each([
    ['a distance that the event does not have', { distance_code: '99K' }, 'REFERENCE_UNKNOWN', 'Distancia: “99K” no existe.'],
    ['no distance where there are two', { distance_code: null }, 'REQUIRED', 'Distancia: Este dato es obligatorio.'],
    ['nobody by name', { first_name: null }, 'REQUIRED', expect.stringMatching(/^Nombres: /)],
    ['a size that no shirt of the event has', { tshirt_size: 'K4' }, 'NO_SUCH_SIZE', expect.stringMatching(/^Talla: /)],
    ['no e-mail', { email: null }, 'RULE_BROKEN', expect.stringMatching(/^Correo: /)],
  ])('is kept as rejected with its reason: %s', async (_what, more, code, error) => {
    const { status, body } = await site.report(more);
    expect([status, body]).toMatchObject([201, { status: 'rejected', inscriptionid: null, error_code: code, error }]);
    expect(await site.rows('select 1 from inscriptions where source_ref = $1', [body.external_ref])).toEqual([]);
  });
  test('waits for a decision when somebody of the same name was born on the same day', async () => {
    await site.report({ ...buyer('Celia'), distance_code: '5K' });
    const { body } = await site.report({ ...buyer('Celia', { email: 'otra@example.com' }), distance_code: '5K' });
    expect(body).toMatchObject({ status: 'matched', error_code: 'ATHLETE_PROPOSED' });
    const same = await site.actOn(body.external_inscriptionid, 'match', { same_person: 'yes' });
    expect([same.status, same.body.code]).toEqual([409, 'SALE_DUPLICATE']);
    const other = await site.actOn(body.external_inscriptionid, 'match', { same_person: 'no', distanceid: site.ten });
    expect(other.status).toBe(200);
    const sale = await site.readSale(body.external_inscriptionid);
    expect(sale).toMatchObject({ status: 'created', error_code: null, error: null });
    expect(await site.read(sale.inscriptionid)).toMatchObject({ distanceid: site.ten, status: 'assign_number' });
  });
});

test('by hand, only a distance of the event and an athlete who exists can be chosen', async () => {
  const { body } = await site.report({ distance_code: '99K' });
  const id = body.external_inscriptionid;
  const eventid = await add.event(site.pool, site.org, 'aparte');
  const apart = await site.chief.post('/v2/event/distances', { eventid, name: '21 km', code: '21K' });
  const elsewhere = await site.actOn(id, 'match', { distanceid: apart.body.distanceid });
  expect([elsewhere.status, elsewhere.body.errors]).toMatchObject([400, [{ path: 'distanceid', code: 'INVALID_REFERENCE' }]]);
  const nobody = await site.actOn(id, 'match', { distanceid: site.five, web_userid: 999_999 });
  expect([nobody.status, nobody.body.errors]).toMatchObject([400, [{ path: 'web_userid' }]]);
  const web_userid = await add.athlete(site.pool, 'elegida');
  expect((await site.actOn(id, 'match', { distanceid: site.five, web_userid })).status).toBe(200);
  expect(await site.read((await site.readSale(id)).inscriptionid)).toMatchObject({ web_userid, distanceid: site.five });
});

describe('refused sales', () => {
  test('are tried again, one and many, when there is place for them', async () => {
    const taken = (await site.rows('select sold_count + held_count as n from distances where distanceid = $1', [site.ten]))[0].n;
    await seats(taken);
    const refused = [await site.report(), await site.report(), await site.report()];
    expect(refused.map(({ body }) => body.error_code)).toEqual(['SOLD_OUT', 'SOLD_OUT', 'SOLD_OUT']);
    const ids = refused.map(({ body }) => body.external_inscriptionid);
    const still = await site.actOn(ids[0], 'retry');
    expect([still.status, still.body.code]).toEqual([409, 'SOLD_OUT']);
    await seats(taken + 2);
    const rehearsed = await site.chief.post(`${sales}/actions/retry`, { ids, dry_run: true });
    expect([rehearsed.status, rehearsed.body.ok]).toEqual([200, 2]); // tried, or foreseen where there is no time to try all
    expect(JSON.stringify(rehearsed.body)).toContain('No quedan lugares en la distancia.');
    const done = await site.chief.post(`${sales}/actions/retry`, { ids });
    expect([done.status, done.body.ok, done.body.skipped.length]).toEqual([200, 2, 1]);
    expect((await Promise.all(ids.map(site.readSale))).map(({ status }) => status).sort()).toEqual(['created', 'created', 'rejected']);
    await seats(200);
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('are judged again when they are corrected, and are corrected no more once they are registered', async () => {
    const { body } = await site.byHand({ distance_code: '42K' });
    expect(body).toMatchObject({ status: 'rejected', channel: 'hand', error_code: 'REFERENCE_UNKNOWN' });
    const at = `${sales}/${body.external_inscriptionid}`;
    const right = await site.chief.patch(at, { version: body.version, distance_code: '5k' });
    expect([right.status, right.body]).toMatchObject([200, { status: 'created', error: null, error_code: null }]);
    const late = await site.chief.patch(at, { version: right.body.version, distance_code: '10K' });
    expect([late.status, late.body.code]).toEqual([409, 'SALE_FIXED']);
    const moved = await site.chief.patch(at, { version: right.body.version, status: 'cancelled' });
    expect(moved.status).toBe(400);
  });
  test('have a reference that occurs once for each partner', async () => {
    const first = await site.byHand({ external_ref: 'UNA' });
    expect(first.status).toBe(201);
    const second = await site.byHand({ external_ref: 'UNA' });
    expect([second.status, second.body.errors]).toMatchObject([409, [{ path: 'external_ref', code: 'NOT_UNIQUE' }]]);
    expect((await site.byHand({ external_ref: 'UNA', source: 'banco' })).status).toBe(201);
    const other = await add.organization(site.pool, 'Otra casa');
    const eventid = await add.event(site.pool, other, 'otra');
    expect((await site.byHand({ external_ref: 'UNA', eventid })).status).toBe(201);
  });
});

describe('a cancelled sale', () => {
  test('gives back place, number and size, notes the refund of the partner, and writes to the athlete', async () => {
    const { body } = await site.report({ tshirt_size: 'L' });
    const cancelled = await site.actOn(body.external_inscriptionid, 'cancel', { reason: 'Pidió su dinero en la tienda' });
    expect(cancelled.status).toBe(200);
    expect(await site.readSale(body.external_inscriptionid)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Pidió su dinero en la tienda',
      inscriptionid: body.inscriptionid,
    });
    expect(await site.read(body.inscriptionid)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'requested',
      number: null,
      bibid: null,
      paid_cents: 45_050,
      refunded_cents: 45_050,
    });
    expect(await letters(body.inscriptionid)).toContain('cancelled');
    const written = (await post()).filter(({ to }) => to === `ana${body.external_ref.slice(2)}@example.com`);
    expect(written.map(({ subject }) => subject)).toEqual(['Se canceló tu inscripción: Carrera carrera']);
    expect(written[0]?.text).toContain('a solicitud de quien te la vendió');
    const back = await site.act(site.chief, body.inscriptionid, 'reactivate', { reason: 'error' });
    expect([back.status, back.body.rule]).toEqual([409, 'inscriptions.refunded']);
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('keeps its place while its kit is out, unless somebody says so', async () => {
    const { body } = await site.report();
    await site.rows("update inscriptions set kit_status = 'delivered' where inscriptionid = $1", [body.inscriptionid]);
    const refused = await site.actOn(body.external_inscriptionid, 'cancel', { reason: 'x' });
    expect([refused.status, refused.body.code]).toEqual([409, 'KIT_DELIVERED']);
    expect(await site.readSale(body.external_inscriptionid)).toMatchObject({ status: 'created' });
    await site.rows("update inscriptions set kit_status = 'pending' where inscriptionid = $1", [body.inscriptionid]);
    expect((await site.actOn(body.external_inscriptionid, 'cancel', { reason: 'x' })).status).toBe(200);
  });
  test('of a registration that staff had cancelled notes what the partner gives back, once', async () => {
    const { body } = await site.report();
    await site.act(site.chief, body.inscriptionid, 'cancel', { cancel_reason: 'admin' });
    expect((await site.actOn(body.external_inscriptionid, 'cancel', { reason: 'x' })).status).toBe(200);
    expect(await site.read(body.inscriptionid)).toMatchObject({ status: 'cancelled', refunded_cents: 45_050 });
    const twice = await site.actOn(body.external_inscriptionid, 'cancel', { reason: 'x' });
    expect([twice.status, twice.body.code]).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('is not tried again', async () => {
    const { body } = await site.report({ distance_code: '99K' });
    await site.actOn(body.external_inscriptionid, 'cancel', { reason: 'x' });
    expect((await site.actOn(body.external_inscriptionid, 'retry')).body.code).toBe('STATE_NOT_ALLOWED');
  });
});

test('people who only look at sales change none', async () => {
  const { body } = await site.report({ distance_code: '99K' });
  const id = body.external_inscriptionid;
  expect((await site.organizer.get(`${sales}/${id}`)).body).toMatchObject({ status: 'rejected', email: null, curp: null, phone: null });
  for (const action of ['retry', 'match', 'cancel'])
    expect([action, (await site.actOn(id, action, { reason: 'x' }, site.organizer)).status]).toEqual([action, 403]);
  expect((await site.byHand({}, site.organizer)).status).toBe(403);
  expect((await site.organizer.patch(`${sales}/${id}`, { version: 1, distance_code: '5K' })).status).toBe(403);
  expect((await site.desk.get(`${sales}/${id}`)).status).toBe(403);
});
