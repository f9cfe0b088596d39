import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../support/startServer';

const run = promisify(execFile);
const nobody = 65_534,
  mostLooks = 600,
  lookMs = 20;
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of running) server.kill('SIGQUIT');
});
/** PostgreSQL refuses to run as root. */
const runner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

const versions = '/usr/lib/postgresql';
/** Where the programs of PostgreSQL are, which packages do not always put on the path. */
const folderOf = async (): Promise<string> => {
  const packaged = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;
  return packaged ?? (await run('pg_config', ['--bindir'])).stdout.trim();
};

/** A PostgreSQL of its own, thrown away afterwards. */
export interface Cluster {
  readonly port: number;
  readonly folder: string;
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>;
  /** A copy that follows this one, and can be made to replace it. */
  readonly standby: (port: number) => Promise<Standby>;
  readonly remove: () => Promise<void>;
}

export interface Standby extends Cluster {
  readonly promote: () => Promise<void>;
}

/** Waits until it lets somebody in. */
const answers = async (url: string): Promise<void> => {
  for (let left = mostLooks; ; left -= 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(lookMs);
    }
  }
};

const clusterIn = (bin: string, root: string, name: string, port: number): Cluster => {
  const folder = join(root, name),
    url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const tool = (program: string, args: readonly string[]) => run(join(bin, program), [...args], { ...runner, cwd: root });
  const start = async (): Promise<void> => {
    const settings = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `port=${port}`,
      '-c',
      `unix_socket_directories=${root}`,
      '-c',
      'fsync=off',
      '-c',
      'max_connections=60',
    ];
    const server = spawn(join(bin, 'postgres'), ['-D', folder, ...settings], { ...runner, cwd: root, stdio: 'ignore' });
    running.add(server);
    server.once('exit', () => running.delete(server));
    await answers(url);
  };
  const stop = async (mode: 'fast' | 'immediate'): Promise<void> => void (await tool('pg_ctl', ['stop', '-D', folder, '-m', mode, '-w']));
  return {
    port,
    folder,
    url,
    start,
    stop,
    standby: async (at) => {
      const other = clusterIn(bin, root, `${name}-standby`, at);
      await tool('pg_basebackup', [
        '-d',
        url.replace('postgres://', 'postgresql://'),
        '-D',
        other.folder,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
      ]);
      await other.start();
      return { ...other, promote: async () => void (await tool('pg_ctl', ['promote', '-D', other.folder, '-w'])) };
    },
    remove: async () => {
      await stop('immediate').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Makes and starts a PostgreSQL. */
export const openCluster = async (): Promise<Cluster> => {
  const bin = await folderOf(),
    root = mkdtempSync(join(tmpdir(), 'dorsal-cluster-'));
  mkdirSync(root, { recursive: true });
  if (runner.uid !== undefined) chownSync(root, nobody, nobody);
  const cluster = clusterIn(bin, root, 'main', await freePort());
  await run(join(bin, 'initdb'), ['-D', cluster.folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...runner,
    cwd: root,
  });
  await cluster.start();
  return {
    ...cluster,
    remove: async () => {
      await cluster.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
};
