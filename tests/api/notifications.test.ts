import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { mostUnapproved, needsApproval } from '@/domain/web/pushes';
import { createPush } from '../../server/adapters/push/createPush';
import { httpPush } from '../../server/adapters/push/httpPush';
import { localPush } from '../../server/adapters/push/localPush';
import type { Push, PushMessage } from '../../server/adapters/push/Push';
import { sendNotifications, type Pushed } from '../../server/features/notifications/sendNotifications';
import { signatureHeaders, signReport } from '../../server/adapters/signature';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, platform: number, wes: Person, nora: Person, fina: Person, event: number, other: number, athletes: readonly number[];
const root = '/v2/general/notifications',
  dayMs = 86_400_000;
const noon = new Date('2099-05-10T18:00:00Z'),
  night = new Date('2099-05-11T05:00:00Z'); // 12:00 and 23:00 in Mexico City
const sent: PushMessage[] = [];
const local = localPush('a secret of tests that is long enough');
const push: Push = {
  ...local,
  send: async (message) => {
    sent.push(message);
    return local.send(message);
  },
};
const sweep = (now = noon, service: Push = push): Promise<Pushed> =>
  sendNotifications({ pool: world.pool, registry }, service, () => false, now);
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await world.pool.query(text, values as unknown[])).rows;

beforeAll(async () => {
  world = await openWorld({ push });
  const { pool } = world;
  platform = await add.organization(pool, 'plataforma', { is_platform: true });
  const house = await add.organization(pool, 'casa');
  event = await add.event(pool, house, 'cerca-2027', {});
  other = await add.event(pool, house, 'lejos-2027', {});
  await addPerson(pool, 'wes', [{ org: platform, profile: 'web-editor' }]);
  await addPerson(pool, 'nora', [{ org: platform, profile: 'national-admin' }]);
  await addPerson(pool, 'fina', [{ org: platform, profile: 'finance' }]);
  [wes, nora, fina] = [world.as('wes', platform), world.as('nora', platform), world.as('fina', platform)];
  athletes = [];
  for (const name of ['Ana', 'Beto', 'Carla']) athletes = [...athletes, await add.athlete(pool, name)];
  const [near, far] = [await add.distance(pool, event, '10K'), await add.distance(pool, other, '10K')];
  await add.inscription(pool, event, near, athletes[0]!, { status: 'paid' });
  await add.inscription(pool, event, near, athletes[1]!, { status: 'started' });
  await add.inscription(pool, other, far, athletes[2]!, { status: 'paid' });
});
afterAll(() => world.close());
beforeEach(async () => {
  sent.length = 0;
  await world.pool.query('delete from notification_deliveries');
  await world.pool.query('delete from notifications');
  await world.pool.query('update web_users set marketing_consent = false, stateid = null');
});

