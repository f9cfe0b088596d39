import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Answer, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, door: Person, chief: Person, stranger: Person;
let org: number, eventid: number, otherEvent: number, ten: number, five: number, wave: number, asenterid: number;
let people: Readonly<Record<string, number>>;
const token = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22);
/** What a device keeps of a code. */
const digest = (code: string): string => createHash('sha256').update(code).digest('base64').slice(0, 22);
const insert = async (table: string, key: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await world.pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${key}`,
    Object.values(row),
  );
  return Number(rows[0][key]);
};
const point = (more: Readonly<Record<string, unknown>> = {}): Promise<number> =>
  insert('asenters', 'asenterid', { eventid, name: randomUUID(), kind: 'start', mode: 'both', ...more });
interface Scanned {
  readonly as?: Person;
  readonly at?: number;
  readonly action?: 'scan' | 'force';
  readonly [name: string]: unknown;
}
const scan = (code: string | number, { as = door, at = asenterid, action = 'scan', ...more }: Scanned = {}): Promise<Answer> =>
  as.post(`/v2/kits/asenters/${at}/${action}`, {
    input: {
      ...(typeof code === 'string' ? { code } : { inscriptionid: code }),
      direction: 'entry',
      client_uuid: randomUUID(),
      scanned_at: new Date().toISOString(),
      device_id: 'lector-1',
      ...more,
    },
  });
const said = async (asked: Promise<Answer>): Promise<readonly unknown[]> => {
  const { status, body } = await asked;
  return status === 200 ? [body.result.result, body.result.cause] : [status, body.code];
};
const rows = async (at = asenterid) =>
  (await world.pool.query('select * from access_scans where asenterid = $1 order by scanid', [at])).rows;
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Casa');
  const far = await add.organization(world.pool, 'Lejos');
  eventid = await add.event(world.pool, org, 'carrera');
  otherEvent = await add.event(world.pool, org, 'otra');
  ten = await add.distance(world.pool, eventid, '10K');
  five = await add.distance(world.pool, eventid, '5K');
  wave = await insert('waves', 'waveid', { eventid, name: 'Bloque A', start_at: new Date().toISOString(), distanceids: [ten] });
  const made: Record<string, number> = {};
  const enrol = async (name: string, folio: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    const athlete = await add.athlete(world.pool, name, name === 'Berta' ? { status: 'blocked' } : {});
    made[name] = await add.inscription(world.pool, eventid, ten, athlete, {
      folio,
      qr_token: token(name),
      first_name: name,
      status: 'assign_number',
      ...more,
    });
  };
  await enrol('Ana', 'AAAAAAAA', { number: 101, waveid: wave, email: 'ana@secreto.test', phone: '5511112222' });
  await enrol('Berta', 'BBBBBBBB');
  await enrol('Carla', 'CCCCCCCC', { status: 'pending_payment' });
  await enrol('Dora', 'DDDDDDDD', { status: 'cancelled' });
  await enrol('Elsa', 'EEEEEEEE', { status: 'merged' });
  await enrol('Flor', 'FFFFFFFF', { status: 'chargeback' });
  await enrol('Gina', 'GGGGGGGG', { status: 'paid', prefix: 'E', number: 7, chip_code: 'CHIP-0007' });
  await enrol('Hilda', 'HHHHHHHH', { distanceid: five, number: 7 });
  people = made;
  const elsewhere = await add.athlete(world.pool, 'Iris');
  await add.inscription(world.pool, otherEvent, await add.distance(world.pool, otherEvent, '21K'), elsewhere, {
    folio: 'JJJJJJJJ',
    qr_token: token('Iris'),
    status: 'paid',
  });
  await addPerson(world.pool, 'puerta', [{ org, profile: 'kit-delivery' }]);
  await addPerson(world.pool, 'jefa', [{ org, profile: 'organizer' }]);
  await addPerson(world.pool, 'ajena', [{ org: far, profile: 'organizer' }]);
  await addPerson(world.pool, 'cronista', [{ org, profile: 'timing' }]);
  [door, chief, stranger] = [world.as('puerta', org), world.as('jefa', org), world.as('ajena', far)];
});
afterAll(() => world.close());
beforeEach(async () => {
  asenterid = await point();
});

describe('somebody who entered twice', () => {
  const inboxOf = async (as: Person): Promise<readonly any[]> =>
    (await as.get('/v2/general/inbox')).body.items.filter(({ wait }: { readonly wait: string }) => wait === 'let_in_twice');
  test('by two devices without a network waits for those of the point until they read it; who is refused at a door does not', async () => {
    await scan('AAAAAAAA', { scanned_at: minutesAgo(30) });
    await scan('AAAAAAAA');
    expect(await inboxOf(door)).toEqual([]);
    const { body } = await scan('AAAAAAAA', { scanned_at: minutesAgo(20), device_id: 'lector-2' });
    expect(body.result.result).toBe('already_in');
    for (const as of [door, chief])
      expect(await inboxOf(as)).toMatchObject([{ resource: 'access_scans', id: body.result.scanid, row: { asenterid } }]);
    for (const as of [stranger, world.as('cronista', org)]) expect(await inboxOf(as)).toEqual([]);
    await chief.post('/v2/general/inbox/read', {
      items: [{ resource: 'access_scans', wait: 'let_in_twice', id: body.result.scanid }],
      read: true,
    });
    expect([await inboxOf(chief), await inboxOf(door)]).toMatchObject([[], [{ id: body.result.scanid }]]);
  });
});

describe('a scan', () => {
  test('lets somebody in by the proof, the folio, the number or the chip, and shows who it is without contact data', async () => {
    const { status, body } = await scan(token('Ana'));
    expect([status, body.result]).toEqual([
      200,
      expect.objectContaining({
        result: 'ok',
        cause: 'entered',
        direction: 'entry',
        isForced: false,
        person: {
          inscriptionid: people['Ana'],
          folio: 'AAAAAAAA',
          prefix: null,
          number: 101,
          name: 'Ana García',
          status: 'assign_number',
          distanceid: ten,
          waveid: wave,
          attention: false,
        },
      }),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secreto|5511112222|1990-02-03/);
    expect(await said(scan('gggggggg'))).toEqual(['ok', 'entered']);
    expect(await said(scan('101', { at: await point() }))).toEqual(['ok', 'entered']);
    expect(await said(scan('E-7', { at: await point() }))).toEqual(['ok', 'entered']);
    expect(await said(scan('CHIP-0007', { at: await point() }))).toEqual(['ok', 'entered']);
    expect(await said(scan(people['Hilda']!))).toEqual(['ok', 'entered']);
  });
  test('leaves one row with what was read, when, where and by which device', async () => {
    const scanned_at = minutesAgo(3);
    await scan('AAAAAAAA', { scanned_at });
    await scan('nada de nada');
    expect(await rows()).toMatchObject([
      { inscriptionid: people['Ana'], raw_code: 'AAAAAAAA', result: 'ok', direction: 'entry', device_id: 'lector-1', scanned_at, eventid },
      { inscriptionid: null, raw_code: 'nada de nada', result: 'unknown' },
    ]);
  });
  test('is answered with the reason why somebody does not pass', async () => {
    expect(await said(scan('BBBBBBBB'))).toEqual(['blocked', 'athlete']);
    expect(await said(scan('CCCCCCCC'))).toEqual(['not_paid', 'not_paid']);
    expect(await said(scan('DDDDDDDD'))).toEqual(['cancelled', 'cancelled']);
    expect(await said(scan('EEEEEEEE'))).toEqual(['merged', 'merged']);
    expect(await said(scan('FFFFFFFF'))).toEqual(['blocked', 'disputed']);
    expect(await said(scan('KKKKKKKK'))).toEqual(['unknown', 'not_found']);
    expect(await said(scan('7'))).toEqual(['unknown', 'several']);
    expect(await said(scan('AAAAAAAA', { at: await point({ distanceids: [five] }) }))).toEqual(['wrong_distance', 'wrong_distance']);
    expect(await said(scan('HHHHHHHH', { at: await point({ waveids: [wave] }) }))).toEqual(['wrong_wave', 'wrong_wave']);
    expect(await said(scan('GGGGGGGG', { at: await point({ statuses: ['assign_number'] }) }))).toEqual(['blocked', 'status']);
    expect(await said(scan('AAAAAAAA', { at: await point({ opens_at: minutesAgo(-60) }) }))).toEqual(['too_early', 'too_early']);
    expect(await said(scan('AAAAAAAA', { at: await point({ closes_at: minutesAgo(60) }) }))).toEqual(['too_late', 'too_late']);
    expect((await rows()).map(({ result }) => result)).toEqual([
      'blocked',
      'not_paid',
      'cancelled',
      'merged',
      'blocked',
      'unknown',
      'unknown',
    ]);
  });
  test('is its own trace: the history of the point says what was changed of its rules', async () => {
    await scan('AAAAAAAA');
    await scan('CCCCCCCC', { as: chief, action: 'force', reason: 'Pagó en la mesa' });
    const { version } = (await chief.get(`/v2/kits/asenters/${asenterid}`)).body;
    expect((await chief.patch(`/v2/kits/asenters/${asenterid}`, { version, name: 'Salida norte' })).status).toBe(200);
    const { items } = (await chief.get(`/v2/kits/asenters/${asenterid}/history`)).body;
    expect(items.map(({ verb, changes }: any) => [verb, changes.map(({ field }: any) => field)])).toEqual([['edit', ['name']]]);
    expect(await rows()).toHaveLength(2);
  });
  test('of another event says which one', async () => {
    expect((await scan(token('Iris'))).body.result).toMatchObject({
      result: 'unknown',
      cause: 'other_event',
      person: null,
      elsewhere: { es: 'Carrera otra' },
    });
  });
  test('is judged by the hour at which the device read it, and a clock that is ahead counts as now', async () => {
    const at = await point({ opens_at: minutesAgo(30), closes_at: minutesAgo(10) });
    expect(await said(scan('AAAAAAAA', { at, scanned_at: minutesAgo(20) }))).toEqual(['ok', 'entered']);
    await scan('GGGGGGGG', { scanned_at: minutesAgo(-600) });
    expect(Date.parse((await rows())[0].scanned_at)).toBeLessThanOrEqual(Date.now());
  });
  test('says since when somebody is inside, and lets people out and in again where the point allows it', async () => {
    const at = await point({ allow_reentry: true });
    const first = (await scan('AAAAAAAA', { at, scanned_at: minutesAgo(9) })).body.result.scanned_at;
    expect((await scan('AAAAAAAA', { at })).body.result).toMatchObject({ result: 'already_in', cause: 'inside', since: first });
    expect(await said(scan('AAAAAAAA', { at, direction: 'exit' }))).toEqual(['ok', 'left']);
    expect(await said(scan('AAAAAAAA', { at }))).toEqual(['ok', 'again']);
    expect(await said(scan('AAAAAAAA', { at }))).toEqual(['already_in', 'inside']);
    await scan('AAAAAAAA', { direction: 'exit' });
    await scan('AAAAAAAA');
    expect(await said(scan('AAAAAAAA'))).toEqual(['already_in', 'inside']);
  });
  test('that a device sends twice is one row and one answer', async () => {
    const client_uuid = randomUUID();
    const first = (await scan('AAAAAAAA', { client_uuid })).body.result;
    const second = (await scan('AAAAAAAA', { client_uuid: client_uuid.toUpperCase() })).body.result;
    expect(second).toMatchObject({ scanid: first.scanid, result: 'ok', person: first.person });
    expect(await rows()).toHaveLength(1);
    expect(await said(scan('AAAAAAAA', { client_uuid, at: await point() }))).toEqual([409, 'KEY_REUSED']);
  });
  test('notes when somebody arrived, once and by the earliest hour, and not at an expo', async () => {
    const arrived = async (): Promise<string | null> =>
      (await world.pool.query('select checked_in_at from inscriptions where inscriptionid = $1', [people['Gina']])).rows[0].checked_in_at;
    await world.pool.query('update inscriptions set checked_in_at = null where inscriptionid = $1', [people['Gina']]);
    await scan('GGGGGGGG', { at: await point({ kind: 'expo' }) });
    expect(await arrived()).toBeNull();
    const hours = [minutesAgo(20), minutesAgo(10), minutesAgo(30)];
    const seen: (string | null)[] = [];
    for (const scanned_at of hours) {
      await scan('GGGGGGGG', { at: await point(), scanned_at });
      seen.push(await arrived());
    }
    expect(seen).toEqual([hours[0], hours[0], hours[2]]);
  });
  test('needs a code or a registration of the event, and a direction that the point has', async () => {
    expect((await scan('')).body.errors).toMatchObject([{ path: 'input.code', code: 'REQUIRED' }]);
    const { rows: found } = await world.pool.query('select inscriptionid from inscriptions where eventid = $1', [otherEvent]);
    expect((await scan(Number(found[0].inscriptionid))).body.errors).toMatchObject([
      { path: 'input.inscriptionid', code: 'INVALID_REFERENCE' },
    ]);
    const entries = await point({ mode: 'entry' });
    expect((await scan('AAAAAAAA', { at: entries, direction: 'exit' })).body.errors).toMatchObject([{ path: 'input.direction' }]);
    expect((await scan('AAAAAAAA', { client_uuid: 'x' })).body.errors).toMatchObject([{ path: 'input.client_uuid' }]);
    expect((await scan('AAAAAAAA', { scanned_at: 'ayer' })).body.errors).toMatchObject([{ path: 'input.scanned_at' }]);
    expect(await rows()).toEqual([]);
  });
});

describe('a point that is not active', () => {
  test.each([
    ['paused', 'ACCESS_PAUSED', 'El acceso está en pausa: por ahora no pasa nadie.'],
    ['closed', 'ACCESS_CLOSED', 'El acceso está cerrado: ya no pasa nadie.'],
  ])('refuses with its own sentence when it is %s', async (status, code, message) => {
    const at = await point({ status });
    await world.pool.query("update asenters set updated = updated - interval '1 second' where asenterid = $1", [at]); // the scan comes later
    const { status: answered, body } = await scan('AAAAAAAA', { at });
    expect([answered, body.code, body.message]).toEqual([409, code, message]);
    expect(await said(scan('AAAAAAAA', { at, as: chief, action: 'force', reason: 'Es la ganadora' }))).toEqual([409, code]);
    expect(await rows(at)).toEqual([]);
  });
  test('takes what a device read while it was open', async () => {
    const at = await point();
    const scanned_at = new Date().toISOString();
    await world.pool.query("update asenters set status = 'closed', updated = now() + interval '1 second' where asenterid = $1", [at]);
    expect(await said(scan('AAAAAAAA', { at, scanned_at }))).toEqual(['ok', 'entered']);
  });
});

describe('letting somebody through', () => {
  test('takes a reason, and leaves who did it and why', async () => {
    await scan('CCCCCCCC');
    expect((await scan('CCCCCCCC', { as: chief, action: 'force' })).body.errors).toMatchObject([
      { path: 'input.reason', code: 'REQUIRED' },
    ]);
    const { body } = await scan('CCCCCCCC', { as: chief, action: 'force', reason: 'Pagó en la mesa' });
    expect(body.result).toMatchObject({ result: 'ok', cause: 'not_paid', isForced: true, person: { name: 'Carla García' } });
    const { rows: users } = await world.pool.query("select userid from users where asdeporteid = 'jefa'");
    expect(await rows()).toMatchObject([
      { result: 'not_paid', forced_by_userid: null },
      { result: 'ok', forced_by_userid: users[0].userid, reason: 'Pagó en la mesa' },
    ]);
    expect(await said(scan('CCCCCCCC', { direction: 'exit' }))).toEqual(['ok', 'left']);
  });
  test('works for a person without a registration', async () => {
    expect(await said(scan('INVITADO', { as: chief, action: 'force', reason: 'Prensa' }))).toEqual(['ok', 'not_found']);
    expect((await chief.post(`/v2/kits/asenters/${asenterid}/watch`)).body.result.counts).toMatchObject({ entries: 1, inside: 1 });
  });
  test('is not for the staff at the door, who can scan', async () => {
    expect(await said(scan('CCCCCCCC', { action: 'force', reason: 'Me cae bien' }))).toEqual([403, 'FORBIDDEN']);
    expect(await rows()).toEqual([]);
  });
});

describe('who else', () => {
  test('people without the key, and those of another organization, neither scan nor prepare', async () => {
    expect(await said(scan('AAAAAAAA', { as: world.as('cronista', org) }))).toEqual([403, 'FORBIDDEN']);
    expect(await said(scan('AAAAAAAA', { as: stranger }))).toEqual([404, 'NOT_FOUND']);
    expect((await stranger.post(`/v2/kits/asenters/${asenterid}/prepare`)).status).toBe(404);
    expect((await world.as('cronista', org).post(`/v2/kits/asenters/${asenterid}/watch`)).status).toBe(403);
    expect(await rows()).toEqual([]);
  });
});

describe('what a device fetches before the day', () => {
  test('is every registration of the event with its state at this point, and no contact data', async () => {
    await scan('AAAAAAAA', { scanned_at: minutesAgo(5) });
    const { body } = await door.post(`/v2/kits/asenters/${asenterid}/prepare`);
    const { people: found, next, distances, waves } = body.result;
    expect([found.length, next, distances.map(({ name }: { name: string }) => name).sort(), waves]).toEqual([
      8,
      null,
      ['10K', '5K'],
      [{ id: wave, name: 'Bloque A' }],
    ]);
    const [ana, berta] = found;
    expect(ana).toEqual({
      inscriptionid: people['Ana'],
      folio: 'AAAAAAAA',
      prefix: null,
      number: 101,
      name: 'Ana García',
      status: 'assign_number',
      distanceid: ten,
      waveid: wave,
      attention: false,
      isBlocked: false,
      token: digest(token('Ana')),
      chip: null,
      grants: [],
      passes: [{ direction: 'entry', at: expect.any(String) }],
    });
    expect(berta.isBlocked).toBe(true);
    expect(found.find(({ name }: { name: string }) => name === 'Gina García').chip).toBe('CHIP-0007');
    expect(JSON.stringify(body)).not.toMatch(/secreto|5511112222|1990-02-03/);
    for (const name of Object.keys(people)) expect(JSON.stringify(body)).not.toContain(token(name));
  });
  test('comes in pages, and later only what changed', async () => {
    const { as_of } = (await door.post(`/v2/kits/asenters/${asenterid}/prepare`)).body.result;
    const since = (more = {}) => door.post(`/v2/kits/asenters/${asenterid}/prepare`, { input: { since: as_of, ...more } });
    expect((await since()).body.result.people).toEqual([]);
    await scan('GGGGGGGG');
    await world.pool.query('update inscriptions set updated = now(), attention = true where inscriptionid = $1', [people['Hilda']]);
    expect((await since()).body.result.people.map(({ name }: { name: string }) => name)).toEqual(['Gina García', 'Hilda García']);
    expect((await since({ after: people['Gina'] })).body.result.people).toMatchObject([{ name: 'Hilda García', attention: true }]);
    await world.pool.query('update inscriptions set attention = false where inscriptionid = $1', [people['Hilda']]);
  });
});

describe('what a point counts', () => {
  test('is who came in, who left, who is inside and who was refused, with the last scans', async () => {
    for (const folio of ['AAAAAAAA', 'GGGGGGGG', 'CCCCCCCC', 'AAAAAAAA']) await scan(folio);
    await scan('AAAAAAAA', { direction: 'exit' });
    const { name, status, counts, last, rules } = (await door.post(`/v2/kits/asenters/${asenterid}/watch`)).body.result;
    expect(counts).toEqual({ entries: 2, exits: 1, inside: 1, refused: 2 });
    expect([typeof name, status, rules.mode]).toEqual(['string', 'active', 'both']);
    expect(last.map((each: { name: string; result: string }) => [each.name, each.result])).toEqual([
      ['Ana García', 'ok'],
      ['Ana García', 'already_in'],
      ['Carla García', 'not_paid'],
      ['Gina García', 'ok'],
      ['Ana García', 'ok'],
    ]);
  });
});

describe('benefits and vouchers', () => {
  const benefit = (more: Readonly<Record<string, unknown>> = {}): Promise<number> =>
    insert('benefits', 'benefitid', {
      organizationid: org,
      eventid,
      name: JSON.stringify({ es: 'Cerveza' }),
      kind: 'gift',
      redemption: 'qr',
      terms: JSON.stringify({ es: 'Una' }),
      status: 'active',
      ...more,
    });
  const grant = (benefitid: number, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<number> =>
    insert('benefit_grants', 'benefit_grantid', { benefitid, eventid, inscriptionid: people[name], state: 'granted', ...more });
  const redeem = (id: number, as = door): Promise<Answer> => as.post(`/v2/event/benefit_grants/${id}/redeem`);

  test('are on the answer of a scan and are redeemed once', async () => {
    const id = await grant(await benefit(), 'Ana');
    await grant(await benefit({ redemption: 'link', url: 'https://banco.test' }), 'Ana');
    expect((await scan('AAAAAAAA')).body.result.benefits).toEqual([
      { benefit_grantid: id, name: { es: 'Cerveza' }, kind: 'gift', state: 'granted', redeemed_at: null, isScanned: false },
    ]);
    expect((await redeem(id)).status).toBe(200);
    const { rows: users } = await world.pool.query("select userid from users where asdeporteid = 'puerta'");
    const { rows: stored } = await world.pool.query(
      'select state, redeemed_at, redeemed_userid from benefit_grants where benefit_grantid = $1',
      [id],
    );
    expect(stored).toMatchObject([{ state: 'redeemed', redeemed_at: expect.any(String), redeemed_userid: users[0].userid }]);
    expect([(await redeem(id)).status, (await redeem(id)).body.code]).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await scan('AAAAAAAA')).body.result.benefits).toMatchObject([{ state: 'redeemed' }]);
  });
  test('a voucher that is read leads to its athlete and comes first', async () => {
    const plain = await grant(await benefit(), 'Gina');
    const voucher = await grant(await benefit({ redemption: 'code_pool' }), 'Gina', { code: 'VALE-2027' });
    expect((await scan('vale-2027')).body.result).toMatchObject({
      result: 'ok',
      person: { name: 'Gina García' },
      benefits: [
        { benefit_grantid: voucher, isScanned: true },
        { benefit_grantid: plain, isScanned: false },
      ],
    });
  });
  test.each([
    ['paused', { status: 'paused' }, 'BENEFIT_CLOSED'],
    ['not begun', { starts_at: minutesAgo(-60) }, 'BENEFIT_EARLY'],
    ['over', { ends_at: minutesAgo(60) }, 'BENEFIT_LATE'],
  ])('are not redeemed when the benefit is %s', async (_, more, code) => {
    const id = await grant(await benefit(more), 'Hilda');
    const { status, body } = await redeem(id);
    expect([status, body.code]).toEqual([409, code]);
    const { rows: stored } = await world.pool.query('select state from benefit_grants where benefit_grantid = $1', [id]);
    expect(stored).toEqual([{ state: 'granted' }]);
  });
  test('are fetched by a device before the day, a voucher as a digest, and again when they change', async () => {
    const drink = await benefit({ sort: 3, ends_at: minutesAgo(-60) }),
      hat = await benefit({ redemption: 'code_pool', sort: 2, name: JSON.stringify({ es: 'Gorra' }) }),
      link = await benefit({ redemption: 'link', url: 'https://banco.test' });
    const prepare = async (input = {}) => (await door.post(`/v2/kits/asenters/${asenterid}/prepare`, { input })).body.result;
    const { as_of } = await prepare();
    const one = await grant(drink, 'Hilda'),
      two = await grant(hat, 'Hilda', { code: 'Gorra-22' });
    await grant(link, 'Hilda');
    const page = await prepare({ since: as_of });
    const mine = page.people.find(({ name }: { name: string }) => name === 'Hilda García').grants;
    expect(mine).toEqual(
      expect.arrayContaining([
        { benefit_grantid: one, benefitid: drink, redeemed_at: null, voucher: null },
        { benefit_grantid: two, benefitid: hat, redeemed_at: null, voucher: digest('GORRA-22') },
      ]),
    );
    const offered = page.benefits.filter(({ id }: { id: number }) => [drink, hat, link].includes(id));
    expect(offered).toMatchObject([
      { id: hat, name: { es: 'Gorra' } },
      { id: drink, kind: 'gift', ends_at: expect.any(String) },
    ]);
    expect(JSON.stringify(page)).not.toMatch(/gorra-22/i);
    await redeem(two);
    const [after] = (await prepare({ since: page.as_of })).people;
    expect([after.name, after.grants.find((each: { benefit_grantid: number }) => each.benefit_grantid === two).redeemed_at]).toEqual([
      'Hilda García',
      expect.any(String),
    ]);
  });
  test('that a device redeemed without a network count from its hour, arrive once however often they are sent, and belong to their athlete', async () => {
    const handOver = (id: number, at: string, as = door, name = 'Ana'): Promise<Answer> =>
      as.post(`/v2/event/benefit_grants/${id}/hand_over`, { input: { inscriptionid: people[name], redeemed_at: at } });
    const code = async (asked: Promise<Answer>) => [(await asked).status, (await asked).body.code];
    const id = await grant(await benefit({ ends_at: minutesAgo(30) }), 'Ana'),
      at = minutesAgo(45);
    expect(await code(handOver(id, minutesAgo(20)))).toEqual([409, 'BENEFIT_LATE']);
    expect(await code(handOver(id, at, door, 'Gina'))).toEqual([400, 'INVALID']);
    expect((await handOver(id, at, world.as('cronista', org))).status).toBe(403);
    expect([(await handOver(id, at)).status, (await handOver(id, at)).status]).toEqual([200, 200]);
    const { rows: stored } = await world.pool.query('select state, redeemed_at from benefit_grants where benefit_grantid = $1', [id]);
    expect([stored[0].state, Date.parse(stored[0].redeemed_at)]).toEqual(['redeemed', Date.parse(at)]);
    expect(await code(handOver(id, minutesAgo(40)))).toEqual([409, 'BENEFIT_REDEEMED']);
    expect(await code(handOver(id, at, chief)), 'another device had handed it over').toEqual([409, 'BENEFIT_REDEEMED']);
  });
  test('are redeemed once by presses at the same time, and not by people without a key', async () => {
    const id = await grant(await benefit(), 'Elsa');
    expect((await redeem(id, world.as('cronista', org))).status).toBe(403);
    expect((await redeem(id, stranger)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

const passing = new Set(['CROWDED', 'BUSY', 'TOO_SLOW']);
/** A request that waited too long for its turn gets that answer, and its device asks again. */
const insist = async (code: string, more: Parameters<typeof scan>[1]): Promise<Awaited<ReturnType<typeof scan>>> => {
  const answer = await scan(code, more);
  return passing.has(answer.body.code) ? insist(code, more) : answer;
};
test('of many scans of one code at once, at all doors of a point, one is let in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const at = await point();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        insist(index % 2 ? 'AAAAAAAA' : token('Ana'), { at, as: index % 3 ? door : chief, client_uuid: randomUUID() }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const results = (await rows(at)).map(({ result }) => result);
    expect([results.filter((result) => result === 'ok').length, results.filter((result) => result === 'already_in').length]).toEqual([
      1, 11,
    ]);
  }
});
test('of many deliveries of one scan at once, one row is left and all get its answer', async () => {
  const client_uuid = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => insist('AAAAAAAA', { client_uuid })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.result?.result} ${body.result?.scanid}`)).size).toBe(1);
  expect(await rows()).toHaveLength(1);
});
