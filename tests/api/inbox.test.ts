import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../server/adapters/mail/Mail';
import { digestLetters } from '../../server/features/inbox/digestLetters';
import { writeDigests } from '../../server/features/inbox/writeDigests';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { createTranslate } from '../../server/kernel/messages';
import { registry } from '@/resources';
import { statementsDuring, wholeTablesOf } from '../support/wholeTableReads';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

interface Item {
  readonly resource: string;
  readonly wait: string;
  readonly id: number;
  readonly isRead: boolean;
  readonly row: Readonly<Record<string, unknown>>;
}
interface Inbox {
  readonly total: number;
  readonly unread: number;
  readonly letters: boolean;
  readonly kinds: readonly { readonly resource: string; readonly wait: string; readonly total: number; readonly unread: number }[];
  readonly items: readonly Item[];
}
let world: World, company: number, house: number, other: number, event: Record<string, number>;
let rosa: Person, fina: Person, asker: Person, kira: Person, boss: Person, chief: Person, far: Person;
const userids: Record<string, number> = {};

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  house = await add.organization(pool, 'Casa');
  other = await add.organization(pool, 'Otra casa');
  const person = async (name: string, org: number, profile: string): Promise<Person> => {
    userids[name] = await addPerson(pool, name, [{ org, profile, regions: profile === 'national-admin' ? ['national'] : [] }]);
    return world.as(name, org);
  };
  [rosa, fina, asker, kira, boss, chief, far] = [
    await person('rosa', house, 'organizer'),
    await person('fina', house, 'finance'),
    await person('asker', house, 'finance'),
    await person('kira', house, 'kit-delivery'),
    await person('boss', company, 'national-admin'),
    await person('chief', company, 'super-admin'),
    await person('far', other, 'finance'),
  ];
  event = await addEvent(pool, house, 'bandeja-2030', 'sur');
  await pool.query(`update inscriptions set status = 'paid'`);
});
afterAll(() => world.close());

const inboxOf = async (as: Person): Promise<Inbox> => (await as.get<Inbox>('/v2/general/inbox')).body;
const kindsOf = async (as: Person): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await inboxOf(as)).kinds.map(({ resource, wait, total }) => [`${resource}.${wait}`, total]));
const row = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number(Object.values((await world.pool.query(text, values as unknown[])).rows[0])[0]);
const importing = (status: string, by: number | null = null): Promise<number> =>
  row(
    `insert into import_jobs (organizationid, eventid, file_name, type, status, requested_by_userid) values ($1, $2, 'lista.csv', 'inscriptions', $3, $4) returning import_jobid`,
    [house, event['events'], status, by],
  );
const refund = (by: number): Promise<number> =>
  row(
    `insert into payments (organizationid, eventid, inscriptionid, orderid, type, method, status, amount_cents, idempotency_key, requested_by_userid)
     select organizationid, eventid, inscriptionid, $3, 'refund', 'wallet', 'created', 128500, 'inbox-' || $2::text || random(), $2::bigint from inscriptions where inscriptionid = $1 returning paymentid`,
    [event['inscriptions'], by, event['orders']],
  );