const make = async (more: object = {}): Promise<number> => {
  const { status, body } = await wes.post(root, { title: 'Aviso', body: 'Recoge tu kit', app: 'ASDEPORTE', eventids: [event], ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.notificationid;
};
const act = (id: number, action: string, input: object = {}, who = wes) => who.post(`${root}/${id}/${action}`, { input });
const read = async (id: number): Promise<any> => (await wes.get(`${root}/${id}`)).body;
const deliveries = (id: number): Promise<any[]> =>
  rows(
    'select web_userid::int, userid, is_test, status, provider, provider_ref, attempts, error from notification_deliveries where notificationid = $1 and deleted_at is null order by web_userid',
    [id],
  );
const recipients = (): readonly string[] => sent.map(({ recipient }) => recipient).sort();
const athlete = (at: number): string => `athlete:${athletes[at]}`;

describe('a list of athletes', () => {
  const listed = (audience_list: string, more: object = {}) =>
    wes.post(root, { title: 'Aviso', body: 'Para ustedes', app: 'ASDEPORTE', audience_list, ...more });
  const kept = async (list: string, more: object = {}): Promise<any> => {
    const { status, body } = await listed(list, more);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const reach = async (list: string, more: object = {}): Promise<any> =>
    (await act((await kept(list, more)).notificationid, 'count_audience')).body.result;

  test('names them by number, e-mail or account, as text or as the rows of a file, and keeps their numbers alone', async () => {
    const all = athletes.join('\n');
    expect(
      (
        await kept(
          `\uFEFFNombre,Correo,Teléfono\r\nAna,"ANA@atleta.test",5512345678\r\nWEB-Beto\r\n\r\nCarla;${athletes[2]}\r\nana@atleta.test`,
        )
      ).audience_list,
    ).toBe(all);
  });
  test('in which a line is nobody is refused whole, with every such line and what it says', async () => {
    await world.pool.query(`update web_users set status = 'blocked' where web_userid = $1`, [athletes[1]]);
    const { status, body } = await listed(`ana@atleta.test\nnadie@atleta.test\n\n${athletes[1]}\nWEB-X`);
    await world.pool.query(`update web_users set status = 'active' where web_userid = $1`, [athletes[1]]);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        path: 'audience_list',
        code: 'LIST_UNKNOWN',
        message: `No corresponden a un atleta activo 3 líneas: 2 (nadie@atleta.test), 4 (${athletes[1]}), 5 (WEB-X).`,
      },
    ]);
  });
  test('of more people than it may name, or of none, is refused', async () => {
    expect((await listed(Array.from({ length: 2001 }, (_, at) => at + 1).join('\n'))).body.errors).toEqual([
      { path: 'audience_list', code: 'LIST_TOO_LONG', message: 'La lista tiene 2001 líneas: el máximo es 2000.' },
    ]);
    expect((await listed('correo')).body.errors).toEqual([
      { path: 'audience_list', code: 'LIST_EMPTY', message: 'La lista no nombra a nadie.' },
    ]);
    expect((await listed('x'.repeat(80_001))).status).toBe(400);
  });
  test('narrows the other filters, and the count says how many it leaves out', async () => {
    const all = athletes.join('\n');
    expect(await reach(all, { eventids: [event] })).toEqual({ audience: 2, listed: 3, left_out: 1 });
    expect(await reach(String(athletes[0]), { eventids: [event], audience_statuses: ['started'] })).toEqual({
      audience: 0,
      listed: 1,
      left_out: 1,
    });
    expect(await reach(all), 'without a race it is publicity').toEqual({ audience: 0, listed: 3, left_out: 3 });
    await world.pool.query('update web_users set marketing_consent = true where web_userid = $1', [athletes[2]]);
    expect(await reach(all)).toEqual({ audience: 1, listed: 3, left_out: 2 });
  });
  test('is whom the message is sent to, also after it was edited', async () => {
    const { notificationid: id, version } = await kept(athletes.join('\n'), { eventids: [event, other] });
    expect((await wes.patch(`${root}/${id}`, { audience_list: 'nadie@atleta.test', version })).status).toBe(400);
    expect((await wes.patch(`${root}/${id}`, { audience_list: 'carla@atleta.test', version })).body.audience_list).toBe(
      String(athletes[2]),
    );
    expect((await act(id, 'send')).body.result).toEqual({ audience: 1, listed: 1, left_out: 0 });
    await sweep();
    expect(recipients()).toEqual([athlete(2)]);
  });
  test('names nobody by e-mail for anyone who sees no contact data', async () => {
    await addPerson(world.pool, 'vela', [{ org: platform, profile: 'web-editor', regions: ['national', 'reports-wo-contact-info'] }]);
    const vela = world.as('vela', platform);
    const post = (audience_list: string) => vela.post(root, { title: 'Aviso', body: 'x', app: 'ASDEPORTE', audience_list });
    expect((await post('1\nana@atleta.test')).body.errors).toEqual([
      {
        path: 'audience_list',
        code: 'LIST_BY_EMAIL',
        message: 'Tu perfil no ve datos de contacto: usa números de atleta en vez de correos (líneas 2).',
      },
    ]);
    expect((await post(String(athletes[0]))).status).toBe(201);
  });
});

