import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPointCopy } from '@/pages/access/pointCopy';
import type { PointApi } from '@/pages/access/pointApi';
import { createDevicePass } from '@/pages/scan/devicePass';
import { openDeviceVault } from '@/pages/scan/deviceVault';
import { forgetCopies } from '@/pages/scan/forgetCopies';
import { openedStore } from '@/pages/scan/openedStore';

const pin = '402817',
  name = '2 9 14';
const pass = () => createDevicePass({ rounds: 1000 });
const prepared = { userid: 3, eventid: 9, expires: Date.now() + 3_600_000 };
const never = (): Promise<never> => Promise.reject(new Error('away'));
const api: PointApi = {
  watch: never,
  send: async () => ({ is: 'later' }),
  redeem: never,
  takeBack: never,
  prepare: async () => ({
    as_of: '2027-01-01T10:00:00.000Z',
    people: [],
    distances: [{ id: 4, name: '10 km' }],
    waves: [],
    benefits: [],
    next: null,
  }),
};
const copyFor = (eventid = 9) => createPointCopy({ vault: openDeviceVault, userid: 3, eventid, name, api, onChange: () => undefined });
const fetched = async (): Promise<void> => copyFor().refresh();
/** What a page finds that is opened later. */
const found = async (): Promise<string | undefined> => {
  const copy = copyFor();
  await copy.open();
  return copy.distance(4);
};

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  await forgetCopies();
});

describe('the copy of a door', () => {
  test('works as long as its page is open where nobody prepared the device, and leaves nothing on it', async () => {
    const copy = copyFor();
    await copy.refresh();
    expect([copy.distance(4), await copy.keep()]).toEqual(['10 km', false]);
    const { database } = await openDeviceVault();
    expect(await database.getAllKeys('copies')).toEqual([]);
    database.close();
    expect(await found()).toBeUndefined();
  });
  test('of another event than that of the pass is not kept', async () => {
    await pass().make(pin, prepared, {});
    const other = copyFor(10);
    await other.refresh();
    expect(await other.keep()).toBe(false);
  });
  test('that was fetched before the PIN was entered is kept once it was', async () => {
    await pass().make(pin, prepared, {});
    openedStore.set(null); // the page was loaded again
    const copy = copyFor();
    await copy.refresh();
    expect(await found()).toBeUndefined();
    await pass().open(pin);
    expect(await copy.keep()).toBe(true);
    expect(await found()).toBe('10 km');
  });
  test('is opened on a prepared device by its PIN and not before', async () => {
    await pass().make(pin, prepared, {});
    await fetched();
    expect(await found()).toBe('10 km');
    openedStore.set(null); // the page was closed
    expect(await found()).toBeUndefined();
    const { database, open } = await openDeviceVault();
    const sealed = await database.get('copies', `3 ${name}`);
    database.close();
    await expect(open(sealed!, `3 ${name}`), 'the key of the device does not open it').rejects.toBeInstanceOf(Error);
    await pass().open('000000');
    expect(await found()).toBeUndefined();
    await pass().open(pin);
    expect(await found()).toBe('10 km');
  });
  test('is not kept on a prepared device whose PIN was not entered', async () => {
    await pass().make(pin, prepared, {});
    openedStore.set(null);
    await fetched();
    await pass().open(pin);
    expect(await found()).toBeUndefined();
  });
  test('that an earlier version left without a PIN goes when the door is opened, or the device prepared', async () => {
    const { database, seal } = await openDeviceVault();
    const left = async (): Promise<readonly string[]> => database.getAllKeys('copies');
    const leave = async (): Promise<string> => database.put('copies', await seal({ as_of: 'now', people: [] }, `3 ${name}`), `3 ${name}`);
    await leave();
    await copyFor().open();
    expect(await left()).toEqual([]);
    await leave();
    await pass().make(pin, prepared, {});
    expect(await left()).toEqual([]);
    database.close();
  });
});
