import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskPerson } from '@/domain/registration/desk';
import { createDesk, DeskRefusal, type Desk } from '@/pages/desk/createDesk';
import type { DeskHanding, DeskInfo, HandedKit } from '@/pages/desk/deskApi';
import type { DeskContents, DeskCopy } from '@/pages/desk/deskCopy';
import type { DeskCalls } from '@/pages/desk/useDeskCalls';
import { createWaitingQueue, type WaitingQueue } from '@/pages/scan/waitingQueue';
import { deskPerson } from '../support/deskPerson';

const person = deskPerson();
const info: DeskInfo = {
  event: { eventid: 9, name: { es: 'Carrera' }, start_at: '2027-01-01T12:00:00Z', end_at: null, numbering_mode: null },
  kits: [
    {
      kitid: 1,
      name: 'Kit',
      distanceids: [],
      pieces: [
        { kit_itemid: 5, name: { es: 'Morral' }, type: 'bag', qty: 1, required: true, stock: null },
        { kit_itemid: 6, name: { es: 'Medalla' }, type: 'medal', qty: 1, required: true, stock: null },
      ],
    },
  ],
  desks: [],
  distances: [],
  sizes: [],
  is_supervisor: false,
  now: '2027-01-01T10:00:00.000Z',
};
const away = Object.assign(new Error('Network error'), { statusCode: 0 });
const whole = [
  { kit_itemid: 5, qty: 1, status: 'delivered' },
  { kit_itemid: 6, qty: 1, status: 'delivered' },
] as const;

interface Server {
  isAway: boolean;
  losesAnswers: boolean;
  refuses: { readonly statusCode: number; readonly code: string } | null;
  readonly got: DeskHanding[];
  readonly voided: number[];
}
/** A server of one event, which can be out of reach. */
const createServer = (people: DeskPerson[]) => {
  const got: DeskHanding[] = [];
  const server: Server = { isAway: false, losesAnswers: false, refuses: null, got, voided: [] };
  const calls: DeskCalls = {
    open: async () => {
      if (server.isAway) throw away;
      return info;
    },
    people: async (_eventid, _after, since) => {
      if (server.isAway) throw away;
      return { people: since ? [] : people, next: null, conflicts: [], now: info.now };
    },
    board: async () => {
      throw away;
    },
    portrait: async () => {
      throw away;
    },
    deliver: async (handing): Promise<HandedKit> => {
      if (server.isAway) throw away;
      if (server.refuses) throw Object.assign(new Error(server.refuses.code), server.refuses);
      if (!got.some(({ client_uuid }) => client_uuid === handing.client_uuid)) got.push(handing);
      if (server.losesAnswers) throw away;
      return { kit_deliveryid: got.length, status: 'delivered', reason: null, person: { ...person, kit_status: 'delivered' } };
    },
    signLink: async () => {
      throw away;
    },
    bought: async () => {
      throw away;
    },
    handSale: async () => {
      throw away;
    },
    act: async (_action, id) => void server.voided.push(id),
  };
  return { server, calls };
};
let queue: WaitingQueue;
const of = { userid: 3, organizationid: 2, eventid: 9, kind: 'deliver' };
const deskOf = (calls: DeskCalls): Desk => createDesk({ calls, queue, of, deviceId: 'mesa-1', now: () => Date.parse(info.now) - 300_000 });
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  queue = createWaitingQueue();
});