describe('the audience of a message', () => {
  const audience = async (more: object) => (await act(await make(more), 'count_audience')).body.result.audience;
  test('is counted by event, state of the registration and pending kit, and kept', async () => {
    const id = await make();
    expect((await act(id, 'count_audience')).body.result).toEqual({ audience: 2 });
    expect(await read(id)).toMatchObject({ audience_count: 2, status: 'draft' });
    expect(await audience({ audience_statuses: ['paid'] })).toBe(1);
    expect(await audience({ eventids: [event, other] })).toBe(3);
    expect(await audience({ kit_pending: true })).toBe(2);
    expect(await audience({ audience_tags: ['vip'] })).toBe(0);
  });
  test.each(['cancelled', 'wallet_refund', 'change_event', 'merged', 'chargeback'])(
    'leaves out whose registration is %s, unless that is what was asked for',
    async (status) => {
      const move = (to: string) =>
        world.pool.query('update inscriptions set status = $3 where web_userid = $1 and eventid = $2', [athletes[0], event, to]);
      await move(status);
      expect(await audience({})).toBe(1);
      expect(await audience({ audience_statuses: [status] })).toBe(1);
      await move('paid');
    },
  );
  test('of publicity is who agreed to it', async () => {
    expect(await audience({ eventids: null })).toBe(0);
    await world.pool.query('update web_users set marketing_consent = true where web_userid = $1', [athletes[2]]);
    expect(await audience({ eventids: null })).toBe(1);
    expect(await audience({ eventids: null, audience_statuses: ['paid'] })).toBe(1);
  });
  test('by region is who lives there', async () => {
    await world.pool.query('update web_users set stateid = 23 where web_userid = $1', [athletes[0]]);
    expect(await audience({ audience_regions: ['sureste'] })).toBe(1);
    expect(await audience({ audience_regions: ['norte'] })).toBe(0);
  });
});

describe('sending', () => {
  test('now reaches each person once, says that it is local, and counts', async () => {
    const id = await make();
    expect((await act(id, 'send')).body.result).toEqual({ audience: 2 });
    expect(await sweep()).toEqual({ begun: 1, sent: 2, failed: [] });
    expect(recipients()).toEqual([athlete(0), athlete(1)]);
    expect(sent[0]).toMatchObject({ title: 'Aviso', body: 'Recoge tu kit', app: 'ASDEPORTE', platform: 'all' });
    expect(
      (await deliveries(id)).map(({ status, provider, provider_ref }) => [status, provider, /^local-delivery-\d+$/.test(provider_ref)]),
    ).toEqual([
      ['sent', 'local', true],
      ['sent', 'local', true],
    ]);
    expect(await read(id)).toMatchObject({ status: 'sent', sent_count: 2, failed_count: 0, delivered_count: 0 });
    await sweep(noon);
    expect(sent).toHaveLength(2);
  });
  test('refuses nobody, a past date, and what is no longer a draft', async () => {
    expect((await act(await make({ audience_tags: ['vip'] }), 'send')).body.message).toBe('No hay nadie a quien enviarla.');
    const id = await make();
    expect((await act(id, 'schedule', { scheduled_at: '2020-01-01T00:00:00Z' })).body.errors[0].path).toBe('input.scheduled_at');
    expect((await act(id, 'schedule', { scheduled_at: '2099-01-01T18:00:00Z' })).status).toBe(200);
    const { version } = await read(id);
    expect((await act(id, 'schedule', { scheduled_at: '2099-01-01T18:00:00Z' })).status).toBe(409);
    expect((await act(id, 'send')).status).toBe(409);
    expect((await wes.patch(`${root}/${id}`, { version, title: 'Otro' })).status).toBe(409);
    expect((await wes.remove(`${root}/${id}`, { version })).status).toBe(409);
    expect((await act(id, 'send', {}, fina)).status).toBe(403);
  });
  test('waits for its date, and a cancelled one never leaves', async () => {
    const id = await make();
    await act(id, 'schedule', { scheduled_at: '2099-01-01T18:00:00Z' });
    expect(await sweep(new Date('2098-12-31T18:00:00Z'))).toEqual({ begun: 0, sent: 0, failed: [] });
    expect((await act(id, 'cancel')).status).toBe(200);
    expect(await sweep(new Date('2099-01-02T18:00:00Z'))).toEqual({ begun: 0, sent: 0, failed: [] });
    expect((await act(id, 'cancel')).status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'cancelled', requested_userid: expect.any(Number) });
  });
  test('that is cancelled half way keeps what has left and withdraws the rest', async () => {
    const id = await make();
    await act(id, 'schedule', { scheduled_at: '2099-01-01T18:00:00Z' });
    await sweep(new Date('2099-01-02T05:00:00Z'));
    expect(await read(id)).toMatchObject({ status: 'sending' });
    await act(id, 'cancel');
    expect(await deliveries(id)).toEqual([]);
    await sweep(new Date('2099-01-02T18:00:00Z'));
    expect([sent.length, (await read(id)).status]).toEqual([0, 'cancelled']);
  });
  test('by two processes at once tells the service each message under one key alone, and writes each down once', async () => {
    const id = await make({ eventids: [] });
    const crowd: number[] = [];
    for (let each = 0; each < 20; each += 1) crowd.push(await add.athlete(world.pool, `Grupo${each}`));
    await world.pool.query(
      `insert into notification_deliveries (notificationid, web_userid, is_test) select $1, unnest($2::bigint[]), true`,
      [id, crowd],
    );
    await Promise.all([sweep(), sweep()]);
    const written = await deliveries(id);
    expect(written.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(Array.from({ length: 20 }, () => 'sent 1'));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(20);
  });
  test('a test reaches the person who asked for it, at any hour, and counts for nothing', async () => {
    const id = await make();
    expect((await act(id, 'test_to_me')).status).toBe(200);
    await sweep(night);
    expect(sent.map(({ recipient }) => recipient)).toEqual([expect.stringMatching(/^staff:\d+$/)]);
    expect(await read(id)).toMatchObject({ status: 'draft', sent_count: 0 });
  });
});

