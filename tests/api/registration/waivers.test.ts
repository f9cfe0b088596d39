import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { readStored } from '../../../server/api/list/stored';
import { readWaiver } from '../../../server/features/documents/readWaiver';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { openScene, type Scene } from './support';

let scene: Scene,
  waiver: number,
  id: number,
  made = 0;
beforeAll(async () => {
  scene = await openScene({ event: { distance_change_policy: 'free', numbering_mode: 'none' } });
  waiver = await addWaiver({ title: 'De todo el evento' });
});
afterAll(() => scene.close());
beforeEach(async () => {
  made += 1;
  id = (await scene.signUp(`Firma${made}`)).inscriptionid;
  await scene.act(scene.support, id, 'pay', { method: 'courtesy', reason: 'Prueba' });
});

const addWaiver = async (more: object): Promise<number> => {
  const { exonerationid } = (
    await scene.chief.post('/v2/event/exonerations', { eventid: scene.eventid, body_html: { es: '<p>Asumo los riesgos.</p>' }, ...more })
  ).body;
  expect((await scene.chief.post(`/v2/event/exonerations/${exonerationid}/activate`, {})).status).toBe(200);
  return exonerationid;
};
const sign = (more: object = {}) =>
  scene.desk.post('/v2/inscription/exoneration_signatures', {
    inscriptionid: id,
    exonerationid: waiver,
    signer_name: 'Ana García',
    ...more,
  });
const standing = async () => {
  const { rows } = await scene.pool.query('select status from exoneration_signatures where inscriptionid = $1 order by signatureid', [id]);
  return { inscription: (await scene.read(id)).exoneration_status, signatures: rows.map(({ status }) => status as string) };
};

describe('signing a waiver', () => {
  test('makes the inscription signed, once, with who saw it and how', async () => {
    const { status, body } = await sign();
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'signed', revision: 1, channel: 'desk', witness_userid: expect.any(Number), signed_at: expect.any(String) },
    });
    expect(await standing()).toEqual({ inscription: 'signed', signatures: ['signed'] });
    expect((await sign()).status).toBe(409);
    expect((await scene.statuses(id)).filter((each) => each === 'data_updated')).toHaveLength(1);
  });
  test('on paper keeps the picture of the paper, which the printed waiver shows', async () => {
    const form = new FormData();
    const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ddd' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'carta.png');
    const encoded = new Response(form);
    const sent = await scene.world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: scene.desk.authorization, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    const { url } = sent.json<{ readonly url: string }>();
    expect((await sign({ channel: 'paper', signature_img: '/api/upload/de-nadie.png' })).status).toBe(400);
    const { status, body } = await sign({ channel: 'paper', signature_img: url });
    expect({ status, body }).toMatchObject({ status: 201, body: { channel: 'paper', signature_img: url, status: 'signed' } });
    expect(await standing()).toEqual({ inscription: 'signed', signatures: ['signed'] });
    const drawn = await inSystemTransaction({ pool: scene.pool, registry }, async (tx) => {
      const row = await readStored(tx, inscriptions, id);
      return row && readWaiver(tx, row);
    });
    expect(drawn).toMatchObject({ image: url, signature: { channel: 'paper' } });
  });
  test('is refused for minors without a guardian, for closed inscriptions and for texts that are not in force', async () => {
    await scene.pool.query(`update inscriptions set birth_date = now() - interval '14 years' where inscriptionid = $1`, [id]);
    expect((await sign()).body.errors).toMatchObject([{ path: 'signer_type' }]);
    expect((await sign({ signer_type: 'guardian' })).body.errors).toMatchObject([{ path: 'relationship' }]);
    expect((await sign({ signer_type: 'guardian', relationship: 'Madre' })).status).toBe(201);
    const { body: draft } = await scene.chief.post('/v2/event/exonerations', {
      eventid: scene.eventid,
      title: 'Borrador',
      body_html: { es: '<p>Nada.</p>' },
    });
    expect((await sign({ exonerationid: draft.exonerationid })).status).toBe(409);
    await scene.act(scene.support, id, 'cancel', { cancel_reason: 'admin' });
    expect((await sign()).status).toBe(409);
  });
  test('is taken back with a reason, and the inscription waits again', async () => {
    const { body } = await sign();
    expect((await scene.desk.post(`/v2/inscription/exoneration_signatures/${body.signatureid}/revoke`, { input: {} })).status).toBe(400);
    expect(
      (
        await scene.desk.post(`/v2/inscription/exoneration_signatures/${body.signatureid}/revoke`, {
          input: { reason: 'Firmó otra persona' },
        })
      ).status,
    ).toBe(200);
    expect(await standing()).toEqual({ inscription: 'pending', signatures: ['revoked'] });
    expect((await sign()).status).toBe(201);
    expect(await standing()).toEqual({ inscription: 'signed', signatures: ['revoked', 'signed'] });
  });
});

