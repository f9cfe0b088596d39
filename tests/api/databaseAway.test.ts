import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { openDatabase, openEngine, type Database } from '../../server/database/openDatabase';
import { seedReference } from '../../server/reference/seedReference';
import { serveEngine } from '../../scripts/dev/serveEngine';
import { eventually } from '../support/eventually';
import { onServer, openTestDatabase, testServer } from '../support/database';
import { openFrontDoor, type FrontDoor } from '../support/frontDoor';
import { workAt } from './support/worker';
import { openWorldOn, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

/** A server of the product with a database that can be cut off. Without PostgreSQL the embedded engine answers over the same protocol. */
interface Place {
  readonly url: URL;
  readonly close: () => Promise<void>;
}
const onPostgres = async (): Promise<Place> => {
  const { pool, close } = await openTestDatabase({ holding: 'reference', poolSize: 1 });
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const url = new URL(testServer()!);
  url.pathname = `/${rows[0]!.name}`;
  return { url, close };
};
const onEngine = async (): Promise<Place> => {
  const engine = await openEngine({});
  const served = await serveEngine(engine.lite, () => {});
  const database = await openDatabase({ databaseUrl: served.address, poolSize: 1 });
  await migrateDatabase(database);
  await seedReference(database.pool);
  await database.close();
  return {
    url: new URL(served.address),
    close: async () => {
      await served.close();
      await engine.close();
    },
  };
};

let place: Place,
  first: FrontDoor,
  second: FrontDoor,
  database: Database,
  world: World,
  olga: Person,
  count = 0;
const poolSize = testServer() ? 4 : 1;
const code = (): string => `AWAY${(count += 1)}`;
const writes = (): Promise<{ readonly status: number }> => olga.post('/v2/event/coupons', { code: code(), type: 'percent', value: 15 });
const site = (method: 'GET' | 'POST', url: string, cookie = '', payload?: object) =>
  world.app.inject({
    method,
    url,
    headers: { cookie, 'x-auth-return-redirect': '1', 'accept-language': 'es', origin: 'http://127.0.0.1:3000' },
    ...(payload && { payload }),
  });
/** The cookies of a person who is about to send their password. */
const openForm = async (): Promise<{ readonly cookie: string; readonly csrfToken: string }> => {
  const answer = await site('GET', '/api/auth/csrf');
  return {
    csrfToken: answer.json<{ csrfToken: string }>().csrfToken,
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  };
};

const shutBoth = async (): Promise<void> => {
  await Promise.all([first.shut(), second.shut()]);
};
const openBoth = async (): Promise<void> => {
  await Promise.all([first.open(), second.open()]);
};

beforeAll(async () => {
  place = await (testServer() ? onPostgres() : onEngine());
  const { hostname, port, username, password, pathname } = place.url;
  first = await openFrontDoor(hostname, Number(port || 5432));
  second = await openFrontDoor(hostname, Number(port || 5432));
  const databaseUrl = `postgres://${username}${password && `:${password}`}@127.0.0.1:${first.port},127.0.0.1:${second.port}${pathname}?target_session_attrs=read-write`;
  database = await openDatabase({ databaseUrl, poolSize });
  world = await openWorldOn(database);
  const alfa = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
});
beforeEach(() =>
  eventually(async () => {
    if ((await writes()).status !== 201) throw new Error('writes are not back');
  }),
);
afterEach(() => openBoth());
afterAll(async () => {
  await world.close();
  await first.shut();
  await second.shut();
  await place.close();
});

describe('while the database is away', () => {
  test('lists, writes, GraphQL and sign-in answer 503 in the language of the person and say when to try again, and all of it works once it is back', async () => {
    const form = await openForm();
    await shutBoth();
    const again = { 'retry-after': '2' };
    const message = 'El servicio no está disponible por un momento. Inténtalo de nuevo en unos segundos.';
    expect(await olga.get('/v2/event/coupons')).toMatchObject({
      status: 503,
      headers: again,
      body: { statusCode: 503, message, errors: [] },
    });
    expect(await writes()).toMatchObject({ status: 503, headers: again, body: { message } });
    expect(await olga.query('event', '{ coupons(page: 1, perpage: 5) { total } }')).toMatchObject({
      status: 503,
      headers: again,
      body: { data: null, errors: [{ message, extensions: { statusCode: 503 } }] },
    });
    expect(await world.as('olga', null, 'en').get('/v2/event/coupons')).toMatchObject({
      status: 503,
      body: { message: 'The service is not available for a moment. Try again in a few seconds.' },
    });
    const refused = await site('POST', '/api/auth/callback/credentials', form.cookie, {
      email: 'olga@prueba.test',
      password: 'una frase larga',
      csrfToken: form.csrfToken,
      json: 'true',
    });
    expect({ status: refused.statusCode, headers: refused.headers, body: refused.json() }).toMatchObject({
      status: 503,
      headers: again,
      body: { message: 'El inicio de sesión no está disponible. Inténtalo de nuevo en unos segundos.' },
    });

    await openBoth();
    await eventually(async () => expect((await writes()).status).toBe(201));
    expect((await olga.query('event', '{ coupons(page: 1, perpage: 5) { total } }')).status).toBe(200);
  });

  test('/readyz says that it is the database, and /healthz that the process lives', async () => {
    await shutBoth();
    expect(await olga.get('/readyz')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { status: 'not ready', reasons: ['database'] },
    });
    expect((await olga.get('/healthz')).status).toBe(200);
    await openBoth();
    await eventually(async () => expect(await olga.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } }));
  });

  test('what repeats goes on when it is back', async () => {
    const failures: unknown[] = [];
    let turns = 0;
    const turn = async (): Promise<void> => {
      await world.pool.query('select 1');
      turns += 1;
    };
    const job = workAt(world, new Map(), {
      asked: [],
      own: [{ name: 'files', schedule: { everySeconds: 1 }, turn }],
      onError: (_queue, error) => failures.push(error),
    });
    await shutBoth();
    await eventually(() => expect(failures.length).toBeGreaterThan(0));
    await openBoth();
    const before = turns;
    await eventually(() => expect(turns).toBeGreaterThan(before));
    await job.stop();
  });
});

