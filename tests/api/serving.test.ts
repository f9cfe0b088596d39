import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createTokenMint } from '../../server/auth/tokens';
import { fillFolder, openEmptyDatabase, testServer } from '../support/database';
import { openFrontDoor, type FrontDoor } from '../support/frontDoor';
import { longer } from '../support/limits';
import { freePort, startServer, type RunningServer } from '../support/startServer';

const secret = 'a secret of tests that is long enough';
const folder = mkdtempSync(join(tmpdir(), 'dorsal-serving-')),
  doors: FrontDoor[] = [],
  running: RunningServer[] = [];
const start = async (env: Readonly<Record<string, string>>): Promise<RunningServer> => {
  const server = await startServer({
    DEMO: 'off',
    DRAIN_SECONDS: '0',
    AUTH_SECRET: secret,
    DATA_DIR: join(folder, 'data'),
    ...env,
  });
  running.push(server);
  return server;
};
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop('SIGKILL')));
  await Promise.all(doors.map((door) => door.shut()));
  rmSync(folder, { recursive: true, force: true });
});

test('a process reports its metrics on METRICS_PORT and its traces to OTEL_EXPORTER_OTLP_ENDPOINT', longer, async () => {
  const sent: string[] = [];
  const collector = createServer(
    (request, response) =>
      void text(request).then((body) => {
        sent.push(`${request.url} ${body}`);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      }),
  );
  await new Promise<void>((done) => {
    collector.listen(0, '127.0.0.1', done);
  });
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    metricsPort = await freePort();
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await fillFolder(join(folder, 'data'));

  const watched = await start({
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'carreras',
  });
  expect((await fetch(`${watched.url}/readyz`)).status).toBe(200);
  const said = await metrics();
  for (const part of [
    /^dorsal_http_request_duration_seconds_count\{route="\/readyz",method="GET",status="200"\} [1-9]/m,
    /^dorsal_pool_connections\{state="total"\} /m,
    /^dorsal_queue_age_seconds\{queue="letters"\} 0$/m,
  ])
    expect(said).toMatch(part);
  await expect.poll(metrics, { timeout: longer.timeout / 2 }).toMatch(/^dorsal_job_duration_seconds_count\{job="\w+"\} [1-9]/m);
  expect(await watched.stop(), watched.output()).toBe(0);
  expect(sent.join('\n')).toMatch(/^\/v1\/traces .*"carreras".*"GET \/readyz"/m);
  collector.close();
});

/** What a process says at an address of PostgreSQL. */
const overheard = async (at: URL) => {
  let said = '';
  const door = await openFrontDoor(at.hostname, Number(at.port || 5432), (chunk) => {
    said += chunk.toString('latin1').toLowerCase();
  });
  doors.push(door);
  const url = new URL(at);
  url.host = `127.0.0.1:${door.port}`;
  return { url: url.href, said: () => said };
};
/** Statements that need the same connection for longer than a transaction, and those of a migration. */
const ofSession = ['pg_advisory_lock(', 'create table', 'listen dorsal'];
/** The message that prepares a statement has its name before its text. */
const named = /p\0\0..[\w-]+\0\s*(?:select|insert|update|delete|with)\s/s;
const behindPooler = {
  'with transaction pooling a start migrates, locks and listens at DATABASE_DIRECT_URL alone, and nothing at DATABASE_URL has a name or options':
    async (): Promise<void> => {
      const { databaseUrl, close } = await openEmptyDatabase();
      const at = new URL(databaseUrl!),
        [pooler, direct] = await Promise.all([overheard(at), overheard(at)]);
      const server = await start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct.url, DATABASE_POOLING: 'transaction' });
      const mint = createTokenMint({ secret, origin: server.url, basePath: '/api/auth', tokenSuffix: '.dorsal', keysAt: undefined });
      const nobody = { asdeporteId: 'nobody', userid: 0, name: '', email: '', image: null, locale: 'es' as const };
      const token = await mint.mint('of no session', { user: nobody, organization: null, expires: '' });
      // Who asks is looked up by a statement that has a name without a pooler.
      const list = await fetch(`${server.url}/v2/event/coupons`, { headers: { authorization: `Bearer ${token}.dorsal` } });
      expect(list.status).toBe(401);
      await expect.poll(() => ofSession.filter((words) => !direct.said().includes(words))).toEqual([]);
      expect(ofSession.filter((words) => pooler.said().includes(words))).toEqual([]);
      expect(pooler.said()).toMatch(/from auth_sessions/);
      expect(pooler.said()).not.toMatch(named);
      expect(pooler.said()).not.toMatch(/\0options\0/);
      expect(await server.stop(), server.output()).toBe(0);
      await close();
    },
};
test.each(Object.entries(testServer() ? behindPooler : {}))('%s', longer, async (_what, work) => {
  await expect(work()).resolves.toBeUndefined();
});
