import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keepImage, takeImage } from '../../demo/demoImage';
import { modulesOf } from '../../demo/modulesOf';
import { giveAccounts } from '../../demo/seedDemo';
import { createPasswords } from '../../server/auth/passwords';
import { demoAccounts, demoPassword, newcomer } from '../../server/demoAccounts';
import { openTestDatabase } from '../support/database';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dorsal-image-'));
let images: string, data: string;
let turn = 0;
beforeEach(() => {
  turn += 1;
  images = join(folder, `images-${turn}`);
  data = join(folder, `data-${turn}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const make =
  (text: string) =>
  async (where: string): Promise<void> => {
    mkdirSync(join(where, 'database'), { recursive: true });
    writeFileSync(join(where, 'database', 'rows'), text);
    writeFileSync(join(where, 'secret'), 'of the image only');
  };
const taken = (): string => readFileSync(join(data, 'database', 'rows'), 'utf8');

test('the image depends on the modules of every folder that the demo data is made of', () => {
  const modules = modulesOf(join(root, 'demo/demo.ts')).map((file) => relative(root, file));
  expect(modules).toEqual(
    expect.arrayContaining(['demo/events.ts', 'server/reference/seedReference.ts', 'src/resources/inscriptions/inscriptions.ts']),
  );
});

test('a new data folder begins with the database of the image, and with nothing else of it', async () => {
  expect(await keepImage(100, make('demo'), images)).toBe(true);
  expect(takeImage(data, 100, images)).toBe(true);
  expect(taken()).toBe('demo');
  expect(readdirSync(data)).toEqual(['database']);
});

test('a data folder that has a database keeps it', async () => {
  await keepImage(100, make('demo'), images);
  await make('mine')(data);
  expect(takeImage(data, 100, images)).toBe(false);
  expect(taken()).toBe('mine');
});

test('there is no image of another number of registrations, nor where none was made', async () => {
  expect(takeImage(data, 100, images)).toBe(false);
  await keepImage(100, make('demo'), images);
  expect(takeImage(data, 200, images)).toBe(false);
  expect(existsSync(data)).toBe(false);
});

test('an image is used for seven days and made again after them', async () => {
  await keepImage(100, make('old'), images);
  expect(await keepImage(100, make('new'), images), 'it is fresh').toBe(false);
  const [name = ''] = readdirSync(images);
  const day = 24 * 3600;
  const long = Date.now() / 1000 - 7 * day;
  utimesSync(join(images, name), long, long);
  expect(takeImage(data, 100, images)).toBe(false);
  expect(await keepImage(100, make('new'), images)).toBe(true);
  expect(takeImage(data, 100, images)).toBe(true);
  expect(taken()).toBe('new');
});

test('what a run left that was ended goes after a day, and what another run is making stays', async () => {
  const draftOf = (name: string, seconds: number): void => {
    mkdirSync(join(images, name), { recursive: true });
    utimesSync(join(images, name), seconds, seconds);
  };
  const now = Date.now() / 1000;
  draftOf('draft-old', now - 25 * 3600);
  draftOf('draft-new', now);
  await keepImage(100, make('demo'), images);
  expect(readdirSync(images).filter((name) => name.startsWith('draft'))).toEqual(['draft-new']);
});

test('an image that could not be made leaves nothing', async () => {
  const failing = async (where: string): Promise<void> => {
    await make('half')(where);
    throw new Error('no space');
  };
  await expect(keepImage(100, failing, images)).rejects.toThrow('no space');
  expect(readdirSync(images)).toEqual([]);
});

test('in a copy of an image the demo accounts get their password with the secret of that folder, once', async () => {
  const { pool, close } = await openTestDatabase({ holding: 'demo' });
  try {
    await pool.query('delete from auth_credentials');
    await pool.query(`update users set email = 'somebody@else.test' where userid = $1`, [newcomer.userid]);
    const passwords = createPasswords('the secret of this folder');
    await giveAccounts(pool, passwords);
    const { rows } = await pool.query('select userid::int, password_hash from auth_credentials where demo order by userid');
    expect(rows.map(({ userid }) => userid)).toEqual(demoAccounts.map(({ userid }) => userid).sort((one, other) => one - other));
    expect(await passwords.verify(rows[0].password_hash, demoPassword)).toBe(true);
    expect(await createPasswords('another secret').verify(rows[0].password_hash, demoPassword)).toBe(false);
    await giveAccounts(pool, createPasswords('another secret'));
    expect((await pool.query('select userid::int, password_hash from auth_credentials where demo order by userid')).rows).toEqual(rows);
  } finally {
    await close();
  }
});