describe('quiet hours', () => {
  const scheduled = async (input: object): Promise<number> => {
    const id = await make();
    expect((await act(id, 'schedule', input)).status).toBe(200);
    return id;
  };
  test('let everyone sleep where they live', async () => {
    await world.pool.query('update web_users set stateid = 2 where web_userid = $1', [athletes[0]]); // Baja California, where it is still the evening
    const id = await scheduled({ scheduled_at: '2099-05-11T04:00:00Z' }); // 22:00 in Mexico City
    await sweep(new Date('2099-05-11T04:10:00Z'));
    expect(recipients()).toEqual([athlete(0)]);
    expect((await read(id)).status).toBe('sending');
    await sweep(new Date('2099-05-11T13:59:00Z'));
    expect(sent).toHaveLength(1);
    await sweep(new Date('2099-05-11T14:00:00Z'));
    expect(sent).toHaveLength(2);
    expect((await read(id)).status).toBe('sent');
  });
  test('a message by local time reaches each at the same time of their own clock', async () => {
    await world.pool.query('update web_users set stateid = 23 where web_userid = $1', [athletes[0]]); // Quintana Roo, an hour ahead
    await scheduled({ scheduled_at: '2099-05-11T16:00:00Z', send_local_time: true }); // 10:00 in Mexico City
    await sweep(new Date('2099-05-11T14:59:00Z'));
    expect(sent).toHaveLength(0);
    await sweep(new Date('2099-05-11T15:00:00Z'));
    expect(recipients()).toEqual([athlete(0)]);
    await sweep(new Date('2099-05-11T16:00:00Z'));
    expect(sent).toHaveLength(2);
  });
});

