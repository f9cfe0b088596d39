/** `npm run backup` of a server under writers, on each engine, and `npm run restore` into an empty data folder and into an empty PostgreSQL: every table, the secret, and what was acknowledged before. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownTables } from '../../server/backup/makeBackup';
import { openDatabase, type Database } from '../../server/database/openDatabase';
import { contentsOf } from '../support/contentsOf';
import { startServer } from '../support/startServer';
import { openCluster } from './support/cluster';
import { bearerOf, lostOf, prepare, report, say, startWriters, usual } from './support/writers';

const engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(',');
const clients = 4,
  leastWrites = 50,
  lookMs = 50,
  longestMs = 300_000;
const { AUTH_SECRET: secret, ...shared } = usual;
const root = mkdtempSync(join(tmpdir(), 'dorsal-backups-'));
const problems: string[] = [];
const ends: (() => Promise<unknown>)[] = [];

type Env = Readonly<Record<string, string>>;
/** Where a server works: its variables, and its database for a look past it. */
interface Place {
  readonly name: string;
  readonly env: Env;
  readonly open: () => Promise<Database>;
}
let made = 0;
const places: Readonly<Record<string, () => Promise<Place>>> = {
  embedded: async () => {
    const dataDir = join(root, `data-${(made += 1)}`);
    return { name: 'embedded', env: { ...shared, DATA_DIR: dataDir }, open: () => openDatabase({ dataDir }) };
  },
  postgres: async () => {
    const cluster = await openCluster(),
      dataDir = join(root, `data-${(made += 1)}`);
    ends.push(cluster.remove);
    return {
      name: 'postgres',
      env: { ...shared, DATA_DIR: dataDir, DATABASE_URL: cluster.url },
      open: () => openDatabase({ databaseUrl: cluster.url }),
    };
  },
};

/** Runs one of the commands as a person would; answers what it printed. */
const command = (script: string, file: string, env: Env): Promise<string> =>
  new Promise((resolve, reject) => {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'AUTH_SECRET', 'NODE_ENV'].includes(name)),
    );
    execFile(
      process.execPath,
      ['--import', 'tsx', `scripts/${script}.ts`, file],
      { env: { ...inherited, ...env }, timeout: longestMs },
      (error, stdout, stderr) => (error ? reject(new Error(`${script}: ${stdout}${stderr}`)) : resolve(`${stdout}${stderr}`.trim())),
    );
  });

const looked = async <T>({ open }: Place, look: (database: Database) => Promise<T>): Promise<T> => {
  const database = await open();
  try {
    return await look(database);
  } finally {
    await database.close();
  }
};
const tablesOf = (place: Place): Promise<Readonly<Record<string, string>>> => looked(place, ({ pool }) => contentsOf(pool, ownTables));
const compare = (what: string, one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): void => {
  const names = Object.keys(one);
  const different = names.filter((name) => one[name] !== other[name]);
  say(`${what}: ${names.length} tables compared, ${different.length} differ`);
  for (const name of different) problems.push(`${what}: ${name} has ${one[name]} and ${other[name]}`);
  if (names.length === 0 || names.length !== Object.keys(other).length) problems.push(`${what}: other tables`);
};

/** Restores into both kinds of empty places. */
const restored = async (file: string): Promise<readonly Place[]> => {
  const targets = await Promise.all(engines.map((engine) => places[engine]!()));
  for (const target of targets) {
    mkdirSync(target.env['DATA_DIR']!, { recursive: true });
    say(`restore into ${target.name}: ${await command('restore', file, target.env)}`);
  }
  return targets;
};
/** A server over what was restored, without a secret but the one that came with the backup, knows who was signed in before. */
const signInAt = async (place: Place, org: number): Promise<void> => {
  const server = await startServer(place.env);
  try {
    const list = await fetch(`${server.url}/v2/event/coupons?page=1&perpage=5`, { headers: { authorization: await bearerOf(org) } });
    const total = Number(list.headers.get('x-total-count'));
    say(`signed in with the kept secret, ${place.name}: ${list.status}, ${total} coupons`);
    if (list.status !== 200 || !(total > leastWrites)) problems.push(`a list with a token of before: ${list.status}, ${total} coupons`);
  } finally {
    const code = await server.stop();
    if (code !== 0) problems.push(`a restored server ended with ${code}`);
  }
};

const backUp = async (engine: string): Promise<void> => {
  const source = await places[engine]!(),
    live = join(root, `${engine}-live.tar.gz`),
    still = join(root, `${engine}-still.tar.gz`);
  const org = await looked(source, prepare);
  mkdirSync(source.env['DATA_DIR']!, { recursive: true });
  writeFileSync(join(source.env['DATA_DIR']!, 'auth-secret'), secret, { mode: 0o600 });
  const server = await startServer(source.env);
  const tally = startWriters({ clients, org, url: () => server.url });
  while (tally.acknowledged.size < leastWrites) await pause(lookMs);
  const before = new Set(tally.acknowledged);
  say(`backup of ${engine} under writers: ${await command('backup', live, source.env)}`);
  const during = tally.acknowledged.size - before.size;
  await tally.end();
  const code = await server.stop();
  if (code !== 0) problems.push(`the server ended with ${code}`);
  if (during < 1) problems.push('nobody could write while the backup was made');
  for (const [kind, times] of tally.others) problems.push(`${times} x ${kind}`);
  say(`${before.size} writes acknowledged before the backup, ${during} while it was made`);

  const [one, other] = await restored(live);
  for (const target of [one, other].filter((each) => each !== undefined)) {
    const lost = await looked(target, ({ pool }) => lostOf(pool, before));
    if (!report(`restored into ${target.name} from ${engine} under writers`, { ...tally, acknowledged: before }, lost))
      problems.push(`${lost.length} acknowledged writes are lost`);
  }
  if (one && other) compare(`${engine} under writers, restored into both`, await tablesOf(one), await tablesOf(other));
  say(`backup of ${engine} at rest: ${await command('backup', still, source.env)}`);
  const had = await tablesOf(source);
  for (const target of await restored(still)) {
    compare(`${engine} at rest, restored into ${target.name}`, had, await tablesOf(target));
    await signInAt(target, org);
  }
};

try {
  for (const engine of engines) await backUp(engine);
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
} finally {
  for (const end of ends) await end().catch(() => undefined);
  rmSync(root, { recursive: true, force: true });
}
for (const problem of problems) say(`NOT GOOD: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