describe('a desk without a network', () => {
  test('keeps a delivery with the time of the device, shows the kit as handed out, and sends it once', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    const delivered = await desk.deliver({ inscriptionid: 1, items: [...whole] });
    expect(delivered.kind).toBe('queued');
    expect(desk.people.get(1)).toMatchObject({ kit_status: 'delivered', handed: { 5: 1, 6: 1 } });
    expect(desk.state.get()).toMatchObject({ isOnline: false, counts: { waiting: 1 } });
    await desk.sync();
    expect(desk.state.get().counts.waiting).toBe(1);
    server.isAway = false;
    await Promise.all([desk.sync(), desk.sync()]);
    expect(server.got).toMatchObject([{ queued: true, delivered_at: '2027-01-01T09:55:00.000Z', device_id: 'mesa-1' }]);
    expect(desk.state.get()).toMatchObject({ isOnline: true, counts: { waiting: 0 } });
  });
  test('sends again what the server may have got already, under the same uuid', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.losesAnswers = true;
    await desk.deliver({ inscriptionid: 1, items: [...whole] });
    server.losesAnswers = false;
    await desk.sync();
    expect(server.got).toHaveLength(1);
    expect(desk.state.get().counts).toEqual({ waiting: 0, refused: 0 });
  });
  test('refuses what the server would refuse', async () => {
    const { server, calls } = createServer([{ ...person, waiver: 'pending' }]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    await expect(desk.deliver({ inscriptionid: 1, items: [...whole] })).rejects.toBeInstanceOf(DeskRefusal);
    expect((await desk.deliver({ inscriptionid: 1, items: [...whole], override_reason: 'Papel' })).kind).toBe('queued');
  });
  test('takes back what was not sent yet, and nothing is sent', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    const delivered = await desk.deliver({ inscriptionid: 1, items: [...whole] });
    await desk.undo(delivered, person, 'error');
    server.isAway = false;
    await desk.sync();
    expect(server.got).toEqual([]);
    expect(desk.people.get(1)?.kit_status).toBe('pending');
  });
  test('goes on after the page was closed: what waits is read from the device', async () => {
    const { server, calls } = createServer([person]);
    const first = deskOf(calls);
    await first.open();
    server.isAway = true;
    await first.deliver({ inscriptionid: 1, items: [...whole] });
    server.isAway = false;
    server.refuses = { statusCode: 409, code: 'SOMETHING' };
    const second = deskOf(calls);
    await second.open();
    expect(second.people.get(1)?.kit_status, 'before it is sent').toBe('delivered');
    await second.sync();
    expect(second.state.get().counts, 'a refusal is kept with its reason').toEqual({ waiting: 0, refused: 1 });
    expect((await queue.refused(of))[0]?.refusal.code).toBe('SOMETHING');
  });
  test('left by another person is sent by the one who takes it over', async () => {
    const { server, calls } = createServer([person]);
    const first = deskOf(calls);
    await first.open();
    server.isAway = true;
    await first.deliver({ inscriptionid: 1, items: [...whole] });
    server.isAway = false;
    const supervisor = { ...of, userid: 4 };
    const second = createDesk({ calls, queue, of: supervisor, deviceId: 'mesa-1' });
    await second.open();
    await second.sync();
    expect(server.got, 'nobody sends what is not theirs').toEqual([]);
    expect(await queue.ofOthers(supervisor)).toBe(1);
    await queue.takeOver(supervisor);
    await second.sync();
    expect(server.got).toHaveLength(1);
    expect(await queue.ofOthers(of)).toBe(0);
  });
  test('leaves what a door of the same device scanned alone: it is neither sent nor counted here, and holds nothing up', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    const scan = { inscriptionid: 1, asenterid: 4, input: {} };
    await queue.add({ ...of, client_uuid: 'scan', kind: 'access', payload: scan, device_time: info.now });
    await desk.sync();
    expect(desk.people.get(1)?.kit_status).toBe('pending');
    await desk.deliver({ inscriptionid: 1, items: [...whole] });
    server.isAway = false;
    await desk.sync();
    expect(server.got).toMatchObject([{ inscriptionid: 1, items: whole }]);
    expect(await queue.waiting({ ...of, kind: 'access' })).toHaveLength(1);
    expect(await queue.ofOthers({ ...of, userid: 4 })).toBe(0);
  });
  test.each([
    ['a session that ended', 401, 'UNAUTHENTICATED'],
    ['others who work on the same', 409, 'CROWDED'],
    ['a server that is restarting', 503, 'UNAVAILABLE'],
  ])('waits for %s to pass, and refuses nothing', async (_what, statusCode, code) => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    await desk.deliver({ inscriptionid: 1, items: [...whole] });
    server.isAway = false;
    server.refuses = { statusCode, code };
    await desk.sync();
    expect(desk.state.get().counts).toEqual({ waiting: 1, refused: 0 });
    server.refuses = null;
    await desk.sync();
    expect(desk.state.get().counts).toEqual({ waiting: 0, refused: 0 });
    expect(server.got).toHaveLength(1);
  });
  test('that was sent meanwhile is voided at the server when it is taken back', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    const delivered = await desk.deliver({ inscriptionid: 1, items: [...whole] });
    server.isAway = false;
    await desk.sync();
    await desk.undo(delivered, person, 'error');
    expect(server.got).toHaveLength(1);
    expect(server.voided).toEqual([1]);
  });
  test('asks for the name and the letter of somebody else, on their fields', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    await desk.open();
    server.isAway = true;
    await expect(desk.deliver({ inscriptionid: 1, items: [...whole], receiver_type: 'third_party' })).rejects.toMatchObject({
      problems: [
        { path: 'receiver_name', code: 'REQUIRED' },
        { path: 'evidence_files', code: 'LETTER_REQUIRED' },
      ],
    });
  });
  test('does not open when nothing could be read yet, and opens afterwards', async () => {
    const { server, calls } = createServer([person]);
    const desk = deskOf(calls);
    server.isAway = true;
    await desk.open();
    expect(desk.state.get().phase).toBe('failed');
    server.isAway = false;
    await desk.open();
    expect(desk.state.get()).toMatchObject({ phase: 'open', skewMs: 300_000 });
  });
});

