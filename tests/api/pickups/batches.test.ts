import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { localRecords } from '../../../server/adapters/recordService/localRecords';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { storePickups } from '../../../server/features/exchange/storePickups';
import { syncMirror } from '../../../server/features/mirrors/syncMirror';
import { completeBatches } from '../../../server/features/pickups/batches';
import { createTranslate } from '../../../server/kernel/messages';
import { openScene, type Scene } from '../registration/support';

let scene: Scene;
let made = 0;
const root = '/v2/kits/pickup_batches';
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await scene.pool.query(text, [...values])).rows;
const openBatch = async (more: object = {}): Promise<number> => {
  const answer = await scene.chief.post(root, {
    eventid: scene.eventid,
    name: `Lote ${(made += 1)}`,
    store_code: 'is-014',
    store_name: 'Innovasport Perisur',
    city: 'Ciudad de México',
    window_start: '2027-05-01T16:00:00Z',
    window_end: '2027-05-05T02:00:00Z',
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.pickup_batchid;
};
const paidOnes = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { inscriptionid } = await scene.signUp(`kit${(made += 1)}`);
    expect((await scene.act(scene.chief, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
    ids.push(inscriptionid);
  }
  return ids;
};
const assign = (ids: readonly number[], pickup_batchid: number, person = scene.chief, more: object = {}) =>
  person.post('/v2/inscription/inscriptions/actions/assign_pickup', { ids, input: { pickup_batchid }, ...more });
const act = (id: number, action: string, person = scene.chief) => person.post(`${root}/${id}/${action}`, { input: {} });
const kitsOf = (batch: number) =>
  rows(
    'select pickupid::int as id, inscriptionid::int, pickup_code as code, status, store_code, number, deleted_at is not null as gone from innovasport_pickups where pickup_batchid = $1 order by pickupid',
    [batch],
  );
const batchOf = async (id: number) =>
  (
    await rows(
      'select status, pickups_count::int as kits, left_count::int as "left", picked_up_count::int as fetched, returned_count::int as returned from pickup_batches where pickup_batchid = $1',
      [id],
    )
  )[0];
const reasons = ({ body }: { readonly body: any }): Record<number, string> =>
  Object.fromEntries([...body.skipped, ...body.failed].map(({ id, code }: any) => [id, code]));
const deps = () => ({ pool: scene.pool, registry });
const mailed = async (): Promise<readonly Letter[]> => {
  const letters: Letter[] = [];
  const mail: Mail = {
    name: 'smtp',
    send: async (letter: Letter) => {
      letters.push(letter);
      return { provider: 'smtp', ref: letter.key };
    },
  } as Mail;
  await sendLetters({ ...deps(), translate: createTranslate('locales'), paymentLink: undefined }, mail);
  return letters;
};

beforeAll(async () => {
  scene = await openScene({ capacity: 200, bibs: 200, shirts: 200 });
});
afterAll(() => scene.close());

describe('assigning kits to a store', () => {
  test('gives each registration a code of its own, once, whatever batch it is asked for', async () => {
    const [one, other] = [await openBatch(), await openBatch()];
    const people = await paidOnes(3);
    expect((await assign(people.slice(0, 2), one)).body).toMatchObject({ ok: 2 });
    expect(reasons(await assign(people, other))).toEqual({ [people[0]!]: 'PICKUP_EXISTS', [people[1]!]: 'PICKUP_EXISTS' });
    const kits = [...(await kitsOf(one)), ...(await kitsOf(other))];
    expect(kits.map(({ inscriptionid }) => inscriptionid)).toEqual(people);
    expect(new Set(kits.map(({ code }) => code)).size).toBe(3);
    for (const { code } of kits) expect(code).toMatch(/^IS[A-Z2-9]{8}$/);
    expect(await batchOf(one)).toEqual({ status: 'open', kits: 2, left: 0, fetched: 0, returned: 0 });
  });
  test('leaves out people who have no place, have the kit, or run in another event', async () => {
    const batch = await openBatch();
    const [gone, served] = await paidOnes(2);
    const { inscriptionid: unpaid } = await scene.signUp(`kit${(made += 1)}`);
    await scene.act(scene.chief, gone!, 'cancel', { cancel_reason: 'requested' });
    await scene.pool.query("update inscriptions set kit_status = 'delivered' where inscriptionid = $1", [served]);
    const answer = await assign([gone!, served!, unpaid], batch);
    expect(answer.body.ok).toBe(0);
    expect(reasons(answer)).toEqual({ [gone!]: 'STATE_NOT_ALLOWED', [served!]: 'REFUSED', [unpaid]: 'STATE_NOT_ALLOWED' });
    const [elsewhere] = await rows(
      `insert into events (organizationid, slug, name, region, category, sport, stateid, city, start_at, registration_open_at, registration_close_at, contact_email)
       select organizationid, 'otra', name, region, category, sport, stateid, city, start_at, registration_open_at, registration_close_at, contact_email from events where eventid = $1 returning eventid::int`,
      [scene.eventid],
    );
    const [runner] = await paidOnes(1);
    expect((await assign([runner!], await openBatch({ eventid: elsewhere.eventid }))).body.ok).toBe(0);
    expect(await kitsOf(batch)).toEqual([]);
  });
  test('is for people who hold the key of the stores', async () => {
    const batch = await openBatch();
    const people = await paidOnes(1);
    expect((await assign(people, batch, scene.organizer)).status).toBe(403);
    expect((await scene.finance.post(root, { name: 'No' })).status).toBe(403);
    expect((await act(batch, 'send', scene.finance)).status).toBe(403);
  });
  test('says before what it will do', async () => {
    const batch = await openBatch();
    const people = await paidOnes(2);
    await assign(people.slice(0, 1), batch);
    const rehearsed = await assign(people, batch, scene.chief, { dry_run: true });
    expect(rehearsed.body).toMatchObject({ ok: 1 });
    expect(reasons(rehearsed)).toEqual({ [people[0]!]: 'PICKUP_EXISTS' });
    expect(await kitsOf(batch)).toHaveLength(1);
  });
  test('by many people at once gives nobody two kits and no code to two people', async () => {
    const batches = [await openBatch(), await openBatch(), await openBatch()];
    const people = await paidOnes(12);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        const order = at % 2 === 0 ? people : [...people].reverse();
        return assign(order, batches[at % 3]!);
      }),
    );
    for (const { status, body } of answers) expect([200, 503], JSON.stringify(body)).toContain(status);
    const kits = (await Promise.all(batches.map(kitsOf))).flat();
    expect(kits.map(({ inscriptionid }) => inscriptionid).sort((one, two) => one - two)).toEqual(people);
    expect(new Set(kits.map(({ code }) => code)).size).toBe(12);
    expect(answers.reduce((sum, { body }) => sum + (body.ok ?? 0), 0)).toBe(12);
  });
  test('is taken back while the batch is open, and the registration may go into another one', async () => {
    const [one, other] = [await openBatch(), await openBatch()];
    const people = await paidOnes(1);
    await assign(people, one);
    const [kit] = await kitsOf(one);
    expect((await scene.chief.post('/v2/kits/innovasport_pickups/actions/unassign', { ids: [kit.id] })).body).toMatchObject({ ok: 1 });
    expect(await batchOf(one)).toMatchObject({ kits: 0 });
    expect((await assign(people, other)).body).toMatchObject({ ok: 1 });
    expect(
      await rows("select verb from audits where resource = 'innovasport_pickups' and recordid = $1 order by auditid", [kit.id]),
    ).toEqual([{ verb: 'create' }, { verb: 'delete' }, { verb: 'action' }]);
  });
});

