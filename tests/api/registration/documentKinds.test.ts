import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { replay } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { readStored } from '../../../server/api/list/stored';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import type { Evidence } from '../../../server/features/documents/Evidence';
import { kinds } from '../../../server/features/documents/kinds';
import type { Receipt } from '../../../server/features/documents/Receipt';
import type { Waiver } from '../../../server/features/documents/Waiver';
import { digestOf } from '../../support/reconcile';
import type { Person } from '../support/openWorld';
import { addPerson } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene,
  made = 0,
  waiver: number;
/** Carries disputes through, and may not see contact data. */
let blind: Person;
/** Sees contact data, and carries no disputes through. */
let open: Person;
beforeAll(async () => {
  scene = await openScene();
  const [{ organizationid }] = (await scene.pool.query('select organizationid from organizations where is_platform')).rows;
  await addPerson(scene.pool, 'nora', [{ org: organizationid, profile: 'finance', regions: ['national', 'reports-wo-contact-info'] }]);
  await addPerson(scene.pool, 'nacho', [{ org: organizationid, profile: 'national-admin', regions: ['national'] }]);
  blind = scene.world.as('nora', organizationid);
  open = scene.world.as('nacho', organizationid);
  await scene.pool.query(
    `update organizations set legal_name = 'Casa Deportiva, S.A. de C.V.', rfc = 'CDE010203AB1' where organizationid = $1`,
    [scene.org],
  );
  waiver = (
    await scene.chief.post('/v2/event/exonerations', {
      eventid: scene.eventid,
      title: 'Carta responsiva',
      body_html: { es: '<h2>Riesgo</h2><p>Acepto el riesgo.</p>', en: '<p>I accept the risk.</p>' },
    })
  ).body.exonerationid;
  await scene.chief.post(`/v2/event/exonerations/${waiver}/activate`);
});
afterAll(() => scene.close());
beforeEach(() => {
  made += 1;
});

interface Document {
  readonly documentid: number;
  readonly kind: string;
  readonly status: string;
  readonly locale: string;
  readonly sha256: string;
  readonly size_bytes: number;
}
const documents = async (id: number, kind?: string): Promise<readonly Document[]> =>
  (
    await scene.pool.query(
      'select * from inscription_documents where inscriptionid = $1 and kind = coalesce($2, kind) order by documentid',
      [id, kind ?? null],
    )
  ).rows.map((row) => ({ ...row, documentid: Number(row.documentid) }));