describe('a desk that starts without a network', () => {
  const copyOf = (left: DeskContents | null) => {
    const written: DeskContents[] = [];
    const copy: DeskCopy = { read: async () => left, write: async (contents) => Boolean(written.push(contents)) };
    return { copy, written };
  };
  const left: DeskContents = { info, people: [person], since: '2027-01-01T09:00:00.000Z' };

  test('opens with what the device kept, and with what waits on it', async () => {
    const { server, calls } = createServer([person]);
    server.isAway = true;
    await queue.add({
      ...of,
      client_uuid: 'a1',
      payload: { inscriptionid: 1, client_uuid: 'a1', items: whole },
      device_time: '2027-01-01T10:00:00Z',
    });
    const desk = createDesk({ calls, queue, of, deviceId: 'mesa-1', copy: copyOf(left).copy });
    await desk.open();
    expect(desk.state.get()).toMatchObject({ phase: 'open', isOnline: false, counts: { waiting: 1 }, info: { event: { eventid: 9 } } });
    expect(desk.people.get(1)).toMatchObject({ kit_status: 'delivered' });
  });
  test('fails when the device kept nothing', async () => {
    const { server, calls } = createServer([person]);
    server.isAway = true;
    const desk = createDesk({ calls, queue, of, deviceId: 'mesa-1', copy: copyOf(null).copy });
    await desk.open();
    expect(desk.state.get().phase).toBe('failed');
  });
  test('reads from the server only what changed since, and keeps that too', async () => {
    const { calls } = createServer([person]);
    const asked: (string | undefined)[] = [];
    const { copy, written } = copyOf(left);
    const desk = createDesk({
      calls: { ...calls, people: (eventid, after, since) => calls.people(eventid, after, (asked.push(since), since)) },
      queue,
      of,
      deviceId: 'mesa-1',
      copy,
    });
    await desk.open();
    expect(asked).toEqual(['2027-01-01T09:00:00.000Z']);
    expect(written).toMatchObject([{ people: [{ inscriptionid: 1 }], since: '2027-01-01T09:59:50.000Z' }]);
  });
});