describe('a batch that is sent', () => {
  test('sends its kits as the registrations are then, a file for the store and a letter to each', async () => {
    const batch = await openBatch();
    const people = await paidOnes(2);
    await mailed();
    await assign(people, batch);
    expect((await scene.act(scene.chief, people[0]!, 'update_number', { number: 77_001 })).status).toBe(200);
    const sent = await act(batch, 'send');
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(await batchOf(batch)).toMatchObject({ status: 'sent', kits: 2, left: 2 });
    const kits = await kitsOf(batch);
    expect(kits).toMatchObject([{ status: 'shipped', number: 77_001, store_code: 'IS-014' }, { status: 'shipped' }]);
    const letters = await mailed();
    const aboutKits = letters.filter(({ subject }) => subject.includes('Innovasport Perisur'));
    expect(aboutKits).toHaveLength(2);
    for (const { code } of kits) expect(aboutKits.filter(({ text }) => text.includes(code))).toHaveLength(1);
    const [job] = await rows(
      'select j.type, j.format, j.total::int from report_jobs j join pickup_batches b using (report_jobid) where b.pickup_batchid = $1',
      [batch],
    );
    expect(job).toEqual({ type: 'innovasport', format: 'csv', total: 2 });
  });
  test('reaches the store as records, which may then be reported about', async () => {
    const batch = await openBatch();
    await assign(await paidOnes(1), batch);
    await act(batch, 'send');
    const [kit] = await kitsOf(batch);
    const service = localRecords(scene.pool, 'store_pickup', null);
    const run = () => syncMirror(deps(), storePickups, service, 300);
    await run();
    const known = (await service.changes(null)).records.find((record: any) => record.pickup_code === kit.code);
    expect(known).toMatchObject({ status: 'shipped', store_code: 'IS-014', folio: expect.any(String) });
    await scene.pool.query("update innovasport_pickups set status = 'ready' where pickupid = $1", [kit.id]);
    await scene.chief.post('/v2/kits/innovasport_pickups/actions/mark_not_claimed', { ids: [kit.id] });
    await run();
    expect((await service.changes(null)).records.find((record: any) => record.pickup_code === kit.code)).toMatchObject({
      status: 'not_claimed',
    });
    expect(await kitsOf(batch)).toMatchObject([{ status: 'not_claimed' }]);
  });
  test('is not changed any more: no edit, no removal, nobody in and nobody out', async () => {
    const batch = await openBatch();
    const [inside, outside] = await paidOnes(2);
    await assign([inside!], batch);
    await act(batch, 'send');
    const { body } = await scene.chief.get(`${root}/${batch}`);
    const edit = await scene.chief.patch(`${root}/${batch}`, { store_name: 'Otra', version: body.version });
    expect([edit.status, edit.body.code]).toEqual([409, 'PICKUP_BATCH_SENT']);
    expect((await scene.chief.remove(`${root}/${batch}`, { version: body.version })).status).toBe(409);
    expect(reasons(await assign([outside!], batch))).toEqual({ [outside!]: 'PICKUP_BATCH_SENT' });
    const [kit] = await kitsOf(batch);
    expect((await scene.chief.post('/v2/kits/innovasport_pickups/actions/unassign', { ids: [kit.id] })).body).toMatchObject({ ok: 0 });
    expect((await act(batch, 'send')).status).toBe(409);
  });
  test('is not sent empty', async () => {
    expect((await act(await openBatch(), 'send')).body).toMatchObject({ code: 'REFUSED', rule: 'pickup_batches.empty' });
  });
  test('that a process left half way is completed', async () => {
    const batch = await openBatch();
    await assign(await paidOnes(2), batch);
    await scene.pool.query("update pickup_batches set status = 'sending' where pickup_batchid = $1", [batch]);
    await completeBatches(deps());
    expect(await batchOf(batch)).toMatchObject({ status: 'sent', left: 2 });
    await completeBatches(deps());
    expect(
      (await rows('select count(*)::int as n from mirror_reports where ref = any($1)', [(await kitsOf(batch)).map(({ code }) => code)]))[0]
        .n,
    ).toBe(2);
  });
});