const done = async (id: number, action: string, input: object = {}, person = scene.support): Promise<any> => {
  const answer = await scene.act(person, id, action, input);
  expect(answer, `${action} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
  return answer.body;
};
const held = async (): Promise<number> =>
  (await scene.signUp(`Corredora${made}`, { email: `corredora${made}@prueba.test`, phone: '5512345678' })).inscriptionid;
const paid = async (): Promise<number> => {
  const id = await held();
  await done(id, 'pay', { method: 'pos', reference: `AUT-${made}` });
  return id;
};
const sign = async (id: number): Promise<number> => {
  const answer = await scene.desk.post('/v2/inscription/exoneration_signatures', {
    inscriptionid: id,
    exonerationid: waiver,
    signer_name: 'Corredora Prueba',
    channel: 'paper',
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.signatureid;
};
const disputed = async (): Promise<number> => {
  const id = await paid();
  await done(id, 'open_chargeback', { reason: 'Nota interna', reference: 'CB-77' }, scene.finance);
  return id;
};
const fetchFile = (person: Person, documentid: number) =>
  scene.world.app.inject({
    method: 'GET',
    url: `/v2/inscription/inscription_documents/${documentid}/file`,
    headers: { authorization: person.authorization },
  });
const logOf = async (id: number) =>
  (await scene.pool.query('select status, actor_type, permission_key from inscription_log where inscriptionid = $1 order by logid', [id]))
    .rows;
/** What is handed to the drawing of a document. */
const factsOf = async <T>(id: number, kind: keyof typeof kinds, locale: 'es' | 'en' = 'es'): Promise<T> =>
  (
    await inSystemTransaction({ pool: scene.pool, registry }, async (tx) =>
      kinds[kind](tx, (await readStored(tx, inscriptions, id)) as unknown as Inscription, locale),
    )
  ).facts as T;

describe('a receipt', () => {
  test('says what was paid, how and to whom, with the reference of the payment', async () => {
    const id = await paid();
    await done(id, 'create_pdf', { kind: 'receipt' });
    expect(await factsOf<Receipt>(id, 'receipt')).toMatchObject({
      head: { name: `Corredora${made} García`, legal_name: 'Casa Deportiva, S.A. de C.V.', rfc: 'CDE010203AB1', distance: '10 km' },
      price: {
        list_price_cents: 60_000,
        fee_cents: 2_500,
        discount_cents: 0,
        total_cents: 62_500,
        paid_cents: 62_500,
        refunded_cents: 0,
        wallet_cents: 0,
      },
      payments: [{ type: 'charge', method: 'pos', status: 'paid', amount_cents: 62_500, currency: 'MXN', references: [`AUT-${made}`] }],
    });
    const [document] = await documents(id);
    expect(document).toMatchObject({ kind: 'receipt', status: 'current' });
    const { statusCode, rawPayload } = await fetchFile(scene.support, document!.documentid);
    expect([statusCode, createHash('sha256').update(rawPayload).digest('hex')]).toEqual([200, document!.sha256]);
  });

  test('tells nothing of payments that failed or wait', async () => {
    const id = await held();
    await done(id, 'request_payment', { method: 'card' });
    await done(id, 'pay', { method: 'cash' });
    expect((await factsOf<Receipt>(id, 'receipt')).payments.map(({ method }) => method)).toEqual(['cash']);
  });

  test('is refused where nothing was paid, at the choice that asked for it', async () => {
    const id = await held();
    await done(id, 'pay', { method: 'courtesy', reason: 'Prensa' });
    const answer = await scene.act(scene.support, id, 'create_pdf', { kind: 'receipt' });
    expect([answer.status, answer.body.errors]).toEqual([
      409,
      [{ path: 'input.kind', code: 'NOTHING_PAID', message: 'No se ha pagado nada: no hay de qué dar recibo.' }],
    ]);
    expect(await documents(id)).toEqual([]);
  });

  test('opens to those alone who read payments', async () => {
    const id = await paid();
    await done(id, 'create_pdf', { kind: 'receipt' });
    const [document] = await documents(id);
    for (const person of [scene.support, scene.finance, scene.organizer])
      expect((await fetchFile(person, document!.documentid)).statusCode).toBe(200);
    expect((await fetchFile(scene.desk, document!.documentid)).statusCode).toBe(403);
  });

  test('is kept with the proof, and stays true when that ends with the registration', async () => {
    const id = await paid();
    await done(id, 'create_pdf');
    await done(id, 'create_pdf', { kind: 'receipt' });
    await done(id, 'update_number', { number: 1_050 - (made % 10) }, scene.desk);
    expect((await documents(id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['confirmation', 'superseded'],
      ['receipt', 'current'],
      ['confirmation', 'current'],
    ]);
    await done(id, 'cancel', { cancel_reason: 'admin' });
    expect((await documents(id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['confirmation', 'superseded'],
      ['receipt', 'current'],
      ['confirmation', 'superseded'],
    ]);
  });

  test('is made for a whole filter, and those who paid nothing are left out with their reason', async () => {
    const one = await paid(),
      gift = await ((made += 1), held());
    await done(gift, 'pay', { method: 'courtesy', reason: 'Prensa' });
    const body = { filter: { field: 'inscriptionid', op: 'in', value: [one, gift] }, input: { kind: 'receipt' } };
    const before = await digestOf(scene.pool);
    expect((await scene.support.post('/v2/inscription/inscriptions/actions/create_pdf', { ...body, dry_run: true })).body).toMatchObject({
      ok: 1,
      skipped: [{ id: gift }],
    });
    expect(await digestOf(scene.pool)).toBe(before);
    expect((await scene.support.post('/v2/inscription/inscriptions/actions/create_pdf', body)).body).toMatchObject({
      ok: 1,
      skipped: [{ id: gift, reason: 'No se ha pagado nada: no hay de qué dar recibo.' }],
    });
  });
});

describe('a signed waiver', () => {
  test('is printed with its text, who signed it, when, how and before whom', async () => {
    const id = await paid();
    await sign(id);
    await done(id, 'create_pdf', { kind: 'exoneration' });
    const facts = await factsOf<Waiver>(id, 'exoneration');
    expect(facts).toMatchObject({
      body_html: expect.stringContaining('Acepto el riesgo.'),
      signature: {
        title: 'Carta responsiva',
        revision: 1,
        signer_name: 'Corredora Prueba',
        signer_type: 'athlete',
        channel: 'paper',
        way: 'typed',
        witness: 'kado Prueba',
        status: 'signed',
      },
    });
    expect(Date.parse(facts.signature.signed_at!)).toBeGreaterThan(Date.now() - 600_000);
    expect(JSON.stringify(facts)).not.toContain('"ip"');
    expect(await documents(id)).toMatchObject([{ kind: 'exoneration', status: 'current', locale: 'es' }]);
  });

  test('is refused for who has not signed, at the choice that asked for it', async () => {
    const answer = await scene.act(scene.support, await paid(), 'create_pdf', { kind: 'exoneration' });
    expect([answer.status, answer.body.errors]).toEqual([
      409,
      [{ path: 'input.kind', code: 'NOT_SIGNED', message: 'Aún no hay una carta responsiva firmada.' }],
    ]);
  });

  test('opens to those alone who look after waivers', async () => {
    const id = await paid();
    await sign(id);
    await done(id, 'create_pdf', { kind: 'exoneration' });
    const [document] = await documents(id);
    for (const person of [scene.support, scene.desk, scene.organizer])
      expect((await fetchFile(person, document!.documentid)).statusCode).toBe(200);
    expect((await fetchFile(scene.finance, document!.documentid)).statusCode).toBe(403);
  });

  test('no longer holds when the signature is taken back, no matter who does it or why', async () => {
    const [revoked, renamed, corrected] = [await paid(), await ((made += 1), paid()), await ((made += 1), paid())];
    const signature = await sign(revoked);
    for (const id of [renamed, corrected]) await sign(id);
    for (const id of [revoked, renamed, corrected]) await done(id, 'create_pdf', { kind: 'exoneration' });
    expect((await scene.desk.post(`/v2/inscription/exoneration_signatures/${signature}/revoke`, { input: { reason: 'x' } })).status).toBe(
      200,
    );
    await done(renamed, 'update_name', { first_name: 'Otra', last_name: 'Persona', fee: 'waive', reason: 'x' });
    const { version } = await scene.read(corrected);
    expect((await scene.support.patch(`/v2/inscription/inscriptions/${corrected}`, { version, second_last_name: 'Ruiz' })).status).toBe(
      200,
    );
    for (const id of [revoked, renamed, corrected]) expect((await documents(id)).map(({ status }) => status)).toEqual(['superseded']);
    const another = await ((made += 1), paid());
    await sign(another);
    await done(another, 'create_pdf', { kind: 'exoneration' });
    const next = (
      await scene.chief.post('/v2/event/exonerations', {
        eventid: scene.eventid,
        title: 'Carta responsiva',
        resign: true,
        body_html: { es: '<p>Otra.</p>' },
      })
    ).body.exonerationid;
    expect((await scene.chief.post(`/v2/event/exonerations/${next}/activate`)).body).toMatchObject({ ok: 1 });
    expect((await documents(another)).map(({ status }) => status)).toEqual(['superseded']);
    waiver = next;
  });
});

describe('the evidence pack of a dispute', () => {
  test('is printed with the dispute itself, and tells all that speaks for it in order', async () => {
    const id = await paid();
    await sign(id);
    await done(id, 'create_pdf');
    await scene.pool.query(
      `insert into kit_deliveries (organizationid, inscriptionid, eventid, delivered_at, receiver_type, receiver_name, receiver_id_type, receiver_id_last4, items, status, by_userid, client_uuid)
      select $1, $2, $3, now(), 'third_party', 'Hermano Prueba', 'INE', '4321', '[{"kit_itemid": 1, "name": "Playera", "qty": 1, "status": "delivered"}]', 'delivered', min(userid), gen_random_uuid()::text from users where first_name = 'kado'`,
      [scene.org, id, scene.eventid],
    );
    await done(id, 'open_chargeback', { reason: 'Nota interna', reference: 'CB-77' }, scene.finance);
    const facts = await factsOf<Evidence>(id, 'evidence');
    expect(facts).toMatchObject({
      status: 'chargeback',
      head: { name: `Corredora${made} García`, rfc: 'CDE010203AB1' },
      holder: { email: `corredora${made}@prueba.test`, phone: expect.stringContaining('5512345678') },
      dispute: { amount_cents: 62_500, reference: 'CB-77', status: 'pending' },
      payments: [
        { type: 'charge', method: 'pos', references: [`AUT-${made}`] },
        { type: 'chargeback', status: 'pending' },
      ],
      signatures: [{ signer_name: 'Corredora Prueba', witness: 'kado Prueba' }],
      deliveries: [
        {
          receiver_type: 'third_party',
          receiver_name: 'Hermano Prueba',
          id_last4: '4321',
          by: 'kado Prueba',
          items: [{ name: 'Playera', qty: 1, status: 'delivered' }],
        },
      ],
      scans: [],
      results: [],
    });
    expect(facts.log.map(({ status }) => status)).toEqual([
      'started',
      'paid',
      'assign_number',
      'data_updated',
      'pdf_created',
      'chargeback',
    ]);
    expect(JSON.stringify(facts)).not.toContain('Nota interna');
    expect((await documents(id, 'evidence')).map(({ status, locale }) => [status, locale])).toEqual([['current', 'es']]);
    expect((await logOf(id)).slice(-2)).toEqual([
      { status: 'chargeback', actor_type: 'staff', permission_key: 'asdeporte-admin-wallet' },
      { status: 'pdf_created', actor_type: 'system', permission_key: null },
    ]);
  });

  test('is printed in the transaction of the dispute: one that is rehearsed or refused leaves nothing', async () => {
    const id = await paid(),
      before = await digestOf(scene.pool);
    expect((await scene.act(scene.finance, id, 'open_chargeback', { reason: 'x' }, true)).status).toBe(200);
    expect((await scene.act(scene.support, id, 'open_chargeback', { reason: 'x' })).status).toBe(403);
    expect(await digestOf(scene.pool)).toBe(before);
  });

  test('is printed again by hand with what became known since, and not while it says the same', async () => {
    const id = await disputed();
    expect(await scene.act(scene.finance, id, 'create_evidence')).toMatchObject({
      status: 409,
      body: { message: 'El documento vigente ya dice lo mismo.' },
    });
    await done(id, 'update_comment', { comment: 'Secreto del personal' });
    await done(id, 'create_evidence', {}, scene.finance);
    expect((await documents(id, 'evidence')).map(({ status }) => status)).toEqual(['superseded', 'current']);
    expect(JSON.stringify(await factsOf(id, 'evidence'))).not.toContain('Secreto');
    const log = await logOf(id);
    expect(log.at(-1)).toEqual({ status: 'pdf_created', actor_type: 'staff', permission_key: 'asdeporte-admin-wallet' });
    expect(replay(log)).toBe('chargeback');
    expect((await scene.act(scene.finance, id, 'create_evidence')).status).toBe(409);
  });

  test('is in the language of the person who asks for it', async () => {
    const id = await disputed();
    const answer = await scene.world.app.inject({
      method: 'POST',
      url: `/v2/inscription/inscriptions/${id}/create_evidence`,
      headers: { authorization: scene.finance.authorization, 'accept-language': 'en' },
      payload: {},
    });
    expect(answer.statusCode).toBe(200);
    expect((await documents(id, 'evidence')).map(({ locale, status }) => [locale, status])).toEqual([
      ['es', 'superseded'],
      ['en', 'current'],
    ]);
  });

  test('is not made for who is in no dispute, nor by who carries none through', async () => {
    const id = await paid();
    expect((await scene.act(scene.finance, id, 'create_evidence')).body).toMatchObject({ statusCode: 409, errors: [{ path: 'status' }] });
    const open = await ((made += 1), disputed());
    for (const person of [scene.support, scene.organizer, scene.desk])
      expect((await scene.act(person, open, 'create_evidence')).status).toBe(403);
    expect((await scene.act(scene.finance, open, 'create_pdf')).status).toBe(403);
    expect((await scene.act(scene.support, open, 'create_pdf')).status).toBe(409);
  });

  test('stays as it is when the dispute is won or lost', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const id = await ((made += 1), disputed());
      await done(id, 'close_chargeback', { outcome, reason: 'x' }, scene.finance);
      const [document, ...others] = await documents(id, 'evidence');
      expect([document!.status, others, (await fetchFile(scene.finance, document!.documentid)).statusCode]).toEqual(['current', [], 200]);
      expect((await scene.act(scene.finance, id, 'create_evidence')).status).toBe(409);
    }
  });

  test('is there for nobody without the key of disputes, and its file for nobody without contact data, in whatever way it is asked for', async () => {
    const id = await disputed(),
      [document] = await documents(id, 'evidence'),
      its = { field: 'inscriptionid', op: 'eq', value: id };
    const seen = { total: 1, items: [{ documentid: document!.documentid, sha256: document!.sha256 }] };
    const ways = async (person: Person): Promise<readonly unknown[]> => [
      (await person.get(`/v2/inscription/inscription_documents/${document!.documentid}`)).status,
      (await person.get(`/v2/inscription/inscription_documents?filter=${encodeURIComponent(JSON.stringify(its))}`)).body.length,
      (
        await person.query(
          'inscription',
          'query ($filter: Filter) { inscription_documents(filter: $filter) { total items { documentid sha256 } } }',
          { filter: its },
        )
      ).body.data?.inscription_documents,
      (await fetchFile(person, document!.documentid)).statusCode,
    ];
    for (const person of [scene.finance, scene.chief]) expect(await ways(person)).toEqual([200, 1, seen, 200]);
    expect(await ways(blind)).toEqual([200, 1, seen, 403]);
    for (const person of [scene.support, open, scene.organizer, scene.desk])
      expect(await ways(person)).toEqual([404, 0, { total: 0, items: [] }, 404]);
    expect(
      (await scene.world.app.inject({ method: 'GET', url: `/v2/inscription/inscription_documents/${document!.documentid}/file` }))
        .statusCode,
    ).toBe(401);
    expect((await fetchFile(scene.finance, document!.documentid)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('is never what a letter brings', async () => {
    const id = await paid();
    await done(id, 'create_pdf');
    await done(id, 'open_chargeback', { reason: 'x' }, scene.finance);
    expect((await scene.act(scene.support, id, 'send_mail')).status).toBe(409);
    await done(id, 'close_chargeback', { outcome: 'won', reason: 'x' }, scene.finance);
    await done(id, 'create_pdf', { kind: 'receipt' });
    await done(id, 'send_mail');
    const { rows } = await scene.pool.query(
      `select d.kind from inscription_letters l join inscription_documents d on d.inscriptionid = l.inscriptionid and d.kind = 'confirmation' and d.status = 'current' where l.inscriptionid = $1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'confirmation' }]);
  });
});

describe('a change of several steps', () => {
  test('prints the proof once, as it is in the end', async () => {
    const id = await paid();
    await done(id, 'create_pdf');
    await scene.pool.query('update tshirt_models set distanceids = array[$1::bigint] where tshirt_modelid = $2', [scene.ten, scene.shirt]);
    await done(id, 'update_race', { distanceid: scene.five });
    await scene.pool.query('update tshirt_models set distanceids = null where tshirt_modelid = $1', [scene.shirt]);
    const { number, tshirt_size } = await scene.read(id);
    expect(tshirt_size).toBeNull();
    expect(await documents(id)).toMatchObject([{ status: 'superseded' }, { status: 'current', number }]);
    expect((await logOf(id)).map(({ status }) => status)).toEqual([
      'started',
      'paid',
      'assign_number',
      'pdf_created',
      'tshirt_updated',
      'category_updated',
      'distance_updated',
      'pdf_created',
      'number_updated',
    ]);
  });
});