describe('an inbox', () => {
  let paymentid: number;
  test('holds nothing where nothing waits', async () => {
    expect(await inboxOf(fina)).toEqual({ total: 0, unread: 0, kinds: [], items: [], letters: true });
  });
  test('holds a refund for those who may approve it, and neither for the one who asked, nor without the key, nor in another organization', async () => {
    paymentid = await refund(userids['asker']!);
    expect(await kindsOf(fina)).toEqual({ 'payments.to_approve': 1 });
    for (const nobody of [asker, rosa, kira, far]) expect(await kindsOf(nobody)).not.toHaveProperty(['payments.to_approve']);
    const [item] = (await inboxOf(fina)).items;
    expect(item).toMatchObject({
      resource: 'payments',
      wait: 'to_approve',
      id: paymentid,
      isRead: false,
      row: { amount_cents: 128500, event: { title: expect.any(String) } },
    });
  });
  test('says of a row what the person may read, and nothing else', async () => {
    const [item] = (await inboxOf(fina)).items;
    const { body } = await fina.get<Record<string, unknown>>(`/v2/inscription/payments/${paymentid}`);
    for (const [name, value] of Object.entries(item!.row)) expect([name, value]).toEqual([name, body[name]]);
  });
  test('is read by mark, alone or whole, and what was read may be new again', async () => {
    const item = { resource: 'payments', wait: 'to_approve', id: paymentid };
    expect(await fina.get('/v2/general/inbox/count')).toMatchObject({ body: { total: 1, unread: 1 } });
    expect(await fina.post('/v2/general/inbox/read', { items: [item], read: true })).toMatchObject({
      status: 200,
      body: { total: 1, unread: 0 },
    });
    expect((await inboxOf(fina)).items).toMatchObject([{ id: paymentid, isRead: true }]);
    expect(await fina.post('/v2/general/inbox/read', { items: [item], read: false })).toMatchObject({ body: { unread: 1 } });
    expect(await fina.post('/v2/general/inbox/read', { all: true })).toMatchObject({ body: { total: 1, unread: 0 } });
    await world.pool.query(`update inbox_marks set read_at = now() - interval '1 year'`);
    expect(await fina.get('/v2/general/inbox/count')).toMatchObject({ body: { unread: 1 } });
  });
  test('is marked by its person alone', async () => {
    await fina.post('/v2/general/inbox/read', { all: true });
    await boss.post('/v2/general/inbox/read', { items: [{ resource: 'payments', wait: 'to_approve', id: paymentid }], read: false });
    expect(await fina.get('/v2/general/inbox/count')).toMatchObject({ body: { unread: 0 } });
  });
  test.each([
    [{}],
    [{ items: [], read: true }],
    [{ items: [{ resource: 'payments', wait: 'nothing', id: 1 }], read: true }],
    [{ items: [{ resource: 'constructor', wait: 'toString', id: 1 }], read: true }],
    [{ items: [{ resource: 'payments', wait: 'to_approve', id: 1.5 }], read: true }],
    [{ items: [{ resource: 'payments', wait: 'to_approve', id: 1 }] }],
  ])('refuses %j', async (body) => {
    expect((await fina.post('/v2/general/inbox/read', body)).status).toBe(400);
  });
  test('loses what was settled', async () => {
    expect(await fina.post(`/v2/inscription/payments/${paymentid}/reject`, { input: { reason: 'No procede' } })).toMatchObject({
      status: 200,
      body: { ok: 1 },
    });
    expect(await kindsOf(fina)).not.toHaveProperty(['payments.to_approve']);
  });
  test('holds imports for who runs them, and those with errors for who asked for them', async () => {
    await importing('validated');
    await importing('failed', userids['rosa']);
    await importing('failed', userids['boss']);
    const removed = await importing('failed', userids['rosa']);
    await world.pool.query('update import_jobs set deleted_at = now() where import_jobid = $1', [removed]);
    const old = await importing('done_with_errors', userids['rosa']);
    await world.pool.query(`update import_jobs set created = now() - interval '40 days' where import_jobid = $1`, [old]);
    expect(await kindsOf(rosa)).toMatchObject({ 'import_jobs.to_confirm': 1, 'import_jobs.failed': 1 });
    expect(await kindsOf(kira)).toEqual({});
  });
  test('holds a credit to a wallet for who approves it, not for who asked, and no wallet where nothing waits', async () => {
    for (const [name, by] of [
      ['Ana', userids['asker']],
      ['Bea', null],
    ] as const)
      await world.pool.query(
        `insert into wallets (web_userid, pending_cents, pending_reason, pending_file, pending_by_userid, pending_at)
         select $1, case when $2::bigint is not null then 100000 end, case when $2::bigint is not null then 'Premio' end, case when $2::bigint is not null then '{"url": "/api/upload/a.pdf"}'::jsonb end, $2::bigint, case when $2::bigint is not null then now() end`,
        [await add.athlete(world.pool, name), by],
      );
    expect(await kindsOf(chief)).toMatchObject({ 'wallets.credit_to_approve': 1 });
    for (const nobody of [rosa, kira, asker, boss]) expect(await kindsOf(nobody)).not.toHaveProperty(['wallets.credit_to_approve']);
  });
  test('holds downloads of its person alone, while there is a file', async () => {
    const report = (by: string, until: string): Promise<number> =>
      row(
        `insert into report_jobs (organizationid, type, name, status, requested_by_userid, expires_at) values ($1, 'inscriptions', 'Inscripciones', 'done', $2, now() + $3::interval) returning report_jobid`,
        [house, userids[by], until],
      );
    const mine = await report('kira', '1 day');
    await report('kira', '-1 hour');
    await report('rosa', '1 day');
    const { items } = await inboxOf(kira);
    expect(items.map(({ resource, wait, id }) => [resource, wait, id])).toEqual([['report_jobs', 'ready', mine]]);
  });
  test.each(['chief', 'fina', 'rosa', 'kira'])('is counted for %s from indexes, however many rows there are', async (name) => {
    const as = world.as(name, name === 'chief' ? company : house);
    await as.get('/v2/general/inbox/count');
    const statements = await statementsDuring(world.pool, async () => expect((await as.get('/v2/general/inbox/count')).status).toBe(200));
    const counting = statements.filter(({ text }) => text.includes('inbox_marks'));
    expect(counting).toHaveLength(2);
    for (const each of counting) expect(await wholeTablesOf(world.pool, each)).toEqual([]);
  });
  test('needs somebody who is signed in', async () => {
    const asked = { url: '/v2/general/inbox' } as const;
    expect((await world.app.inject(asked)).statusCode).toBe(401);
  });
});

