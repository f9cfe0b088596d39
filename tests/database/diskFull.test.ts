import fs, { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { startProblem } from '../../server/startProblem';
import { openWorldOn, type Answer, type Person, type World } from '../api/support/openWorld';
import { add, addPerson } from '../api/support/world';
import { openFolderDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { longer, startingMs } from '../support/limits';

const leastFree = 1000;
const folder = mkdtempSync(join(tmpdir(), 'dorsal-disk-'));
const notices: boolean[] = [],
  faults: string[] = [],
  acknowledged: string[] = [];
let database: Database,
  world: World,
  olga: Person,
  free = leastFree,
  count = 0;

const write = async (): Promise<Answer> => {
  const code = `DISK${(count += 1)}`;
  const answer = await olga.post('/v2/event/coupons', { code, type: 'percent', value: 15 });
  if (answer.status === 201) acknowledged.push(code);
  return answer;
};
const list = (): Promise<Answer> => olga.get('/v2/event/coupons?page=1&perpage=5');
/** The engine may be opened again first. */
const back = (): Promise<void> => vi.waitFor(async () => expect((await write()).status).toBe(201), { timeout: startingMs });
/** What the engine asks of the disk fails from now on, as the system would say it. */
const failWrites = (code: string, errno: number): void => {
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: write`), { code, errno, syscall: 'write' });
  });
};

beforeAll(async () => {
  database = await openFolderDatabase(join(folder, 'data'), {
    leastFree,
    freeBytes: async () => free,
    onDisk: (isFull) => notices.push(isFull),
    onError: (error) => faults.push(error.message),
  });
  world = await openWorldOn(database, { hindrances: () => (database.disk?.isFull() ? ['disk'] : []) });
  const alfa = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
  database.disk?.begin();
}, longer.timeout); // the first one of a version makes the database that the others copy
beforeEach(back);
afterEach(() => {
  vi.restoreAllMocks();
  free = leastFree;
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('with too little space left', () => {
  test('writes are refused with 507 in the language of the person, reads go on, /readyz says so, and all of it is over when there is space again', async () => {
    free = leastFree - 1;
    await eventually(async () =>
      expect(await olga.get('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready', reasons: ['disk'] } }),
    );
    expect(await write()).toMatchObject({
      status: 507,
      body: {
        statusCode: 507,
        message: 'No queda espacio para guardar cambios. Lo que ya existe se puede consultar. Avisa a quien administra el sistema.',
        errors: [],
      },
    });
    expect((await list()).status).toBe(200);
    expect((await olga.query('event', '{ coupons(page: 1, perpage: 5) { total } }')).status).toBe(200);
    expect(notices.at(-1)).toBe(true);

    free = leastFree;
    await back();
    expect((await olga.get('/readyz')).status).toBe(200);
    expect(notices.at(-1)).toBe(false);
  });

  test('nobody can sign in, which says why, and who is signed in stays so', async () => {
    const form = await world.app.inject({ url: '/api/auth/csrf' });
    const cookie = form.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    free = leastFree - 1;
    await eventually(() => expect(database.disk?.isFull()).toBe(true));
    const payload = {
      email: 'olga@prueba.test',
      password: 'una frase larga',
      csrfToken: form.json<{ csrfToken: string }>().csrfToken,
      json: 'true',
    };
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/auth/callback/credentials',
      headers: { cookie, origin: 'http://127.0.0.1:3000', 'x-auth-return-redirect': '1' },
      payload,
    });
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 507,
      body: { message: 'No queda espacio para iniciar sesiones. Avisa a quien administra el sistema.' },
    });
    expect((await list()).status).toBe(200);
  });
});

describe.each([
  ['ENOSPC', -28],
  ['EROFS', -30],
] as const)('when the system answers %s', (code, errno) => {
  test('a table that cannot grow refuses the write with 507, and the next one goes well once it can', async () => {
    await world.pool.query('drop table if exists grown; create table grown (text text); checkpoint');
    failWrites(code, errno);
    const growing = world.pool.query(`insert into grown select repeat('x', 500) from generate_series(1, 5000)`);
    await expect(growing).rejects.toMatchObject({ code: '53100' });
    vi.restoreAllMocks();
    await back();
  });

  test('a log that cannot be written costs nothing that was acknowledged: the engine is opened again over what the files say', async () => {
    faults.length = 0;
    failWrites(code, errno);
    expect([503, 507]).toContain((await write()).status);
    await eventually(async () => expect([200, 503]).toContain((await list()).status));
    vi.restoreAllMocks();
    await back();
    expect(faults).toContainEqual(
      expect.stringMatching(/^could not write to log file .*: (No space left on device|Read-only file system)$/),
    );
    const { rows } = await world.pool.query<{ code: string }>('select code from coupons order by couponid');
    expect(rows.map((row) => row.code)).toEqual(expect.arrayContaining(acknowledged));
  });
});

test.each([
  ['ENOSPC', -28, 'is on a disk that is full'],
  ['EROFS', -30, 'cannot be written'],
] as const)('a first start that meets %s says so in a sentence', async (code, errno, said) => {
  failWrites(code, errno);
  const dataDir = join(folder, code);
  const error: unknown = await openDatabase({ dataDir }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(startProblem(error, dataDir)).toMatch(
    new RegExp(`^The data folder .*${code} ${said} \\(.*\\)\\. .* choose another folder with DATA_DIR\\.$`),
  );
});

test('after all that, a process that begins with the files as they lie there finds every acknowledged write', async () => {
  cpSync(join(folder, 'data', 'database'), join(folder, 'copy', 'database'), { recursive: true }); // as after a crash: nothing was closed
  const again = await openDatabase({ dataDir: join(folder, 'copy') });
  const { rows } = await again.pool.query<{ code: string }>('select code from coupons');
  await again.close();
  const found = new Set(rows.map(({ code }) => code));
  expect(acknowledged.length).toBeGreaterThan(5);
  expect(acknowledged.filter((code) => !found.has(code))).toEqual([]);
});
