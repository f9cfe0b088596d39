import { IDBFactory } from 'fake-indexeddb';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDeviceVault } from '@/pages/scan/deviceVault';
import { createWaitingQueue, type Sent, type WaitingEntry, type WaitingQueue } from '@/pages/scan/waitingQueue';
import 'fake-indexeddb/auto';

const me = { userid: 7, organizationid: 3 };
const entry = (name: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  client_uuid: randomUUID(),
  kind: 'scan',
  payload: { name },
  device_time: '2027-05-01T13:00:00.000Z',
  eventid: 1,
  ...me,
  ...more,
});
const nameOf = ({ payload }: WaitingEntry): unknown => (payload as { readonly name: string }).name;
/** A server that does each entry once, by its uuid, and answers what the test says. */
const fakeServer = (answer: (entry: WaitingEntry) => Sent | Promise<Sent> = () => 'done') => {
  const arrivals: unknown[] = [],
    done = new Map<string, unknown>();
  return {
    arrivals,
    done,
    send: async (each: WaitingEntry): Promise<Sent> => {
      arrivals.push(nameOf(each));
      const sent = await answer(each);
      if (sent === 'done') done.set(each.client_uuid, nameOf(each));
      return sent;
    },
  };
};
const open = (): WaitingQueue => createWaitingQueue({ alone: (work) => work() });

let queue: WaitingQueue;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  queue = open();
});

describe('actions that were not sent yet', () => {
  test('leave in the order in which they were done', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await queue.add(entry(name));
    const server = fakeServer();
    expect(await queue.replay(me, server.send)).toEqual({ waiting: 0, refused: 0 });
    expect(server.arrivals).toEqual(['a', 'b', 'c', 'd']);
  });
  test('wait together from the first that cannot be sent, and nothing is lost', async () => {
    for (const name of ['a', 'b', 'c']) await queue.add(entry(name));
    let isDown = true;
    const server = fakeServer((each) => (isDown && nameOf(each) === 'b' ? 'later' : 'done'));
    expect(await queue.replay(me, server.send)).toEqual({ waiting: 2, refused: 0 });
    isDown = false;
    await queue.replay(me, server.send);
    expect(server.arrivals).toEqual(['a', 'b', 'b', 'c']);
  });
  test('wait when the sender throws', async () => {
    await queue.add(entry('a'));
    expect(await queue.replay(me, () => Promise.reject(new Error('the line is dead')))).toEqual({ waiting: 1, refused: 0 });
  });
  test('are set aside when the server refuses them, with the reason, and the others follow', async () => {
    for (const name of ['a', 'b', 'c']) await queue.add(entry(name));
    const server = fakeServer((each) =>
      nameOf(each) === 'b' ? { refused: { code: 'REFUSED', message: 'El acceso está cerrado.' } } : 'done',
    );
    expect(await queue.replay(me, server.send)).toEqual({ waiting: 0, refused: 1 });
    expect((await queue.refused(me)).map((each) => [nameOf(each.entry), each.refusal])).toEqual([
      ['b', { code: 'REFUSED', message: 'El acceso está cerrado.' }],
    ]);
    await queue.replay(me, server.send);
    expect(server.arrivals).toEqual(['a', 'b', 'c']);
    await queue.dismiss((await queue.refused(me))[0]!.entry.client_uuid);
    expect(await queue.counts(me)).toEqual({ waiting: 0, refused: 0 });
  });
  test('survive a page that dies between the answer of the server and its own note, and are done once', async () => {
    await queue.add(entry('a'));
    await queue.add(entry('b'));
    let dies: () => void = () => undefined;
    const server = fakeServer();
    const death = new Promise<void>((resolve) => {
      dies = resolve;
    });
    // The server has done the first one, and the page never learns it.
    void queue.replay(me, async (each) => {
      await server.send(each);
      dies();
      return await new Promise<Sent>(() => undefined);
    });
    await death;
    queue.close();
    const after = open();
    expect((await after.waiting(me)).map(nameOf)).toEqual(['a', 'b']);
    await after.replay(me, server.send);
    expect(server.arrivals).toEqual(['a', 'a', 'b']);
    expect([...server.done.values()]).toEqual(['a', 'b']);
    expect(await after.counts(me)).toEqual({ waiting: 0, refused: 0 });
  });
  test('are kept across reloads, each with everything that it said', async () => {
    const kept = entry('a', { payload: { name: 'a', code: 'AB3K9QZ7', reason: null } });
    await queue.add(kept);
    queue.close();
    expect(await open().waiting(me)).toEqual([kept]);
  });
  test('are kept once, however often they are added', async () => {
    const once = entry('a');
    await queue.add(once);
    await queue.add(once);
    expect(await queue.counts(me)).toEqual({ waiting: 1, refused: 0 });
  });
  test('belong to the person, the organization, the event and the screen', async () => {
    await queue.add(entry('mine'));
    await queue.add(entry('other person', { userid: 8 }));
    await queue.add(entry('other organization', { organizationid: 4 }));
    await queue.add(entry('other event', { eventid: 2 }));
    await queue.add(entry('other screen', { kind: 'delivery' }));
    const server = fakeServer();
    await queue.replay({ ...me, eventid: 1, kind: 'scan' }, server.send);
    expect(server.arrivals).toEqual(['mine']);
    await queue.replay(me, server.send);
    expect(server.arrivals).toEqual(['mine', 'other event', 'other screen']);
    expect(await queue.counts({ userid: 8, organizationid: 3 })).toEqual({ waiting: 1, refused: 0 });
  });
  test('that come while others are sent are sent too', async () => {
    await queue.add(entry('a'));
    const server = fakeServer(async (each): Promise<Sent> => {
      if (nameOf(each) === 'a') await queue.add(entry('b'));
      return 'done';
    });
    expect(await queue.replay(me, server.send)).toEqual({ waiting: 0, refused: 0 });
    expect(server.arrivals).toEqual(['a', 'b']);
  });
  test('are announced to the pages that show how many wait', async () => {
    const heard = vi.fn();
    queue.changes.subscribe(heard);
    await queue.add(entry('a'));
    await queue.replay(me, fakeServer().send);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('what is stored on the device', () => {
  test('cannot be read without its key, and the key cannot be taken out', async () => {
    await queue.add(entry('Ana Ruiz', { payload: { name: 'Ana Ruiz' } }));
    const { database } = await openDeviceVault();
    const rows = await database.getAll('entries');
    const bytes = rows.map(({ sealed }) => new TextDecoder('latin1').decode(sealed.data)).join();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows) + bytes).not.toContain('Ana');
    const key = (await database.get('keys', 'device'))!;
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable');
  });
  test('is set aside and kept when the browser has lost the key', async () => {
    await queue.add(entry('a'));
    queue.close();
    const { database } = await openDeviceVault();
    await database.clear('keys');
    database.close();
    const after = open(),
      server = fakeServer();
    expect(await after.replay(me, server.send)).toEqual({ waiting: 0, refused: 1 });
    expect(server.arrivals).toEqual([]);
    expect((await after.refused(me))[0]!.refusal.code).toBe('UNREADABLE');
  });
  test('does not open under another name', async () => {
    const { seal, open: unseal } = await openDeviceVault();
    const sealed = await seal({ a: 1 }, 'one');
    expect(await unseal(sealed, 'one')).toEqual({ a: 1 });
    await expect(unseal(sealed, 'two')).rejects.toThrow('operation-specific');
  });
});