describe('a large audience', () => {
  test('is one of more than five thousand', () =>
    expect([mostUnapproved, needsApproval(5000), needsApproval(5001), needsApproval(null)]).toEqual([5000, false, true, false]));
  test('waits until somebody else approves it', async () => {
    const [{ last }] = await rows('select max(web_userid)::int as last from web_users');
    await world.pool.query(
      `insert into web_users (first_name, last_name, email, gender, marketing_consent, status) select 'Ana', 'Lara', 'masa' || n || '@example.com', 'F', true, 'active' from generate_series(1, 5001) n`,
    );
    const id = await make({ eventids: null });
    expect((await act(id, 'schedule', { scheduled_at: new Date(Date.now() + dayMs).toISOString() })).body.result.audience).toBe(5001);
    expect(await sweep()).toEqual({ begun: 0, sent: 0, failed: [] });
    expect((await act(id, 'approve')).body.message).toBe('La aprueba alguien distinto de quien la programó.');
    expect((await act(id, 'approve', {}, nora)).status).toBe(200);
    expect((await act(id, 'approve', {}, nora)).status).toBe(409);
    expect(await sweep(night)).toEqual({ begun: 1, sent: 0, failed: [] });
    expect(await deliveries(id)).toHaveLength(5001);
    await world.pool.query('delete from notification_deliveries');
    await world.pool.query('delete from web_users where web_userid > $1', [last]);
  });
  test('a small one needs no approval', async () => {
    const id = await make();
    await act(id, 'schedule', { scheduled_at: '2099-01-01T18:00:00Z' });
    expect((await act(id, 'approve', {}, nora)).body.message).toBe('No necesita aprobación: son 5,000 personas o menos.');
  });
});

