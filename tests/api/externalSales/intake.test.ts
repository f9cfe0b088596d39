import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { longer } from '../../support/limits';
import type { Answer } from '../support/openWorld';
import { addPerson } from '../support/addPerson';
import { add } from '../support/world';
import { openSales, sales, type Sales } from './support';

let site: Sales, secret: string, narrow: string, reader: string;
const keyOf = async (more: object, slugs: readonly string[]): Promise<string> => {
  const tina = site.world.as('tina', site.org);
  const roles = await site.rows('select roleid from roles where slug = any($1)', [slugs]);
  const made = await tina.post('/v2/organization/api_keys', {
    name: 'Tienda',
    roleids: roles.map(({ roleid }) => roleid),
    access: 'edit',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    ...more,
  });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return (await tina.post(`/v2/organization/api_keys/${made.body.api_keyid}/issue_secret`)).body.result.secret;
};
beforeAll(async () => {
  site = await openSales();
  await addPerson(site.pool, 'tina', [{ org: site.org, profile: 'none', regions: ['user-roles', 'external-inscriptions'] }]);
  secret = await keyOf({}, ['external-inscriptions']);
  reader = await keyOf({ access: 'view' }, ['external-inscriptions']);
  const eventid = await add.event(site.pool, site.org, 'segunda');
  narrow = await keyOf({ eventids: [eventid] }, ['external-inscriptions']);
}, longer.timeout);
afterAll(() => site.close());

/** What the program of a partner is answered. */
const send = async (body: unknown, path = 'intake', by = secret): Promise<Answer> => {
  const reply = await site.world.app.inject({
    method: 'POST',
    url: `${sales}/${path}`,
    headers: { authorization: `Bearer ${by}` },
    payload: body as object,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
};
const sale = (more: object = {}) => ({ event_code: 'carrera', ...site.sale(), ...more });
const count = async (): Promise<number> => (await site.rows('select count(*)::int as n from external_inscriptions'))[0].n;

describe('a program with the key of sales alone', () => {
  test('registers what it sold', async () => {
    const { status, body } = await send(sale({ tshirt_size: 'M' }));
    expect([status, body.error]).toEqual([201, null]);
    expect([status, body]).toMatchObject([201, { status_code: 201, status: 'created', folio: expect.any(String), number: 1001 }]);
    expect(await site.read(body.inscriptionid)).toMatchObject({ status: 'assign_number', paid_cents: 45_050, tshirt_modelid: site.shirt });
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('gets the same answer to the same report, and a conflict where it says something else', async () => {
    const report = sale();
    const first = await send(report);
    const before = await count();
    const again = await send({ ...report, email: String(report.email).toUpperCase(), sold_at: '2026-03-10T12:00:00-06:00' });
    expect([again.status, again.body]).toEqual([200, { ...first.body, status_code: 200 }]);
    const other = await send({ ...report, amount_cents: 1 });
    expect([other.status, other.body]).toMatchObject([409, { code: 'SALE_DIFFERS', source: 'club', external_ref: report.external_ref }]);
    expect(await count()).toBe(before);
  });
  test('sends the same report twice at once and makes one registration', async () => {
    const report = sale();
    const answers = await Promise.all([send(report), send(report), send(report)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.folio)).size).toBe(1);
    expect(await site.rows('select count(*)::int as n from inscriptions where source_ref = $1', [report.external_ref])).toEqual([{ n: 1 }]);
  });
  test('is answered row by row: a wrong one keeps no other back', async () => {
    const [good, wrong, unknown, kept, better] = [
      sale(),
      sale({ email: 'no es correo', surprise: 1 }),
      sale({ event_code: 'nada' }),
      sale({ distance_code: '99K' }),
      sale(),
    ];
    const { status, body } = await send([good, wrong, unknown, kept, better, 'x', { external_ref: 'R' }]);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { status_code: 201, status: 'created' },
      { status_code: 400, external_ref: wrong.external_ref, errors: expect.arrayContaining([expect.objectContaining({ path: 'email' })]) },
      { status_code: 400, errors: [{ path: 'event_code', code: 'REFERENCE_UNKNOWN' }] },
      { status_code: 201, status: 'rejected', error_code: 'REFERENCE_UNKNOWN' },
      { status_code: 201, status: 'created' },
      { status_code: 400, external_ref: null },
      { status_code: 400, errors: [{ path: 'source' }, { path: 'event_code' }] },
    ]);
  });
  test('takes a sale back, and is answered the same when it repeats that', async () => {
    const report = sale();
    const { body } = await send(report);
    const names = { source: report.source, external_ref: report.external_ref, reason: 'Devuelta en tienda' };
    const back = await send(names, 'intake/cancel');
    expect([back.status, back.body]).toMatchObject([200, { status: 'cancelled', inscriptionid: body.inscriptionid, number: null }]);
    expect(await send(names, 'intake/cancel')).toMatchObject({ status: 200, body: back.body });
    expect(await site.read(body.inscriptionid)).toMatchObject({ status: 'cancelled', refunded_cents: 45_050 });
    const many = await send([{ ...names, external_ref: 'NADIE' }, { source: 'club' }, names], 'intake/cancel');
    expect(many.body.items.map(({ status_code }: any) => status_code)).toEqual([404, 400, 200]);
    expect(await reconcile(site.pool)).toEqual({});
  });
  test('sees and reports nothing of other organizations', async () => {
    const other = await add.organization(site.pool, 'Ajena');
    await add.event(site.pool, other, 'ajena');
    const refused = await send(sale({ event_code: 'ajena' }));
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: 'event_code', code: 'REFERENCE_UNKNOWN' }]]);
    const theirs = await site.byHand({ eventid: (await site.rows("select eventid from events where slug = 'ajena'"))[0].eventid });
    expect(theirs.status).toBe(201);
    const { source, external_ref } = theirs.body;
    expect((await send({ source, external_ref, reason: 'x' }, 'intake/cancel')).status).toBe(404);
    expect((await send(sale({ external_ref, event_code: 'carrera' }))).status).toBe(201);
  });
});