describe('what the declarations say waits', () => {
  const kinds = registry.all.flatMap((resource) => Object.keys(resource.waits ?? {}).map((wait) => [resource.name, wait] as const));
  test('is something', () => expect(kinds.length).toBeGreaterThan(10));
  test.each(kinds)('%s.%s is settled by an action that exists, and names fields that do', (name, wait) => {
    const resource = registry.get(name),
      waiting = resource.waits![wait]!;
    const fields = [waiting.owner, waiting.notFor, waiting.since, ...(waiting.says ?? [])].filter((field) => field !== undefined);
    expect(fields.filter((field) => !resource.all[field])).toEqual([]);
    expect(waiting.for === undefined || Object.hasOwn(resource.actions ?? {}, waiting.for)).toBe(true);
  });
});

describe('the letter of the day', () => {
  const sent: { to: string; subject: string; text: string }[] = [];
  const mail = {
    name: 'test',
    send: async (letter: { to: string; subject: string; text: string }) => {
      sent.push(letter);
      return 'ref';
    },
  } as unknown as Mail;
  const translate = createTranslate(new URL('../../locales', import.meta.url).pathname);
  const morning = async (day: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<typeof sent> => {
    sent.length = 0;
    const deps = { pool: world.pool, registry, translate };
    await writeDigests(deps, () => false, new Date(`${day}T13:00:00Z`));
    await meanwhile();
    await sendAddedLetters(deps, mail, [digestLetters('https://dorsal.test', translate)]);
    return [...sent];
  };
  test('says how much of what is new, in the language of the person, once a day, to nobody for whom nothing is', async () => {
    await world.pool.query(`update users set locale = 'en' where userid = $1`, [userids['kira']]);
    const letters = await morning('2030-01-10');
    const [first] = letters.filter(({ text }) => text.includes('Your downloads that are ready: 1'));
    expect(first).toMatchObject({ subject: 'Waiting today at Casa' });
    expect(first!.text).toContain('https://dorsal.test/inbox');
    expect(letters.find(({ text }) => text.includes('Importaciones por confirmar: 1'))?.subject).toBe('Pendientes de hoy en Casa');
    expect(await morning('2030-01-10')).toEqual([]);
    expect((await morning('2030-01-11')).length).toBe(letters.length);
  });
  test('does not go to who turned it off, also between the writing and the sending, and goes again once it is turned on', async () => {
    expect(await kira.post('/v2/general/inbox/letters', { on: false })).toMatchObject({ status: 200, body: { letters: false } });
    expect((await inboxOf(kira)).letters).toBe(false);
    expect((await morning('2030-01-12')).filter(({ text }) => text.includes('downloads'))).toEqual([]);
    expect(await kira.post('/v2/general/inbox/letters', { on: true })).toMatchObject({ body: { letters: true } });
    const turnOff = (): Promise<unknown> => kira.post('/v2/general/inbox/letters', { on: false });
    expect((await morning('2030-01-15', turnOff)).filter(({ text }) => text.includes('downloads'))).toEqual([]);
    await kira.post('/v2/general/inbox/letters', { on: true });
    expect((await morning('2030-01-13')).filter(({ text }) => text.includes('downloads'))).toHaveLength(1);
    expect((await kira.post('/v2/general/inbox/letters', { on: 'yes' })).status).toBe(400);
  });
  test('does not go to who has read everything', async () => {
    await kira.post('/v2/general/inbox/read', { all: true });
    expect((await morning('2030-01-14')).filter(({ text }) => text.includes('downloads'))).toEqual([]);
  });
});