describe('a signed waiver', () => {
  test('is asked for again when the name or the birth date changes, and stays when the city does', async () => {
    await sign();
    const edit = async (values: object) =>
      scene.support.patch(`/v2/inscription/inscriptions/${id}`, { version: (await scene.read(id)).version, ...values });
    expect((await edit({ city: 'Toluca' })).status).toBe(200);
    expect(await standing()).toEqual({ inscription: 'signed', signatures: ['signed'] });
    expect(
      (await scene.act(scene.support, id, 'update_name', { first_name: 'Ana', last_name: 'Otra', fee: 'waive', reason: 'Cede su lugar' }))
        .status,
    ).toBe(200);
    expect(await standing()).toEqual({ inscription: 'pending', signatures: ['revoked'] });
    await sign();
    expect((await edit({ birth_date: '1991-02-03' })).status).toBe(200);
    expect(await standing()).toEqual({ inscription: 'pending', signatures: ['revoked', 'revoked'] });
  });
  test('stays when the race changes to one with the same text, and is asked for again when the other has its own', async () => {
    await sign();
    expect((await scene.act(scene.support, id, 'update_race', { distanceid: scene.five })).status).toBe(200);
    expect(await standing()).toEqual({ inscription: 'signed', signatures: ['signed'] });
    await addWaiver({ title: 'De los 10 km', distanceids: [scene.ten] });
    await scene.pool.query('update distances set exonerationid = null where distanceid = $1', [scene.ten]);
    expect((await scene.act(scene.support, id, 'update_race', { distanceid: scene.ten })).status).toBe(200);
    expect(await standing()).toEqual({ inscription: 'pending', signatures: ['revoked'] });
    await scene.pool.query(`update exonerations set status = 'retired' where title = 'De los 10 km'`);
  });
  test('outlives a new revision, unless it must be signed again', async () => {
    await sign();
    const second = await addWaiver({ title: 'De todo el evento' });
    expect(await standing()).toEqual({ inscription: 'signed', signatures: ['signed'] });
    waiver = second;
    await sign();
    const { exonerationid } = (
      await scene.chief.post('/v2/event/exonerations', {
        eventid: scene.eventid,
        title: 'De todo el evento',
        resign: true,
        body_html: { es: '<p>Todo nuevo.</p>' },
      })
    ).body;
    const answer = await scene.chief.post(`/v2/event/exonerations/${exonerationid}/activate`, {});
    expect(answer.body.result).toMatchObject({ retired: 1 });
    expect((await scene.read(id)).exoneration_status).toBe('pending');
    waiver = exonerationid;
  });
});

test('a wave takes who runs its distance, while there is room', async () => {
  const add = async (name: string, more: object) =>
    (await scene.chief.post('/v2/event/waves', { eventid: scene.eventid, name, start_at: '2027-05-01T13:00:00.000Z', ...more })).body
      .waveid;
  const small = await add('Chico', { capacity: 1, distanceids: [scene.ten] }),
    other = await add('De cinco', { distanceids: [scene.five] });
  expect((await scene.act(scene.support, id, 'update_wave', { waveid: other })).body.errors).toMatchObject([{ path: 'input.waveid' }]);
  expect((await scene.act(scene.support, id, 'update_wave', { waveid: small })).status).toBe(200);
  expect((await scene.read(id)).waveid).toBe(small);
  const next = (await scene.signUp('Llega tarde')).inscriptionid;
  await scene.act(scene.support, next, 'pay', { method: 'courtesy', reason: 'Prueba' });
  expect((await scene.act(scene.support, next, 'update_wave', { waveid: small })).body.errors).toMatchObject([
    { message: 'El bloque ya no tiene lugar.' },
  ]);
  expect((await scene.act(scene.support, id, 'update_race', { distanceid: scene.five })).status).toBe(200);
  expect((await scene.read(id)).waveid).toBe(null);
  expect((await scene.act(scene.support, next, 'update_wave', { waveid: small })).status).toBe(200);
});
