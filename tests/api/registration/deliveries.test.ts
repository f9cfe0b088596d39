import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import type { Answer, Person } from '../support/openWorld';
import { add } from '../support/world';
import { openScene, type Scene } from './support';

const deliveries = '/v2/kits/kit_deliveries';
let scene: Scene, deskid: number, bag: number, bib: number, shirt: number, medal: number;
const sql = async (text: string, values: readonly unknown[] = []): Promise<readonly any[]> =>
  (await scene.pool.query(text, values as unknown[])).rows;
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

beforeAll(async () => {
  scene = await openScene({ bibs: 60 });
  const { eventid, organizer } = scene;
  const kit = await organizer.post('/v2/kits/kits', {
    eventid,
    name: 'Kit',
    items: [
      { name: { es: 'Dorsal', en: 'Bib' }, type: 'bib' },
      { name: { es: 'Playera', en: 'Shirt' }, type: 'tshirt' },
      { name: { es: 'Morral', en: 'Bag' }, type: 'bag', stock: 3 },
      { name: { es: 'Medalla', en: 'Medal' }, type: 'medal', required: false },
    ],
  });
  if (kit.status !== 201) throw new Error(JSON.stringify(kit.body));
  [bib, shirt, bag, medal] = kit.body.items.map(({ kit_itemid }: any) => kit_itemid);
  await sql(
    'insert into exonerations (organizationid, eventid, title, body_html, sha256, status, revision) values ($1, $2, \'{"es": "Carta"}\', \'{"es": "<p>Texto</p>"}\', repeat(\'a\', 64), \'active\', 1)',
    [scene.org, eventid],
  );
  deskid = (await organizer.post('/v2/kits/desks', { eventid, name: 'Mesa 1' })).body.deskid;
}, longer.timeout);
afterAll(() => scene.close());

/** A paid registration whose waiver is signed. */
const arrive = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<any> => {
  const signed = await scene.signUp(name, more);
  await scene.act(scene.support, signed.inscriptionid, 'pay', { method: 'cash' });
  await sql("update inscriptions set exoneration_status = 'signed' where inscriptionid = $1", [signed.inscriptionid]);
  return scene.read(signed.inscriptionid);
};
const deliver = (inscriptionid: number, more: object = {}, person: Person = scene.desk): Promise<Answer> =>
  person.post(`${deliveries}/actions/deliver`, {
    input: {
      client_uuid: randomUUID(),
      eventid: scene.eventid,
      inscriptionid,
      deskid,
      device_id: 'tableta-1',
      delivered_at: new Date().toISOString(),
      ...more,
    },
  });
const passing = new Set(['CROWDED', 'BUSY', 'TOO_SLOW']);
/** A request that waited too long for its turn gets that answer, and its device asks again. */
const insist = async (inscriptionid: number, more: { readonly client_uuid: string }): Promise<Answer> => {
  const answer = await deliver(inscriptionid, more);
  return passing.has(answer.body.code) ? insist(inscriptionid, more) : answer;
};
const stockOf = async (size: string): Promise<any> =>
  (await sql('select reserved, delivered, available from tshirt_stock where eventid = $1 and size = $2', [scene.eventid, size]))[0];
const bags = async (): Promise<number> => (await sql('select stock from kit_items where kit_itemid = $1', [bag]))[0].stock;
const refill = () => sql('update kit_items set stock = 50 where kit_itemid = $1', [bag]);

