import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../support/database';
import { openWorldOn, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

/** PostgreSQL on a machine with a full disk: it answers 53100 when it needs space, and reads continue. */
let world: World,
  olga: Person,
  isFull = false;
const needsRoom = (asked: unknown): boolean =>
  /^\s*insert into "?coupons/i.test(
    typeof asked === 'string' ? asked : String((asked as { readonly text?: string } | undefined)?.text ?? ''),
  );
const full = (): Error => Object.assign(new Error('could not extend file "base/5/16384": No space left on device'), { code: '53100' });
const onFullDisk = (client: pg.PoolClient): pg.PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name === 'query')
        return (...asked: readonly unknown[]): unknown =>
          isFull && needsRoom(asked[0]) ? Promise.reject(full()) : Reflect.apply(target.query, target, asked);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

beforeAll(async () => {
  const database = await openTestDatabase({ holding: 'reference' });
  const pool = new Proxy(database.pool, {
    get: (target, name) => {
      if (name === 'connect') return async () => onFullDisk(await target.connect());
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  world = await openWorldOn({ ...database, pool });
  const alfa = await add.organization(database.pool, 'Alfa');
  await addPerson(database.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
});
afterAll(() => world.close());

test('a write that finds no room on the disk of PostgreSQL is answered with 507 in words, reads go on, and the next one goes well', async () => {
  const write = (code: string) => olga.post('/v2/event/coupons', { code, type: 'percent', value: 15 });
  expect((await write('ROOM1')).status).toBe(201);
  isFull = true;
  expect(await write('ROOM2')).toMatchObject({
    status: 507,
    body: { statusCode: 507, message: expect.stringMatching(/^No queda espacio para guardar cambios\./), errors: [] },
  });
  expect((await olga.get('/v2/event/coupons')).body).toMatchObject([{ code: 'ROOM1' }]);
  isFull = false;
  expect((await write('ROOM2')).status).toBe(201);
});
