import { randomBytes, timingSafeEqual } from 'node:crypto';
import { constants, readFileSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { DatabaseError } from '../database/DatabaseError';
import { codeOf } from '../database/faults';
import { isAlive, ownIdentity, type ProcessIdentity } from '../database/processIdentity';

interface Counter {
  readonly port: number;
  readonly token: string;
}
/** The server's answers: when its files may be copied, and whether the copy is complete. */
type Said = { readonly copy: true } | { readonly label: string } | { readonly error: string };

const here = '127.0.0.1',
  tokenBytes = 32;
const counterOf = (dataDir: string): string => join(dataDir, 'backup-port.json');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const say = (socket: Socket, said: Said): void => void socket.write(`${JSON.stringify(said)}\n`);
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const copyPrefix = 'copy-',
  makerFile = 'maker.json',
  longestMs = 24 * 3600 * 1000;
/** Whether the process that copies is still there. One of another machine or container cannot be asked and gets a day. */
const isUsed = async (folder: string): Promise<boolean> => {
  try {
    const maker = JSON.parse(await readFile(join(folder, makerFile), 'utf8')) as ProcessIdentity;
    return maker.host === hostname() ? isAlive(maker) : Date.now() - (await stat(folder)).mtimeMs < longestMs;
  } catch {
    return false;
  }
};
/** Removes the copies of backups that were killed; each is as large as the database. */
const sweepCopies = async (dataDir: string): Promise<void> => {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(copyPrefix));
  for (const folder of names.map((name) => join(dataDir, name)))
    if (!(await isUsed(folder))) await rm(folder, { recursive: true, force: true });
};

/** One copy: the engine writes whole pages into its log until the other process has read all files, or has ended. */
const attend = async (socket: Socket, pool: pg.Pool, token: string): Promise<void> => {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const asked = await lines.next();
  if (asked.done || !isSame(asked.value, token)) return;
  await pool.query("select pg_backup_start('dorsal', true)");
  let label = '';
  try {
    say(socket, { copy: true });
    await lines.next();
  } finally {
    const { rows } = await pool.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    label = rows[0]?.label ?? '';
  }
  say(socket, { label });
};

/**
 * Lets another process of this machine copy the files of the embedded database while it runs: any process that can read the data folder,
 * where the port and a token are.
 *
 * The copy works like a base backup of PostgreSQL, so no request waits for it. Left-over copies are removed first.
 */
export const offerCopies = async (dataDir: string, pool: pg.Pool): Promise<{ readonly close: () => void }> => {
  await sweepCopies(dataDir);
  const token = randomBytes(tokenBytes).toString('hex'),
    sockets = new Set<Socket>();
  let turn: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .unref();
    turn = turn
      .then(() => attend(socket, pool, token))
      .catch((error: unknown) => say(socket, { error: messageOf(error) }))
      .finally(() => socket.end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, here, resolve);
  });
  server.unref();
  const file = counterOf(dataDir),
    draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify({ port: (server.address() as AddressInfo).port, token }), { mode: 0o600 });
  await rename(draft, file);
  const close = (): void => {
    rmSync(file, { force: true });
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { close };
};

const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';
/** Files that a copy does not need, or creates by itself. */
const left = /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp|pg_control)$/;
/** Copies the existing files; changes of files that disappear meanwhile are in the log. */
const copyTree = async (from: string, to: string, skips: (name: string) => boolean = () => false): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const item of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, item.name), join(to, item.name)];
    if (item.isDirectory() && skips(item.name)) await mkdir(target, { recursive: true });
    else if (item.isDirectory()) await copyTree(source, target, skips);
    else if (item.isFile() && !skips(item.name))
      await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }
};

const readCounter = (dataDir: string): Counter | null => {
  try {
    return JSON.parse(readFileSync(counterOf(dataDir), 'utf8')) as Counter;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
};
const reach = ({ port }: Counter): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect(port, here, () => resolve(socket)).once('error', () => resolve(null));
  });

const heard = async (lines: AsyncIterator<string>): Promise<Said> => {
  const line = await lines.next();
  const said: Said = line.done ? { error: 'it ended' } : (JSON.parse(line.value) as Said);
  if ('error' in said)
    throw new DatabaseError(`The server that has the data folder could not be copied: ${said.error}. Nothing was written; try again.`);
  return said;
};

/** A separate folder with a copy of the embedded database of a running server; null when none is running. */
export const copyLive = async (dataDir: string): Promise<{ readonly folder: string; readonly remove: () => Promise<void> } | null> => {
  const counter = readCounter(dataDir),
    socket = counter && (await reach(counter));
  if (!socket || !counter) return null;
  const folder = await mkdtemp(join(dataDir, copyPrefix)),
    remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const [from, to] = [join(dataDir, 'database'), join(folder, 'database')];
  try {
    await chmod(folder, 0o700);
    await writeFile(join(folder, makerFile), JSON.stringify(ownIdentity()));
    socket.on('error', () => {});
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    socket.write(`${counter.token}\n`);
    await heard(lines);
    await copyTree(from, to, (name) => left.test(name));
    await copyFile(join(from, 'global', 'pg_control'), join(to, 'global', 'pg_control'));
    socket.write('copied\n');
    const said = await heard(lines);
    await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'));
    await writeFile(join(to, 'backup_label'), 'label' in said ? said.label : '');
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    socket.destroy();
  }
};
