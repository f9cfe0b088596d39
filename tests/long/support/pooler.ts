import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/startServer';

const nobody = 65_534,
  lookMs = 50,
  mostLooks = 200;
const isRoot = process.getuid?.() === 0;

/** The program of PgBouncer, and where its libraries are when it lies outside of the system. */
export interface Program {
  readonly file: string;
  readonly libraries: string | undefined;
}
const onPath = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
const apt = (...args: readonly string[]): boolean => spawnSync('apt-get', [...args], { stdio: 'ignore' }).status === 0;

/** Takes the package of the distribution apart in a folder: nothing is installed and no service starts. */
const unpack = (folder: string): Program | undefined => {
  const archives = join(folder, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const download = (): boolean =>
    apt(
      '-y',
      '--no-install-recommends',
      '--download-only',
      '-o',
      `Dir::Cache::archives=${archives}`,
      '-o',
      'APT::Sandbox::User=root',
      'install',
      'pgbouncer',
    );
  if (!download() && !(apt('update') && download())) return undefined;
  const root = join(folder, 'unpacked');
  chmodSync(folder, 0o755); // it runs as somebody else
  for (const name of readdirSync(archives).filter((each) => each.endsWith('.deb')))
    execFileSync('dpkg-deb', ['-x', join(archives, name), root]);
  const file = join(root, 'usr/sbin/pgbouncer');
  if (!existsSync(file)) return undefined;
  const multiarch = readdirSync(join(root, 'usr/lib')).find((name) => name.includes('-linux-'));
  return { file, libraries: multiarch && join(root, 'usr/lib', multiarch) };
};

/** PgBouncer of this machine (`PGBOUNCER` names another), else that of the distribution; a sentence where there is none, and whether there could have been. */
export const findPooler = (folder: string): Program | { readonly absent: string; readonly couldBe: boolean } => {
  const file = process.env['PGBOUNCER'] ?? onPath('pgbouncer');
  if (file !== undefined) return { file, libraries: undefined };
  if (!isRoot || onPath('apt-get') === undefined)
    return { absent: 'PgBouncer is absent, and only root of a Debian machine could fetch it: a pooler was not tried.', couldBe: false };
  return unpack(folder) ?? { absent: 'PgBouncer is absent, and its package could not be fetched: a pooler was not tried.', couldBe: true };
};

/** A pooler in transaction mode before a PostgreSQL. */
export interface Pooler {
  readonly url: string;
  /** What it complained of. */
  readonly complaints: () => readonly string[];
  readonly close: () => Promise<void>;
}

const answers = async (port: number): Promise<void> => {
  for (let left = mostLooks; left > 0; left -= 1) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    await pause(lookMs);
  }
  throw new Error('PgBouncer did not start');
};

/** Starts PgBouncer in transaction mode with so many connections to the database at a port. */
export const openPooler = async ({ file, libraries }: Program, databasePort: number, poolSize: number): Promise<Pooler> => {
  const port = await freePort(),
    folder = mkdtempSync(join(tmpdir(), 'dorsal-pooler-'));
  const users = join(folder, 'users.txt'),
    settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    settings,
    [
      '[databases]',
      `postgres = host=127.0.0.1 port=${databasePort} dbname=postgres user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 200',
      'ignore_startup_parameters =',
      '',
    ].join('\n'),
  );
  const runner = isRoot ? { uid: nobody, gid: nobody } : {};
  if (isRoot) for (const path of [folder, users, settings]) chownSync(path, nobody, nobody);
  const child = spawn(file, [settings], {
    ...runner,
    cwd: folder,
    env: { ...process.env, ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  const ended = new Promise<void>((resolve) => {
    child
      .once('exit', () => resolve())
      .once('error', (error) => {
        log += error.message;
        resolve();
      });
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  await Promise.race([answers(port), ended.then(() => Promise.reject(new Error(`PgBouncer ended: ${log.slice(-500)}`)))]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    complaints: () => log.split('\n').filter((line) => /ERROR|WARNING|unsupported/.test(line)),
    close: async () => {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
