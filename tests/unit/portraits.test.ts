import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { createPortraits, type PortraitCounts } from '@/pages/desk/portraits';
import { createDevicePass } from '@/pages/scan/devicePass';
import { openDeviceVault } from '@/pages/scan/deviceVault';
import { forgetCopies } from '@/pages/scan/forgetCopies';
import { openedStore } from '@/pages/scan/openedStore';
import { deskPerson } from '../support/deskPerson';

const of = { userid: 3, organizationid: 2, eventid: 9 };
const ana = deskPerson({ inscriptionid: 1, photo: '/api/upload/ana.webp' }),
  beto = deskPerson({ inscriptionid: 2, photo: '/api/upload/beto.webp' }),
  carla = deskPerson({ inscriptionid: 3, photo: null });
const away = Object.assign(new Error('Network error'), { statusCode: 0 }),
  gone = Object.assign(new Error('Not found'), { statusCode: 404 });
let asked: number[], failures: Record<number, Error>, counts: PortraitCounts | undefined;
const open = () =>
  createPortraits({
    of,
    fetchPortrait: async (id) => {
      asked.push(id);
      if (failures[id]) throw failures[id];
      return `data:image/webp;base64,picture-${id}-${asked.length}`;
    },
  });
const note = (next: PortraitCounts): void => {
  counts = next;
};
const prepare = (): Promise<void> =>
  createDevicePass({ rounds: 1000 }).make('402817', { userid: 3, eventid: 9, expires: Date.now() + 86_400_000 }, {});

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  [asked, failures, counts] = [[], {}, undefined];
  await forgetCopies();
  await prepare();
});

test('photographs are kept sealed, once each, and are read by another visit', async () => {
  await open().keep([ana, beto, carla], note);
  expect(counts).toEqual({ kept: 2, wanted: 2 });
  await open().keep([ana, beto, carla], note);
  expect(asked).toEqual([1, 2]);
  expect(await open().read(beto)).toBe('data:image/webp;base64,picture-2-2');
  expect(await open().read(carla)).toBeNull();
  const { database } = await openDeviceVault();
  const stored = JSON.stringify((await database.getAll('portraits')).map(({ data }) => new TextDecoder().decode(data)));
  database.close();
  expect(stored).not.toContain('picture');
});

test('the network goes in the middle: the rest follows later, and what the server does not have is no longer waited for', async () => {
  const portraits = open();
  failures = { 2: away };
  await portraits.keep([ana, beto], note);
  expect(counts).toEqual({ kept: 1, wanted: 2 });
  failures = { 2: gone };
  await portraits.keep([ana, beto], note);
  expect(counts).toEqual({ kept: 1, wanted: 1 });
  await portraits.keep([ana, beto], note);
  expect(asked).toEqual([1, 2, 2]);
});

test('a new photograph replaces the old one, and that of a person who left the event goes', async () => {
  await open().keep([ana, beto], note);
  const later = { ...ana, photo: '/api/upload/ana-2.webp' };
  await open().keep([later], note);
  expect(asked).toEqual([1, 2, 1]);
  expect(await open().read(later)).toContain('picture-1');
  expect([await open().read(ana), await open().read(beto)]).toEqual([null, null]);
});

test('nothing is kept or read without the pass, and leaving removes the photographs', async () => {
  await open().keep([ana], note);
  const opened = openedStore.get();
  openedStore.set(null); // the page was closed, its PIN not entered
  expect(await open().read(ana)).toBeNull();
  await open().keep([ana, beto], note);
  expect(asked).toEqual([1]);
  openedStore.set(opened);
  expect(await open().read(ana)).toContain('picture-1');
  await forgetCopies();
  const { database } = await openDeviceVault();
  const left = await database.count('portraits');
  database.close();
  expect(left).toBe(0);
});

test('a device that is prepared again has none of the earlier photographs', async () => {
  await open().keep([ana], note);
  await prepare();
  expect(await open().read(ana)).toBeNull();
  await open().keep([ana], note);
  expect(await open().read(ana)).toContain('picture-1');
});