test('a program that only reads, one of other events, and nobody are refused', async () => {
  const before = await count();
  expect((await send(sale(), 'intake', reader)).status).toBe(403);
  expect((await send([sale()], 'intake', reader)).status).toBe(403);
  expect((await send(sale(), 'intake', narrow)).status).toBe(403);
  expect((await send({ source: 'club', external_ref: 'V-1', reason: 'x' }, 'intake/cancel', reader)).status).toBe(403);
  expect((await send(sale(), 'intake', 'dorsal_1_nothing')).status).toBe(401);
  expect((await send([])).status).toBe(400);
  expect((await send(Array.from({ length: 101 }, () => sale()))).body.errors).toMatchObject([{ code: 'TOO_MANY_AT_ONCE' }]);
  expect(await count()).toBe(before);
});

test('the documentation of the API names what a sale may say, and nothing else', async () => {
  const document = (await site.chief.get('/v2/inscription/openapi.json')).body;
  const { post } = document.paths['/external_inscriptions/intake'];
  const { properties, required } = post.requestBody.content['application/json'].schema.oneOf[0];
  const full = {
    ...sale(),
    second_last_name: 'Segunda',
    curp: null,
    phone: '5555555555',
    tshirt_size: 'M',
    settlement_batch: 'MZO',
  };
  expect(Object.keys(properties).sort()).toEqual(Object.keys(full).sort());
  expect(await send(full)).toMatchObject({ status: 201, body: { status: 'created' } });
  for (const name of required) {
    const { [name]: _, ...rest } = sale() as Record<string, unknown>;
    expect([name, (await send(rest)).body.errors]).toMatchObject([name, [{ path: name, code: 'REQUIRED' }]]);
  }
  const declared = document.components.schemas.ExternalInscriptionInput ?? {};
  expect(properties.source.enum).toEqual(declared.properties.source.enum);
  expect(document.paths['/external_inscriptions/intake/cancel'].post.operationId).toBe('take_back_external_inscriptions');
});