describe('a connection that is lost in use', () => {
  test('fails what was asked over it and nothing else', async () => {
    const client = await world.pool.connect();
    const asked = client.query('select pg_sleep(2)');
    asked.catch(() => {});
    await shutBoth();
    await expect(asked).rejects.toThrow(/connection|ECONNRESET|terminated/i);
    client.release(true);
    await openBoth();
    await eventually(async () => expect((await writes()).status).toBe(201));
  });

  test('in the middle of a write leaves nothing half done, and the write is answered 503', async () => {
    const name = code();
    const [answer] = await Promise.all([olga.post('/v2/event/coupons', { code: name, type: 'percent', value: 15 }), shutBoth()]);
    await openBoth();
    await eventually(async () => expect((await writes()).status).toBe(201));
    const { rows } = await world.pool.query<{ count: number }>('select count(*) from coupons where code = $1', [name]);
    expect(answer.status === 201 ? rows[0]!.count : answer.status).toBe(answer.status === 201 ? 1 : 503);
  });
});

test('a commit whose answer was lost says that nobody knows whether it was made', async () => {
  const name = code();
  for (const door of [first, second]) door.cutAfter('commit');
  expect(await olga.post('/v2/event/coupons', { code: name, type: 'percent', value: 15 })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { message: 'Se perdió la conexión al guardar: no se sabe si el cambio se guardó. Revísalo antes de repetirlo.' },
  });
  for (const door of [first, second]) door.cutAfter('nothing that anybody says');
});

describe('with several servers in the address', () => {
  test('the one that answers is taken when the other one is gone', async () => {
    await first.shut();
    await eventually(async () => expect((await writes()).status).toBe(201));
    await first.open();
    await second.shut();
    await eventually(async () => expect((await writes()).status).toBe(201));
    await second.open();
  });

  test('one that takes no writes any more is left: 503 until one does', async () => {
    const { rows } = await world.pool.query<{ name: string }>('select quote_ident(current_database()) as name');
    await world.pool.query(`alter database ${rows[0]!.name} set default_transaction_read_only = on`);
    await shutBoth();
    await openBoth();
    await eventually(async () => expect((await writes()).status).toBe(503));
    const direct = await openDatabase({ databaseUrl: place.url.href, poolSize: 1 });
    await direct.pool.query('set default_transaction_read_only = off');
    await direct.pool.query(`alter database ${rows[0]!.name} reset default_transaction_read_only`);
    await direct.close();
    await eventually(async () => expect((await writes()).status).toBe(201));
  });
});

const terminations = testServer() ? 3 : 0;
test.each(Array.from({ length: terminations }, (_, turn) => turn + 1))(
  'every connection ended by an administrator, time %i: readers and writers get an answer each, and the next ones are served',
  async () => {
    const asked = Promise.all(Array.from({ length: 20 }, (_, each) => (each % 2 ? writes() : olga.get('/v2/event/coupons'))));
    await onServer((client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = $2', [
        place.url.pathname.slice(1),
        'dorsal',
      ]),
    );
    for (const { status } of await asked) expect([200, 201, 503]).toContain(status);
    await eventually(async () => expect((await writes()).status).toBe(201));
  },
);