describe('the push service', () => {
  test('that fails is asked three times, and then the delivery says why', async () => {
    const id = await make({ audience_statuses: ['paid'] });
    await act(id, 'send');
    for (let at = 0; at < 4; at += 1)
      await sweep(noon, {
        name: 'remote',
        send: async () => {
          throw new Error('away');
        },
      });
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', provider: 'remote', attempts: 3, error: 'away' }]);
    expect(await read(id)).toMatchObject({ status: 'failed', failed_count: 1, sent_count: 0 });
  });
  test('over HTTP is sent the message once for each key, with its own name for it', async () => {
    const heard: { url: string | undefined; key: unknown; bearer: unknown; body: unknown }[] = [];
    const server = createServer((request, reply) => {
      let text = '';
      request
        .on('data', (part) => {
          text += String(part);
        })
        .on('end', () => {
          heard.push({
            url: request.url,
            key: request.headers['idempotency-key'],
            bearer: request.headers.authorization,
            body: JSON.parse(text),
          });
          reply.writeHead(heard.length > 1 ? 503 : 200, { 'content-type': 'application/json' }).end('{"id":"m-1","status":"delivered"}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = httpPush(`http://a%2Fkey@127.0.0.1:${(server.address() as AddressInfo).port}/v1/`);
    const message = {
      key: 'delivery-1',
      recipient: 'athlete:1',
      app: 'ASDEPORTE',
      platform: 'all',
      title: 'T',
      body: 'B',
      img: null,
      deep_link: null,
    };
    expect(await service.send(message)).toEqual({ provider_ref: 'm-1', status: 'delivered' });
    const { key, ...body } = message;
    expect(heard[0]).toEqual({ url: '/v1/messages', key, bearer: 'Bearer a/key', body });
    await expect(service.send(message)).rejects.toThrow('the push service answered 503');
    await new Promise((resolve) => server.close(resolve));
  });
  test('is local where people try the product out, and none in production', () => {
    expect([
      createPush({ pushService: undefined, production: false, authSecret: '' })?.name,
      createPush({ pushService: undefined, production: true, authSecret: '' }),
      createPush({ pushService: 'https://key@push.example.com', production: true, authSecret: '' })?.name,
    ]).toEqual(['local', null, 'remote']);
  });
});

describe('what the push service reports', () => {
  const post = async (payload: string, signature?: string): Promise<{ status: number; body: any }> => {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/push/webhook',
      payload,
      headers: { 'content-type': 'application/json', ...(signature && { [signatureHeaders.push]: signature }) },
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const tell = (report: object) => {
    const body = JSON.stringify(report);
    return post(body, signReport(local.webhookSecret!, body));
  };
  const outcome = async (report: object): Promise<string> => (await tell(report)).body.outcome;
  const left = async (): Promise<{ id: number; refs: readonly string[] }> => {
    const id = await make();
    await act(id, 'send');
    await sweep();
    return { id, refs: (await deliveries(id)).map(({ provider_ref }) => provider_ref) };
  };
  test('moves the message on and counts, once for each report', async () => {
    const {
      id,
      refs: [ref, other],
    } = await left();
    expect([await outcome({ type: 'delivered', id: ref }), await outcome({ type: 'delivered', id: ref })]).toEqual(['delivered', 'known']);
    expect(await read(id)).toMatchObject({ sent_count: 2, delivered_count: 1, opened_count: 0 });
    expect([await outcome({ type: 'opened', id: ref }), await outcome({ type: 'opened', id: ref })]).toEqual(['opened', 'known']);
    expect(await outcome({ type: 'failed', id: other, error: 'no such device' })).toBe('failed');
    expect(await read(id)).toMatchObject({ sent_count: 1, delivered_count: 1, opened_count: 1, failed_count: 1, status: 'sent' });
    expect((await deliveries(id)).map(({ status, error }) => [status, error])).toEqual([
      ['opened', null],
      ['failed', 'no such device'],
    ]);
  });
  test('in another order says what is furthest: what was opened has arrived', async () => {
    const {
      id,
      refs: [ref],
    } = await left();
    expect([
      await outcome({ type: 'opened', id: ref }),
      await outcome({ type: 'delivered', id: ref }),
      await outcome({ type: 'failed', id: ref }),
    ]).toEqual(['opened', 'known', 'known']);
    expect(await read(id)).toMatchObject({ delivered_count: 1, opened_count: 1, failed_count: 0 });
  });
  test('opens nothing before it was sent, nor tomorrow', async () => {
    const {
      refs: [ref, other],
    } = await left();
    await outcome({ type: 'opened', id: ref, at: '2000-01-01T00:00:00Z' });
    await outcome({ type: 'opened', id: other, at: '2999-01-01T00:00:00Z' });
    expect(await rows('select opened_at >= sent_at and opened_at <= now() as sound from notification_deliveries')).toEqual([
      { sound: true },
      { sound: true },
    ]);
  });
  test('about a message that nobody sent, or that another service did, is refused and tells nothing', async () => {
    const {
      refs: [ref],
    } = await left();
    await world.pool.query(`update notification_deliveries set provider = 'remote' where provider_ref = $1`, [ref]);
    const [unknown, foreign] = [await tell({ type: 'opened', id: 'local-delivery-0' }), await tell({ type: 'opened', id: ref })];
    expect([unknown.status, foreign.status, unknown.body.message === foreign.body.message]).toEqual([404, 404, true]);
    expect(await rows('select 1 from notification_deliveries where opened_at is not null')).toEqual([]);
  });
  test("without its signature, with another, an old one or something else in it is nobody's", async () => {
    const {
      id,
      refs: [ref],
    } = await left();
    const body = JSON.stringify({ type: 'opened', id: ref }),
      secret = local.webhookSecret!;
    for (const signature of [
      undefined,
      't=1,v1=ab',
      signReport('another secret', body),
      signReport(secret, body, Date.now() - 6 * 60_000),
      signReport(secret, `${body} `),
    ])
      expect((await post(body, signature)).status).toBe(401);
    expect((await tell({ type: 'read', id: ref })).status).toBe(400);
    expect((await post('[', signReport(secret, '['))).status).toBe(400);
    expect(await read(id)).toMatchObject({ opened_count: 0 });
  });
  test('is believed only of a service that has a secret', () => {
    expect([
      httpPush('https://key@push.example.com').webhookSecret,
      httpPush('https://key:a%2Fsecret@push.example.com').webhookSecret,
    ]).toEqual([undefined, 'a/secret']);
  });
});