describe('a desk', () => {
  test('reads its event: kits, desks, sizes, and people without contact data', async () => {
    const person = await arrive('Alba');
    const opened = await scene.desk.post(`${deliveries}/actions/open_desk`, { input: { eventid: scene.eventid } });
    expect(opened.body.result).toMatchObject({
      kits: [{ name: 'Kit', pieces: [{ type: 'bib' }, { type: 'tshirt' }, { type: 'bag', stock: 3 }, { type: 'medal', required: false }] }],
      desks: [{ name: 'Mesa 1' }],
      is_supervisor: false,
    });
    const { result } = (await scene.desk.post(`${deliveries}/actions/list_people`, { input: { eventid: scene.eventid } })).body;
    const found = result.people.find(({ inscriptionid }: any) => inscriptionid === person.inscriptionid);
    expect(found).toMatchObject({ folio: person.folio, qr_token: person.qr_token, number: person.number, waiver: 'signed', handed: {} });
    expect(JSON.stringify(found)).not.toContain('@');
    const later = await scene.desk.post(`${deliveries}/actions/list_people`, {
      input: { eventid: scene.eventid, since: new Date(Date.now() + 60_000).toISOString() },
    });
    expect(later.body.result.people).toEqual([]);
  });
  test('sees no event of another organization', async () => {
    const org = await add.organization(scene.pool, 'Ajena');
    const eventid = await add.event(scene.pool, org, 'ajena');
    for (const action of ['open_desk', 'list_people', 'board'])
      expect((await scene.desk.post(`${deliveries}/actions/${action}`, { input: { eventid } })).status).toBe(404);
  });
});