describe('what nobody fetched', () => {
  test('comes back and closes the batch; what was picked up stays so', async () => {
    const batch = await openBatch();
    await assign(await paidOnes(3), batch);
    await act(batch, 'send');
    const [first, second] = await kitsOf(batch);
    await scene.pool.query("update innovasport_pickups set status = 'picked_up' where pickupid = $1", [first.id]);
    await scene.pool.query("update innovasport_pickups set status = 'not_claimed' where pickupid = $1", [second.id]);
    expect((await act(batch, 'take_back')).status).toBe(200);
    expect(await batchOf(batch)).toEqual({ status: 'closed', kits: 3, left: 0, fetched: 1, returned: 2 });
    expect((await act(batch, 'take_back')).status).toBe(409);
    expect((await act(await openBatch(), 'take_back')).status).toBe(409);
  });
  test('is a kit of somebody who cancelled: out of the open batch, back from the store', async () => {
    const [open, sent] = [await openBatch(), await openBatch()];
    const [one, two] = await paidOnes(2);
    await assign([one!], open);
    await assign([two!], sent);
    await act(sent, 'send');
    for (const id of [one!, two!]) expect((await scene.act(scene.chief, id, 'cancel', { cancel_reason: 'requested' })).status).toBe(200);
    expect(await kitsOf(open)).toMatchObject([{ gone: true }]);
    expect(await batchOf(open)).toMatchObject({ kits: 0 });
    const [kit] = await kitsOf(sent);
    expect(kit).toMatchObject({ status: 'returned', gone: false });
    expect(await rows('select status from mirror_reports where ref = $1 order by reportid', [kit.code])).toEqual([
      { status: 'shipped' },
      { status: 'returned' },
    ]);
    expect((await mailed()).filter(({ text }) => text.includes(kit.code))).toEqual([]);
  });
});
