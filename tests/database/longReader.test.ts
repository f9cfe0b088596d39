import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRules } from '@/schema/project/rules';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { add, addPerson } from '../api/support/world';
import { openWorld, type Person, type World } from '../api/support/openWorld';
import { onServer, testServer } from '../support/database';
import { eventually } from '../support/eventually';
import { startServer } from '../support/startServer';
import { longer } from '../support/limits';
import { migrationsWith } from './support/migrationsWith';
import { rulesOf } from './support/rulesOf';

const declared = readRules(readFileSync(new URL('../../server/database/security.sql', import.meta.url), 'utf8'));
const changed = (name: string) =>
  declared.map((rule) => (rule.name === name ? { ...rule, sql: rule.sql.replace('using (', 'using (version > 0 and ') } : rule));

/** Another process, whose modules are loaded first. */
const startMs = 30_000;
let world: World, person: Person, reader: pg.Client | null, url: string;
beforeAll(async () => {
  world = await openWorld();
  const org = await add.organization(world.pool, 'Casa', { is_platform: true });
  await addPerson(world.pool, 'root', [{ org, profile: 'super-admin', regions: ['national'] }]);
  person = world.as('root', org);
  const event = await add.event(world.pool, org, 'base'),
    distance = await add.distance(world.pool, event, '10K');
  await add.inscription(world.pool, event, distance, await add.athlete(world.pool, 'Ana'));
});
afterAll(() => world.close());

/** Somebody who reads a table for a long time, in a transaction that stays open. */
const readLong = async (): Promise<number> => {
  const {
    rows: [at],
  } = await world.pool.query<{ name: string }>('select current_database() as name');
  const address = new URL(testServer()!);
  address.pathname = `/${at!.name}`;
  url = address.href;
  reader = new pg.Client({ connectionString: url, application_name: 'long export' });
  await reader.connect();
  const {
    rows: [self],
  } = await reader
    .query<{ pid: number }>('begin; select count(*) from inscriptions; select pg_backend_pid() as pid')
    .then((results) => (results as unknown as pg.QueryResult<{ pid: number }>[])[2]!);
  return self!.pid;
};
const endReading = async (): Promise<void> => {
  await reader?.end();
  reader = null;
};
const isWaiting = async (): Promise<boolean> =>
  (
    await onServer((client) =>
      client.query(
        "select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and l.mode = 'AccessExclusiveLock' and a.datname = $1",
        [new URL(url).pathname.slice(1)],
      ),
    )
  ).rows.length > 0;
const listed = async (): Promise<number> => (await person.get('/v2/inscription/inscriptions?_start=0&_end=5')).status;

/** One of these starts a server of its own. */
/** While somebody reads for long, the start of a new version ... */
const meanwhile: Readonly<Record<string, () => Promise<void>>> = {
  'does not wait when the rules of other tables changed, and requests go on': async () => {
    await readLong();
    await migrateDatabase(world.database, {
      rules: changed('policy stores dorsal_tenant'),
      patience: { lockMs: 3000, attempts: 1, pauseMs: 0 },
    });
    expect(await listed()).toBe(200);
    await endReading();
    await migrateDatabase(world.database);
  },
  'waits for a table whose rules changed, in turns between which requests are answered': async () => {
    await readLong();
    let isDone = false;
    const migrating = migrateDatabase(world.database, {
      rules: changed('policy inscriptions dorsal_tenant'),
      patience: { lockMs: 300, attempts: 200, pauseMs: 200 },
    }).then(() => {
      isDone = true;
    });
    for (let round = 0; round < 3; round += 1) {
      await eventually(async () => expect(await isWaiting()).toBe(true));
      expect(await listed()).toBe(200);
    }
    expect(isDone).toBe(false);
    await endReading();
    await migrating;
    expect(await listed()).toBe(200);
    await migrateDatabase(world.database);
  },
  'waits for a table that a migration changes, in turns between which requests are answered': async () => {
    await readLong();
    let isDone = false;
    const migrationsFolder = migrationsWith('more', ['ALTER TABLE "inscriptions" ADD COLUMN "after_it" integer;']);
    const migrating = migrateDatabase(world.database, { migrationsFolder, patience: { lockMs: 300, attempts: 200, pauseMs: 200 } }).then(
      () => {
        isDone = true;
      },
    );
    for (let round = 0; round < 3; round += 1) {
      await eventually(async () => expect(await isWaiting()).toBe(true));
      expect(await listed()).toBe(200);
    }
    expect(isDone).toBe(false);
    await endReading();
    await migrating;
    expect(await listed()).toBe(200);
    await world.pool.query('alter table inscriptions drop column after_it');
    await world.pool.query('delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)');
  },
  'gives up after a while, names who it waited for, and changes nothing': async () => {
    const before = await rulesOf(world.pool),
      pid = await readLong();
    const patience = { lockMs: 100, attempts: 3, pauseMs: 10 };
    await expect(migrateDatabase(world.database, { rules: changed('policy inscriptions dorsal_tenant'), patience })).rejects.toThrow(
      new RegExp(
        `^The rule "policy inscriptions dorsal_tenant" of the database was tried 3 times and needs the table inscriptions, which process ${pid} of the database \\(long export\\) has had in use for \\d+ s\\. ` +
          `Nothing was changed\\. Start again when it is done, or end it with: select pg_terminate_backend\\(${pid}\\);$`,
      ),
    );
    expect(await rulesOf(world.pool)).toEqual(before);
    await endReading();
  },
  'as a process of its own lets the old one go on, and is ready once the table is free': async () => {
    await migrateDatabase(world.database, { rules: changed('policy inscriptions dorsal_tenant') }); // what the version before had
    const old = await rulesOf(world.pool);
    await readLong();
    const starting = startServer({ DATABASE_URL: url, AUTH_SECRET: 'a secret of tests that is long enough', DEMO: 'off' });
    await eventually(async () => expect(await isWaiting()).toBe(true), startMs);
    expect(await listed()).toBe(200);
    expect(await rulesOf(world.pool)).toEqual(old);
    await endReading();
    const server = await starting;
    expect(await rulesOf(world.pool)).not.toEqual(old);
    expect(await listed()).toBe(200);
    expect(await server.stop()).toBe(0);
  },
};

/** The embedded database has one session: nobody reads while it starts. */
const alone: Readonly<Record<string, () => Promise<void>>> = {
  'waits for nobody where nobody else can be': async () => {
    await migrateDatabase(world.database, {
      rules: changed('policy inscriptions dorsal_tenant'),
      patience: { lockMs: 100, attempts: 1, pauseMs: 0 },
    });
    expect(await listed()).toBe(200);
  },
};

test.each(Object.entries(testServer() ? meanwhile : alone))(
  'while somebody reads for long, the start of a new version %s',
  async (_what, work) => {
    expect.hasAssertions();
    await work();
  },
  longer.timeout,
);
