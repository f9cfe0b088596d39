import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDeskCopy, type DeskContents } from '@/pages/desk/deskCopy';
import { createDevicePass, forgetExpired, forgetOthers, isPin } from '@/pages/scan/devicePass';
import { openDeviceVault } from '@/pages/scan/deviceVault';
import { forgetCopies } from '@/pages/scan/forgetCopies';
import { openedStore } from '@/pages/scan/openedStore';
import { createWaitingQueue } from '@/pages/scan/waitingQueue';
import { passMarkStore, validPass } from '@/state/passMark';
import { deskPerson } from '../../support/deskPerson';

const dayMs = 24 * 3_600_000;
let time = Date.now();
const now = (): number => time;
const pass = () => createDevicePass({ now, rounds: 1000 });
const of = { userid: 3, eventid: 9, expires: Date.now() + dayMs };
const contents = { who: 'Ana' };
const copyOf = { userid: 3, organizationid: 2, eventid: 9 };
const desk: DeskContents = {
  info: {
    event: { eventid: 9, name: { es: 'Carrera' }, start_at: '2027-01-01T12:00:00Z', end_at: null, numbering_mode: null },
    kits: [],
    desks: [],
    distances: [],
    sizes: [],
    is_supervisor: false,
    now: '2027-01-01T10:00:00.000Z',
  },
  people: [deskPerson()],
  since: '2027-01-01T09:59:50.000Z',
};

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  time = Date.now();
  await forgetCopies();
});

describe('a pass', () => {
  test('opens with its PIN what was put into it, and with no other', async () => {
    await pass().make('402817', of, contents);
    openedStore.set(null); // the page was closed
    expect(await pass().open('402818')).toEqual({ is: 'wrong', left: 9 });
    expect(openedStore.get()).toBeNull();
    expect(await pass().open('402817')).toEqual({ is: 'open', contents, eventid: 9 });
    expect(openedStore.get()).not.toBeNull();
    expect(validPass()).toEqual(of);
  });
  test('makes people wait after three wrong PINs, longer each time, and a right one counts them from the start', async () => {
    await pass().make('402817', of, contents);
    for (let tries = 0; tries < 3; tries += 1) await pass().open('000000');
    expect(await pass().open('402817')).toEqual({ is: 'closed', seconds: 30 });
    time += 30_001;
    expect(await pass().open('000000')).toEqual({ is: 'wrong', left: 6 });
    expect(await pass().open('402817')).toEqual({ is: 'closed', seconds: 60 });
    time += 60_001;
    expect(await pass().open('402817')).toMatchObject({ is: 'open' });
    expect(await pass().open('000000')).toEqual({ is: 'wrong', left: 9 });
  });
  test('is gone after ten wrong PINs, with everything that was fetched, and nothing that waits to be sent', async () => {
    const queue = createWaitingQueue();
    const entry = { ...copyOf, client_uuid: 'a1', kind: 'deliver', payload: { inscriptionid: 1 }, device_time: '2027-01-01T10:00:00Z' };
    await queue.add(entry);
    await pass().make('402817', { ...of, expires: of.expires + 30 * dayMs }, contents);
    expect(await createDeskCopy(copyOf).write(desk)).toBe(true);
    for (let tries = 0; tries < 10; tries += 1) {
      await pass().open('000000');
      time += 8 * 3_600_000;
    }
    expect(await pass().open('402817')).toEqual({ is: 'gone' });
    expect(await createDeskCopy(copyOf).read()).toBeNull();
    expect(await queue.waiting(copyOf)).toMatchObject([entry]);
  });
  test('is over after its day: the copies go when the page is next opened', async () => {
    await pass().make('402817', of, contents);
    await createDeskCopy(copyOf).write(desk);
    await forgetExpired(of.expires - 1);
    expect(passMarkStore.get()).not.toBeNull();
    await forgetExpired(of.expires);
    expect(passMarkStore.get()).toBeNull();
    const { database } = await openDeviceVault();
    expect([await database.count('copies'), await database.count('passes')]).toEqual([0, 0]);
    database.close();
  });
  test('goes with its copies when somebody else is signed in, and stays for its person', async () => {
    await pass().make('402817', of, contents);
    await createDeskCopy(copyOf).write(desk);
    await forgetOthers(of.userid);
    expect(await createDeskCopy(copyOf).read()).toEqual(desk);
    await forgetOthers(of.userid + 1);
    expect([passMarkStore.get(), await pass().open('402817')]).toEqual([null, { is: 'gone' }]);
  });
  test('that is over does not open', async () => {
    await pass().make('402817', of, contents);
    time = of.expires;
    expect(await pass().open('402817')).toEqual({ is: 'gone' });
  });
  test.each(['12345', '1234567890123', '12345a', ''])('refuses %j as a PIN', (pin) => {
    expect(isPin(pin)).toBe(false);
  });
});

describe('the copy of a desk', () => {
  test('is there after a reload once the PIN was entered, and only then', async () => {
    await pass().make('402817', of, contents);
    expect(await createDeskCopy(copyOf).write(desk)).toBe(true);
    openedStore.set(null);
    expect(await createDeskCopy(copyOf).read()).toBeNull();
    expect(await createDeskCopy(copyOf).write(desk)).toBe(false);
    await pass().open('402817');
    expect(await createDeskCopy(copyOf).read()).toEqual(desk);
  });
  test('belongs to one person and one event', async () => {
    await pass().make('402817', of, contents);
    await createDeskCopy(copyOf).write(desk);
    expect(await createDeskCopy({ ...copyOf, userid: 4 }).read()).toBeNull();
    expect(await createDeskCopy({ ...copyOf, eventid: 10 }).read()).toBeNull();
  });
  test('does not survive a new pass, whose key is another one', async () => {
    await pass().make('402817', of, contents);
    await createDeskCopy(copyOf).write(desk);
    await pass().make('402817', of, contents);
    expect(await createDeskCopy(copyOf).read()).toBeNull();
  });
  test('shows nothing of itself on the disk', async () => {
    await pass().make('402817', of, contents);
    await createDeskCopy(copyOf).write(desk);
    const { database } = await openDeviceVault();
    const [kept] = await database.getAll('copies');
    expect(new TextDecoder().decode(kept!.data)).not.toContain('Carrera');
    database.close();
  });
});
