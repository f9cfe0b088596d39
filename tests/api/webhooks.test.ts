import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { forgetMessages, pauses, sendWebhooks } from '../../server/features/webhooks/sendWebhooks';
import { InnerAddress, isPublic, mayCall } from '../../server/features/webhooks/publicAddress';
import { postMessage } from '../../server/features/webhooks/postMessage';
import { failedLetters } from '../../server/features/webhooks/failedLetters';
import { signMessage } from '../../server/features/webhooks/signMessage';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const path = '/v2/organization/webhooks',
  logPath = '/v2/organization/webhook_deliveries';
let world: World, receiver: Server, origin: string, alfa: number, event: number, inscription: number;
let olga: Person, maria: Person, stranger: Person;
let received: Received[] = [];
let answers: (path: string) => number | 'never' = () => 204;

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  alfa = await add.organization(pool, 'Alfa');
  const beta = await add.organization(pool, 'Beta');
  event = await add.event(pool, alfa, 'uno');
  const distance = await add.distance(pool, event, '10K');
  inscription = await add.inscription(pool, event, distance, await add.athlete(pool, 'Ana'), {
    email: 'ana@atleta.test',
    status: 'started',
  });
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await pool.query(
    "delete from membership_roles where membershipid = (select membershipid from memberships where email = 'olga@prueba.test') and roleid = (select roleid from roles where slug = 'reports-wo-contact-info')",
  );
  await addPerson(pool, 'maria', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'stranger', [{ org: beta, profile: 'organizer' }]);
  [olga, maria, stranger] = [world.as('olga', alfa), world.as('maria', alfa), world.as('stranger', beta)];
  receiver = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const status = answers(request.url ?? '');
      if (status !== 'never') reply.writeHead(status, { location: `${origin}/elsewhere` }).end('seen by ana@atleta.test');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await world.close();
});
beforeEach(() => {
  received = [];
  answers = () => 204;
});
afterEach(() => world.pool.query("update webhooks set status = 'off' where status <> 'off'"));

const make = async (who: Person, at = '/in', events: readonly string[] = ['registration.updated', 'registration.paid']) => {
  const made = await who.post(path, { name: 'Cronometraje', url: `${origin}${at}`, events });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const id: number = made.body.webhookid;
  const issued = await who.post(`${path}/${id}/issue_secret`);
  expect(issued.body).toMatchObject({ ok: 1, result: { secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) } });
  return { id, secret: issued.body.result.secret as string };
};
const change = (city: string) => world.pool.query('update inscriptions set city = $2 where inscriptionid = $1', [inscription, city]);
const send = () => sendWebhooks({ pool: world.pool, registry });
const log = async (webhookid: number): Promise<any[]> =>
  (await world.pool.query('select * from webhook_deliveries where webhookid = $1 order by webhook_deliveryid', [webhookid])).rows;
const makeDue = (webhookid: number) =>
  world.pool.query("update webhook_deliveries set next_at = now() where webhookid = $1 and status = 'waiting'", [webhookid]);