describe('a kit', () => {
  test('is handed out whole: shirt and counted pieces leave the stock, and the registration and its log know it', async () => {
    await refill();
    const person = await arrive('Berta');
    const before = await stockOf('M');
    const answer = await deliver(person.inscriptionid);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.result).toMatchObject({ status: 'delivered', person: { kit_status: 'delivered', handed: { [bag]: 1, [bib]: 1 } } });
    expect(await stockOf('M')).toEqual({ ...before, reserved: before.reserved - 1, delivered: before.delivered + 1 });
    expect(await bags()).toBe(49);
    expect((await scene.read(person.inscriptionid)).kit_status).toBe('delivered');
    const [log] = await sql(
      'select status, changes, permission_key from inscription_log where inscriptionid = $1 order by logid desc limit 1',
      [person.inscriptionid],
    );
    expect(log).toEqual({
      status: 'data_updated',
      permission_key: 'event-delivery',
      changes: [{ field: 'kit_status', old: 'pending', new: 'delivered' }],
    });
    const [row] = await sql('select number_delivered, deskid, exoneration_checked from kit_deliveries where inscriptionid = $1', [
      person.inscriptionid,
    ]);
    expect(row).toEqual({ number_delivered: person.number, deskid, exoneration_checked: true });
  });
  test('is handed out once for each uuid, whatever the number of requests at the same time', async () => {
    await refill();
    const person = await arrive('Carla');
    const client_uuid = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => insist(person.inscriptionid, { client_uuid })));
    expect(new Set(answers.map(({ body }) => body.result?.kit_deliveryid)).size).toBe(1);
    expect(await bags()).toBe(49);
    expect((await sql('select count(*)::int as n from kit_deliveries where inscriptionid = $1', [person.inscriptionid]))[0].n).toBe(1);
  });
  test('is refused to a second desk, which leaves nothing', async () => {
    await refill();
    const person = await arrive('Dora');
    const answers = await Promise.all(Array.from({ length: 5 }, () => insist(person.inscriptionid, { client_uuid: randomUUID() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('KIT_DELIVERED');
    expect(await bags()).toBe(49);
  });
  test('is handed out in parts, and complete with the last required piece', async () => {
    await refill();
    const person = await arrive('Elsa');
    const part = await deliver(person.inscriptionid, {
      items: [
        { kit_itemid: bib, qty: 1, status: 'delivered' },
        { kit_itemid: bag, qty: 1, status: 'missing' },
      ],
    });
    expect(part.body.result).toMatchObject({ status: 'partial', person: { kit_status: 'partial', handed: { [bib]: 1 } } });
    expect(await bags()).toBe(50);
    const again = await deliver(person.inscriptionid, { items: [{ kit_itemid: bib, qty: 1, status: 'delivered' }] });
    expect(again.body).toMatchObject({ code: 'PIECE_HANDED', errors: [{ path: 'input.items.0.qty' }] });
    const foreign = await deliver(person.inscriptionid, { items: [{ kit_itemid: 999_999, qty: 1, status: 'delivered' }] });
    expect(foreign.body.errors).toMatchObject([{ path: 'input.items.0.kit_itemid', code: 'PIECE_UNKNOWN' }]);
    const rest = await deliver(person.inscriptionid, {
      items: [
        { kit_itemid: shirt, qty: 1, status: 'delivered' },
        { kit_itemid: bag, qty: 1, status: 'delivered' },
      ],
    });
    expect(rest.body.result).toMatchObject({ status: 'delivered', person: { kit_status: 'delivered' } });
    expect(medal).toBeGreaterThan(0); // optional: it does not keep the kit open
  });
  test('with a counted piece goes to one of two who ask for the last one', async () => {
    await sql('update kit_items set stock = 1 where kit_itemid = $1', [bag]);
    const people = await Promise.all(['Fe', 'Gala'].map((name) => arrive(name)));
    const answers = await Promise.all(people.map(({ inscriptionid }) => insist(inscriptionid, { client_uuid: randomUUID() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'NO_PIECE_LEFT',
      errors: [{ path: 'input.items.2.qty' }],
    });
    expect(await bags()).toBe(0);
    await refill();
  });
  test('takes another size from the stock, and the number of another bib', async () => {
    const person = await arrive('Hilda');
    const [before, other] = [await stockOf('M'), await stockOf('L')];
    const taken = await arrive('Ines');
    const refused = await deliver(person.inscriptionid, { number: taken.number });
    expect(refused.body.code).toBe('BIB_TAKEN');
    const answer = await deliver(person.inscriptionid, { tshirt_size: 'L', number: 1055 });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await scene.read(person.inscriptionid)).toMatchObject({ tshirt_size: 'L', number: 1055, kit_status: 'delivered' });
    expect(await stockOf('L')).toMatchObject({ reserved: other.reserved, delivered: other.delivered + 1 });
    expect((await stockOf('M')).available).toBe(before.available); // Inés took one, and hers came back
    const [row] = await sql('select items, number_delivered from kit_deliveries where inscriptionid = $1', [person.inscriptionid]);
    expect(row.number_delivered).toBe(1055);
    expect(row.items[1]).toMatchObject({ status: 'swapped', old_size: 'M', new_size: 'L' });
  });
  test('takes the bib that is read by its chip, which follows the number, and refuses a code that is no bib', async () => {
    const person = await arrive('Herlinda');
    await sql("update bibs set chip_code = 'CHIP-0041' where eventid = $1 and number = 1041", [scene.eventid]);
    const wrong = await deliver(person.inscriptionid, { bib_code: 'nada de nada' });
    expect(wrong.body.errors).toMatchObject([{ path: 'input.bib_code', code: 'UNKNOWN_BIB' }]);
    const answer = await deliver(person.inscriptionid, { bib_code: 'chip-0041', prefix: 'CHIP-', number: 41 });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const after = await scene.read(person.inscriptionid);
    expect(after).toMatchObject({ prefix: null, number: 1041, chip_code: 'CHIP-0041' });
    const worn = await sql('select number, state from bibs where eventid = $1 and number = any($2) order by number', [
      scene.eventid,
      [person.number, 1041],
    ]);
    expect(Object.fromEntries(worn.map(({ number, state }) => [number, state]))).toEqual({ [person.number]: 'free', 1041: 'assigned' });
    const other = await arrive('Hortensia');
    expect((await deliver(other.inscriptionid, { bib_code: '1042' })).body.result.person).toMatchObject({ number: 1042 });
    const late = await arrive('Honoria');
    const conflict = await deliver(late.inscriptionid, { bib_code: 'CHIP-9999', queued: true, delivered_at: minutesAgo(2) });
    expect(conflict.body.result).toMatchObject({ status: 'conflict', reason: 'UNKNOWN_BIB' });
    await scene.desk.post(`${deliveries}/${conflict.body.result.kit_deliveryid}/void`, { input: { reason: 'Se leyó otra cosa' } });
  });
  test('waits for payment, waiver and guardian; only a supervisor overrides what is not final, with a reason', async () => {
    const open = await scene.signUp('Julia');
    expect((await deliver(open.inscriptionid)).body.code).toBe('STATE_NOT_ALLOWED');
    expect((await deliver(open.inscriptionid, { override_reason: 'Es la ganadora' }, scene.organizer)).body.code).toBe('STATE_NOT_ALLOWED');
    const person = await arrive('Karla');
    await sql("update inscriptions set exoneration_status = 'pending' where inscriptionid = $1", [person.inscriptionid]);
    expect((await deliver(person.inscriptionid)).body.code).toBe('WAIVER_PENDING');
    const denied = await deliver(person.inscriptionid, { override_reason: 'Firma en papel' });
    expect(denied.status).toBe(403);
    expect(denied.body.errors).toMatchObject([{ path: 'input.override_reason', code: 'OVERRIDE_NOT_ALLOWED' }]);
    const allowed = await deliver(person.inscriptionid, { override_reason: 'Firma en papel' }, scene.organizer);
    expect(allowed.body.result).toMatchObject({ status: 'delivered' });
    const [row] = await sql('select exoneration_checked, void_reason from kit_deliveries where inscriptionid = $1', [person.inscriptionid]);
    expect(row).toEqual({ exoneration_checked: false, void_reason: 'Firma en papel' });
    const child = await arrive('Lulu');
    await sql("update inscriptions set birth_date = current_date - interval '12 years' where inscriptionid = $1", [child.inscriptionid]);
    expect((await deliver(child.inscriptionid)).body.code).toBe('GUARDIAN_RECEIVES');
    expect((await deliver(child.inscriptionid, { receiver_type: 'guardian' })).body.errors).toMatchObject([
      { path: 'input.receiver_name', code: 'REQUIRED' },
    ]);
    expect((await deliver(child.inscriptionid, { receiver_type: 'guardian', receiver_name: 'Su madre' })).status).toBe(200);
  });
  test('asks for no waiver where none is in force for the race', async () => {
    const person = await arrive('Maia');
    await sql("update inscriptions set exoneration_status = 'pending' where inscriptionid = $1", [person.inscriptionid]);
    await sql('update exonerations set distanceids = array[$1::bigint] where eventid = $2', [scene.five, scene.eventid]);
    const answer = await deliver(person.inscriptionid);
    await sql('update exonerations set distanceids = null where eventid = $1', [scene.eventid]);
    expect(answer.body.result).toMatchObject({ status: 'delivered', person: { waiver: 'not_required' } });
  });
  test('is of the event that is named, like its desk', async () => {
    const person = await arrive('Lola');
    const eventid = await add.event(scene.pool, scene.org, 'otra');
    const elsewhere = await scene.organizer.post('/v2/kits/desks', { eventid, name: 'Mesa ajena' });
    expect((await deliver(person.inscriptionid, { eventid })).body.errors).toMatchObject([{ path: 'input.inscriptionid' }]);
    expect((await deliver(person.inscriptionid, { deskid: elsewhere.body.deskid })).body.errors).toMatchObject([{ path: 'input.deskid' }]);
  });
  test('goes to another person with name and letter, and to a group with its minors as one pick-up', async () => {
    const person = await arrive('Mina');
    const bare = await deliver(person.inscriptionid, { receiver_type: 'third_party' });
    expect(bare.body.errors.map(({ path }: any) => path)).toEqual(['input.receiver_name', 'input.evidence_files']);
    const group_uuid = randomUUID();
    const first = await deliver(person.inscriptionid, {
      receiver_type: 'group',
      client_uuid: group_uuid,
      group_uuid,
      receiver_name: 'Club',
    });
    const other = await arrive('Nadia');
    await sql("update inscriptions set birth_date = current_date - interval '11 years' where inscriptionid = $1", [other.inscriptionid]);
    const second = await deliver(other.inscriptionid, { receiver_type: 'group', group_uuid, receiver_name: 'Club' });
    const [row] = await sql('select group_deliveryid from kit_deliveries where kit_deliveryid = $1', [second.body.result.kit_deliveryid]);
    expect(row.group_deliveryid).toBe(first.body.result.kit_deliveryid);
  });
});

describe('a delivery', () => {
  const rowOf = async (inscriptionid: number): Promise<any> =>
    (await sql('select * from kit_deliveries where inscriptionid = $1 order by kit_deliveryid desc limit 1', [inscriptionid]))[0];
  const act = async (id: number, action: string, person: Person = scene.desk): Promise<Answer> =>
    person.post(`${deliveries}/${id}/${action}`, { input: { reason: 'Se confundió la persona' } });

  test('is voided: pieces, shirt and state are as before, and the kit can be handed out again', async () => {
    await refill();
    const person = await arrive('Olga');
    const before = await stockOf('M');
    const { kit_deliveryid } = (await deliver(person.inscriptionid)).body.result;
    expect((await act(kit_deliveryid, 'void')).status).toBe(200);
    expect(await stockOf('M')).toEqual(before);
    expect(await bags()).toBe(50);
    expect((await scene.read(person.inscriptionid)).kit_status).toBe('pending');
    expect((await act(kit_deliveryid, 'void')).status).toBe(409);
    expect((await deliver(person.inscriptionid)).body.result.status).toBe('delivered');
  });
  test('is returned: the registration can be cancelled then, and the shirt is free', async () => {
    const person = await arrive('Paz');
    const { available } = await stockOf('M');
    const { kit_deliveryid } = (await deliver(person.inscriptionid)).body.result;
    expect((await scene.act(scene.support, person.inscriptionid, 'cancel', { cancel_reason: 'requested' })).body.code).toBe(
      'KIT_DELIVERED',
    );
    expect((await act(kit_deliveryid, 'return_kit')).status).toBe(200);
    expect((await scene.read(person.inscriptionid)).kit_status).toBe('returned');
    expect((await scene.act(scene.support, person.inscriptionid, 'cancel', { cancel_reason: 'requested' })).status).toBe(200);
    expect((await stockOf('M')).available).toBe(available + 1);
  });
  test('that was made offline becomes a conflict where the state refuses it, and a supervisor accepts or voids it', async () => {
    await refill();
    const person = await arrive('Rita');
    await sql("update inscriptions set exoneration_status = 'pending' where inscriptionid = $1", [person.inscriptionid]);
    const late = await deliver(person.inscriptionid, { queued: true, delivered_at: minutesAgo(5) });
    expect(late.body.result).toMatchObject({ status: 'conflict', reason: 'WAIVER_PENDING', person: { kit_status: 'pending' } });
    expect(await bags()).toBe(50);
    const { result } = (await scene.desk.post(`${deliveries}/actions/list_people`, { input: { eventid: scene.eventid } })).body;
    expect(result.conflicts).toMatchObject([{ inscriptionid: person.inscriptionid, reason: 'WAIVER_PENDING' }]);
    const { kit_deliveryid } = late.body.result;
    expect((await act(kit_deliveryid, 'accept')).status).toBe(403);
    expect((await act(kit_deliveryid, 'accept', scene.organizer)).status).toBe(200);
    expect(await rowOf(person.inscriptionid)).toMatchObject({ status: 'delivered' });
    expect(await bags()).toBe(49);
    expect((await scene.read(person.inscriptionid)).kit_status).toBe('delivered');
  });
  test('of two made offline is valid for the first by the time of the devices, whatever comes first', async () => {
    await refill();
    const person = await arrive('Sara');
    const later = await deliver(person.inscriptionid, { queued: true, delivered_at: minutesAgo(3), device_id: 'B' });
    expect(later.body.result.status).toBe('delivered');
    const client_uuid = randomUUID();
    const earlier = await deliver(person.inscriptionid, { queued: true, delivered_at: minutesAgo(9), device_id: 'A', client_uuid });
    expect(earlier.body.result.status).toBe('delivered');
    expect(await bags()).toBe(49);
    const rows = await sql('select device_id, status, void_reason from kit_deliveries where inscriptionid = $1 order by device_id', [
      person.inscriptionid,
    ]);
    expect(rows).toEqual([
      { device_id: 'A', status: 'delivered', void_reason: null },
      { device_id: 'B', status: 'conflict', void_reason: 'KIT_DELIVERED' },
    ]);
    const third = await deliver(person.inscriptionid, { queued: true, delivered_at: minutesAgo(1), device_id: 'C' });
    expect(third.body.result).toMatchObject({ status: 'conflict', reason: 'KIT_DELIVERED' });
    const again = await deliver(person.inscriptionid, { queued: true, delivered_at: minutesAgo(9), client_uuid });
    expect(again.body.result.kit_deliveryid).toBe(earlier.body.result.kit_deliveryid);
    const conflict = third.body.result.kit_deliveryid;
    expect((await act(conflict, 'accept', scene.organizer)).body.code).toBe('KIT_DELIVERED');
    expect((await act(conflict, 'void')).status).toBe(200);
    expect(await bags()).toBe(49);
  });
  test('of a device whose clock is wrong is put at the right time', async () => {
    const person = await arrive('Tina');
    const wrong = (minutes: number): string => new Date(Date.now() + 3_600_000 - minutes * 60_000).toISOString();
    await deliver(person.inscriptionid, { queued: true, delivered_at: wrong(10), device_now: wrong(0) });
    const { delivered_at, clock_skew_s } = await rowOf(person.inscriptionid);
    expect(clock_skew_s, 'an hour ahead').toBeCloseTo(-3600, -1);
    expect(Math.abs(Date.parse(delivered_at) - (Date.now() - 600_000))).toBeLessThan(60_000);
  });
  test('counts as the first by corrected time, whatever the clock of the device says', async () => {
    const person = await arrive('Tulia');
    const ahead = (minutes: number): string => new Date(Date.now() + 3_600_000 - minutes * 60_000).toISOString();
    await deliver(person.inscriptionid, { queued: true, delivered_at: minutesAgo(5), device_now: minutesAgo(0), device_id: 'right' });
    const first = await deliver(person.inscriptionid, { queued: true, delivered_at: ahead(9), device_now: ahead(0), device_id: 'ahead' });
    expect(first.body.result.status).toBe('delivered');
    const rows = await scene.pool.query(
      'select device_id, status, clock_skew_s from kit_deliveries where inscriptionid = $1 order by device_id',
      [person.inscriptionid],
    );
    expect(rows.rows).toMatchObject([
      { device_id: 'ahead', status: 'delivered' },
      { device_id: 'right', status: 'conflict', clock_skew_s: 0 },
    ]);
  });
  test('by two devices with one bib keeps the first, and the second is a conflict', async () => {
    const [one, two] = [await arrive('Uma'), await arrive('Vera')];
    const first = await deliver(one.inscriptionid, { queued: true, number: 1058, delivered_at: minutesAgo(8) });
    const second = await deliver(two.inscriptionid, { queued: true, number: 1058, delivered_at: minutesAgo(7) });
    expect([first.body.result.status, second.body.result]).toMatchObject(['delivered', { status: 'conflict', reason: 'BIB_TAKEN' }]);
  });
  test('by two devices with one bib belongs to the first by their time, whatever comes first, and the other person has the former number', async () => {
    const [one, two] = [await arrive('Wendy'), await arrive('Ximena')];
    const before = (await scene.read(two.inscriptionid)).number;
    const later = await deliver(two.inscriptionid, { queued: true, number: 1066, delivered_at: minutesAgo(4) });
    expect(later.body.result.status).toBe('delivered');
    const earlier = await deliver(one.inscriptionid, { queued: true, number: 1066, delivered_at: minutesAgo(6) });
    expect(earlier.body.result.status).toBe('delivered');
    expect((await scene.read(one.inscriptionid)).number).toBe(1066);
    expect(await scene.read(two.inscriptionid)).toMatchObject({ number: before, kit_status: 'pending' });
    expect(await rowOf(two.inscriptionid)).toMatchObject({ status: 'conflict', void_reason: 'BIB_TAKEN' });
  });
  test('by two devices of the last shirt of a size belongs to the first by their time, and the other person has the former size', async () => {
    await refill();
    const [one, two] = [await arrive('Yara'), await arrive('Zoe')];
    await sql("update tshirt_stock set adjusted = reserved + delivered - received + 1 where size = 'L'");
    const swap = (id: number, minutes: number) => deliver(id, { queued: true, tshirt_size: 'L', delivered_at: minutesAgo(minutes) });
    const former = (await scene.read(two.inscriptionid)).tshirt_size;
    const later = await swap(two.inscriptionid, 4);
    expect(later.body.result.status).toBe('delivered');
    const earlier = await swap(one.inscriptionid, 6);
    expect(earlier.body.result.status).toBe('delivered');
    expect((await scene.read(one.inscriptionid)).tshirt_size).toBe('L');
    expect(await scene.read(two.inscriptionid)).toMatchObject({ tshirt_size: former, kit_status: 'pending' });
    expect(await rowOf(two.inscriptionid)).toMatchObject({ status: 'conflict', void_reason: 'NO_SIZE_LEFT' });
  });
});

describe('the board', () => {
  test('counts what SQL counts', async () => {
    const { result } = (await scene.desk.post(`${deliveries}/actions/board`, { input: { eventid: scene.eventid } })).body;
    const [expected] = await sql(
      `select count(*) filter (where kit_status = 'delivered')::int as delivered, count(*) filter (where kit_status = 'partial')::int as partial, count(*)::int as total
         from inscriptions where eventid = $1 and status in ('paid', 'assign_number', 'no_assign_number')`,
      [scene.eventid],
    );
    expect(result).toMatchObject({ ...expected, event: { es: 'Carrera carrera' } });
    const [{ n }] = await sql("select count(*)::int as n from kit_deliveries where eventid = $1 and status in ('delivered', 'partial')", [
      scene.eventid,
    ]);
    for (const part of ['desks', 'people', 'hours'])
      expect(
        result[part].reduce((sum: number, { count }: any) => sum + count, 0),
        part,
      ).toBe(n);
    expect(result.last).toHaveLength(8);
  });
  test('and everything else is closed to who holds no key of the desk', async () => {
    for (const action of ['open_desk', 'list_people', 'board', 'deliver'])
      expect((await scene.finance.post(`${deliveries}/actions/${action}`, { input: { eventid: scene.eventid } })).status, action).toBe(403);
    const person = await arrive('Wendy');
    expect((await deliver(person.inscriptionid, {}, scene.support)).status).toBe(403);
  });
});

test('a desk sees the photograph of an affiliation, of those alone who are registered, and nothing else of it', async () => {
  await refill();
  const [person, other] = [await arrive('Fátima'), await arrive('Gala')];
  await sql(
    `insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid, curp, photo)
       select web_userid, 'FM-901', 'Fátima', 'Luna', 'F', '1990-05-06', (select min(stateid) from states), 'LUXF900506MDFNXT09', '/api/upload/retrato.webp' from inscriptions where inscriptionid = $1`,
    [person.inscriptionid],
  );
  const { result } = (await scene.desk.post(`${deliveries}/actions/list_people`, { input: { eventid: scene.eventid } })).body;
  const photoOf = (id: number) => result.people.find(({ inscriptionid }: any) => inscriptionid === id).photo;
  expect([photoOf(person.inscriptionid), photoOf(other.inscriptionid)]).toEqual(['/api/upload/retrato.webp', null]);
  expect(JSON.stringify(result)).not.toMatch(/LUXF900506|FM-901/);
  expect((await scene.desk.get('/v2/fmtri/fmtri_affiliate_users')).status, 'the desk does not see the federation').toBe(403);
});
