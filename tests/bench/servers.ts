import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoAccounts } from '../../server/demoAccounts';
import { giantOrganization, platformOrganization } from '../../demo/organizations';
import type { ProfileSlug } from '../../server/reference/profiles';
import { openRecorder, type Asked, type Recorder, type Statement } from './capture';
import { secret } from './database';
import { freePort, residentMiB, start, type Running } from './processes';
import { signIn, type Session } from './session';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const pool = '10';
interface Asker {
  readonly email: string;
  readonly organizationid: number;
  readonly role: string;
}
const accountOf = (profile: ProfileSlug): string => demoAccounts.find((account) => account.profile === profile)!.email;
/** Who asks: the organiser with the most inscriptions; and the company that runs the platform, for what an organiser does not see. */
export const askers = {
  tenant: { email: accountOf('organizer'), organizationid: giantOrganization, role: 'dorsal_tenant' },
  platform: { email: accountOf('super-admin'), organizationid: platformOrganization, role: 'dorsal_platform' },
} as const satisfies Readonly<Record<string, Asker>>;
export type AskerName = keyof typeof askers;

/** One list as somebody asks for it. */
export interface Case {
  readonly name: string;
  readonly as: AskerName;
  readonly asked: Asked;
}

type Sessions = Readonly<Record<AskerName, Session>>;
/** Both servers of a comparison, each a process of its own on the same database. */
export interface Servers {
  readonly api: string;
  readonly bare: string;
  readonly sessions: Sessions;
  readonly statements: ReadonlyMap<string, readonly [Statement, Statement]>;
  readonly stop: () => Promise<void>;
}

const signAllIn = async (origin: string): Promise<Sessions> => ({
  tenant: await signIn(origin, askers.tenant.email, askers.tenant.organizationid),
  platform: await signIn(origin, askers.platform.email, askers.platform.organizationid),
});
const captureAll = async (recorder: Recorder, cases: ReadonlyMap<string, Case>, sessions: Sessions): Promise<Servers['statements']> => {
  const captured = new Map<string, readonly [Statement, Statement]>();
  for (const [key, { as, asked }] of cases) captured.set(key, await recorder.capture(asked, await sessions[as].bearer()));
  await recorder.close();
  return captured;
};

const envFor = (databaseUrl: string, port: string, folder: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: pool,
  AUTH_SECRET: secret,
  HOST: '127.0.0.1',
  PORT: port,
  LOG_LEVEL: 'warn',
  DATA_DIR: folder,
  NODE_ENV: 'development',
});

/** The application alone, with somebody of the company that runs the platform signed in. */
export interface Api {
  readonly api: string;
  readonly session: Session;
  /** Resident memory of the server, in MiB. */
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
}
const startAlone = async (env: Readonly<Record<string, string>>, port: string, clear: () => void): Promise<Api> => {
  const running = await start(here('apiServer.ts'), env, 'ready');
  const stop = async (): Promise<void> => {
    await running.stop();
    clear();
  };
  const memory = (): number => residentMiB(running.child.pid ?? 0);
  const api = `http://127.0.0.1:${port}`;
  try {
    return { api, session: await signIn(api, askers.platform.email, askers.platform.organizationid), memory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
/** Starts it on PostgreSQL. */
export const startApi = async (databaseUrl: string): Promise<Api> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-'));
  const port = String(await freePort());
  return startAlone(envFor(databaseUrl, port, folder), port, () => rmSync(folder, { recursive: true, force: true }));
};
/** Starts it on the embedded database of a folder, which stays. */
export const startEmbeddedApi = async (folder: string): Promise<Api> => {
  const port = String(await freePort());
  return startAlone(envFor('', port, folder), port, () => {});
};

/** Starts the application, signs people in, hears what it asks the database for each case, and starts the bare server with just that. */
export const startServers = async (databaseUrl: string, cases: ReadonlyMap<string, Case>): Promise<Servers> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-'));
  const running: Running[] = [];
  const stop = async (): Promise<void> => {
    for (const { stop: end } of running) await end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [apiPort, barePort] = [String(await freePort()), String(await freePort())];
    const env = envFor(databaseUrl, apiPort, folder);
    running.push(await start(here('apiServer.ts'), env, 'ready'));
    const api = `http://127.0.0.1:${apiPort}`;
    const sessions = await signAllIn(api);
    const statements = await captureAll(await openRecorder({ ...process.env, ...env }), cases, sessions);
    const file = join(folder, 'statements.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(statements)));
    running.push(await start(here('bareServer.ts'), { ...env, PORT: barePort, STATEMENTS: file }, 'ready'));
    return { api, bare: `http://127.0.0.1:${barePort}`, sessions, statements, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