const isSignedBy = (secret: string, { headers, body }: Received): boolean => {
  const mark = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${mark}`);
};

test('a message is signed as the published example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signMessage(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describe('a webhook', () => {
  test('is called with a signed message about each change that it wants, once', async () => {
    const { id, secret } = await make(olga);
    await change('Toluca');
    await world.pool.query("update inscriptions set status = 'paid' where inscriptionid = $1", [inscription]);
    await send();
    await send();
    expect(received.map(({ body }) => JSON.parse(body).type).sort()).toEqual([
      'registration.paid',
      'registration.updated',
      'registration.updated',
    ]);
    expect(received.every((each) => isSignedBy(secret, each))).toBe(true);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(JSON.parse(received[0]!.body).data).toMatchObject({ inscriptionid: inscription, city: 'Toluca', email: 'ana@atleta.test' });
    expect(await log(id)).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'sent', attempts: 1, answer_status: 204 })));
  });
  test('is not called for what was rolled back, nor for what it did not ask for', async () => {
    const { id } = await make(olga, '/in', ['registration.cancelled']);
    const client = await world.pool.connect();
    await client.query('begin');
    await client.query("update inscriptions set status = 'cancelled' where inscriptionid = $1", [inscription]);
    await client.query('rollback');
    client.release();
    await change('León');
    await send();
    expect([received, await log(id)]).toEqual([[], []]);
  });
  test('receives what the person who saved it last may read', async () => {
    const { id } = await make(olga);
    const { version } = (await maria.get(`${path}/${id}`)).body;
    expect((await maria.patch(`${path}/${id}`, { version, name: 'De María' })).status).toBe(200);
    await change('Puebla');
    await send();
    expect(JSON.parse(received[0]!.body).data).toMatchObject({ city: 'Puebla', email: null });
  });
  test('receives nothing when that person may not read the record any more', async () => {
    const { id } = await make(olga);
    await change('Oaxaca');
    await world.pool.query("update memberships set status = 'revoked' where email = 'olga@prueba.test'");
    await send();
    await world.pool.query("update memberships set status = 'active' where email = 'olga@prueba.test'");
    expect([received, await log(id)]).toMatchObject([[], [{ status: 'skipped', error: 'FORBIDDEN' }]]);
  });
  test('that answers 500 or a redirect is called again later under the same identifier', async () => {
    const { id } = await make(olga);
    const statuses = [500, 302, 200];
    answers = () => statuses.shift() ?? 200;
    await change('Xalapa');
    await send();
    await send();
    expect(received.length, 'it waits before the next attempt').toBe(1);
    expect(await log(id)).toMatchObject([{ status: 'waiting', attempts: 1, answer_status: 500, error: 'HTTP 500', answer: 'seen by …' }]);
    for (const wait of [1, 2]) {
      await makeDue(id);
      await send();
      expect(received.length).toBe(wait + 1);
    }
    expect(received.map((each) => each.path)).toEqual(['/in', '/in', '/in']);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await log(id)).toMatchObject([{ status: 'sent', attempts: 3 }]);
  });
  test('that fails to the end is switched off with a letter, and goes on with what waits when it is switched on', async () => {
    const { id } = await make(olga);
    answers = () => 500;
    await change('Mérida');
    for (let tries = 0; tries <= pauses.length; tries += 1) {
      await makeDue(id);
      await send();
    }
    expect(received.length).toBe(pauses.length + 1);
    expect((await olga.get(`${path}/${id}`)).body).toMatchObject({ status: 'failed', error: 'HTTP 500' });
    const letters = await inSystemTransaction({ pool: world.pool, registry }, (tx) => failedLetters('https://dorsal.test').take(tx, 10));
    expect(letters).toMatchObject([
      { id, to: 'olga@prueba.test', says: { error: 'HTTP 500', link: `https://dorsal.test/webhooks/${id}` } },
    ]);
    answers = () => 204;
    expect((await olga.post(`${path}/${id}/switch_on`)).status).toBe(200);
    const [{ webhook_deliveryid }] = await log(id);
    expect((await olga.post(`${logPath}/${webhook_deliveryid}/replay`)).status).toBe(200);
    await send();
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await log(id)).toMatchObject([{ status: 'sent' }]);
  });
  test('that is gone is switched off at once', async () => {
    const { id } = await make(olga);
    answers = () => 410;
    await change('Colima');
    await send();
    expect((await olga.get(`${path}/${id}`)).body.status).toBe('failed');
  });
  test('is called again under the same identifier when the process ended before it stored the answer', async () => {
    const { id } = await make(olga);
    await change('Tepic');
    await world.pool.query("update webhook_deliveries set attempts = 1, next_at = now() + interval '60 seconds' where webhookid = $1", [
      id,
    ]);
    await send();
    expect(received, 'the lease of the ended process still runs').toEqual([]);
    await makeDue(id);
    await send();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([(await log(id))[0].message_ref]);
  });
  test('signs with the former secret too after a new one', async () => {
    const { id, secret } = await make(olga);
    const next = (await olga.post(`${path}/${id}/issue_secret`)).body.result.secret;
    expect((await olga.post(`${path}/${id}/test`)).status).toBe(200);
    await send();
    expect(received.map((each) => [isSignedBy(secret, each), isSignedBy(next, each), JSON.parse(each.body).type])).toEqual([
      [true, true, 'test'],
    ]);
    await world.pool.query('update webhook_secrets set former_until = now() where webhookid = $1', [id]);
    await olga.post(`${path}/${id}/test`);
    await send();
    expect(isSignedBy(secret, received[1]!)).toBe(false);
  });
  test('that answers slowly does not delay others', async () => {
    const slow = await make(olga, '/slow');
    const quick = await make(olga, '/quick');
    answers = (at) => (at === '/slow' ? 'never' : 204);
    for (let time = 0; time < 8; time += 1) await change(`Ciudad ${time}`);
    const sending = send();
    await expect.poll(async () => (await log(quick.id)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'sent'));
    expect(received.filter((each) => each.path === '/slow').length).toBe(4);
    await world.pool.query("update webhooks set status = 'off' where webhookid = $1", [slow.id]);
    receiver.closeAllConnections();
    await sending;
    expect((await log(slow.id)).filter(({ attempts }) => attempts === 1).length).toBe(4);
  });
  test('and its log are closed to others, and its secret is in no answer', async () => {
    const { id, secret } = await make(olga);
    await change('Durango');
    await send();
    const [{ webhook_deliveryid }] = await log(id);
    expect((await stranger.get(`${path}/${id}`)).status).toBe(404);
    expect((await stranger.get(`${logPath}/${webhook_deliveryid}`)).status).toBe(404);
    expect((await stranger.post(`${logPath}/${webhook_deliveryid}/replay`)).status).toBe(404);
    expect(JSON.stringify((await olga.get(`${path}/${id}`)).body)).not.toContain(secret);
    expect(JSON.stringify((await olga.get(`${logPath}/${webhook_deliveryid}`)).body)).not.toContain('ana@atleta.test');
  });
  test('keeps its log for a month', async () => {
    const { id } = await make(olga);
    await change('Saltillo');
    await send();
    await world.pool.query("update webhook_deliveries set updated = now() - interval '31 days' where webhookid = $1", [id]);
    await inSystemTransaction({ pool: world.pool, registry }, forgetMessages);
    expect(await log(id)).toEqual([]);
  });
});

describe('an inner address', () => {
  test.each(['http://example.com/', 'http://10.0.0.1/', 'https://192.168.1.1/', 'https://[::1]/', 'https://metadata.internal/'])(
    '%s is refused',
    async (url) => {
      const { status, body } = await olga.post(path, { name: 'Adentro', url, events: ['registration.paid'] });
      expect([status, body.errors?.[0]?.path]).toEqual([400, 'url']);
    },
  );
  test('is none of the internet, in whatever form it is written', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '::1',
      '::ffff:10.0.0.1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::a00:1',
    ])
      expect([address, isPublic(address, false)]).toEqual([address, false]);
    for (const address of ['8.8.8.8', '2606:4700::1111']) expect([address, isPublic(address, false)]).toEqual([address, true]);
    expect([mayCall('http://127.0.0.1:9/', true), mayCall('http://127.0.0.1:9/', false), mayCall('https://2130706433/', false)]).toEqual([
      true,
      false,
      false,
    ]);
  });
  test('is refused when a name leads there at the time of the connection', async () => {
    const url = 'https://localhost:9/';
    await expect(postMessage({ url: 'https://127.0.0.1/', headers: {}, body: '', development: false, answerMs: 500 })).rejects.toThrow(
      InnerAddress,
    );
    await expect(postMessage({ url, headers: {}, body: '', development: false, answerMs: 500 })).rejects.toThrow(InnerAddress);
  });
});
