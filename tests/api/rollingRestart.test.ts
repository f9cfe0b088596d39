import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTokenMint } from '../../server/auth/tokens';
import { openSmtpServer, type SmtpServer } from '../auth/support/smtpServer';
import { fillFolder, onServer, testServer } from '../support/database';
import { openBalancer, type Balancer } from '../support/balancer';
import { isLong } from '../support/effort';
import { longer, startingMs, patience } from '../support/limits';
import { freePort, startServer, type RunningServer } from '../support/startServer';
import { openScene, type Scene } from './registration/support';

const secret = 'a secret of tests that is long enough',
  drainSeconds = 2;
const folder = mkdtempSync(join(tmpdir(), 'dorsal-rolling-'));
const running: RunningServer[] = [];
let scene: Scene | undefined, balancer: Balancer | undefined, mail: SmtpServer | undefined;
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop('SIGKILL')));
  await balancer?.close();
  await mail?.close();
  await scene?.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (env: Readonly<Record<string, string>>): Promise<RunningServer> => {
  const server = await startServer({
    DEMO: 'off',
    AUTH_SECRET: secret,
    DRAIN_SECONDS: String(drainSeconds),
    DATA_DIR: join(folder, 'data'),
    EXPIRE_SECONDS: '1',
    ...env,
  });
  running.push(server);
  return server;
};
const untilDrained = async (url: string): Promise<Response> => {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    if (answer.status === 503) return answer;
    await answer.text();
  }
};

const seeDraining = async (url: string): Promise<void> => {
  const answer = await untilDrained(url);
  expect([await answer.json(), answer.headers.get('connection')]).toEqual([{ status: 'not ready', reasons: ['draining'] }, 'close']);
};

/** Asks again and again, and keeps what was not answered well. */
const keepAsking = (ask: () => Promise<{ readonly status: number; readonly text: () => Promise<string> }>) => {
  const failures: string[] = [];
  const over = new AbortController();
  let asked = 0;
  const work = (async () => {
    while (!over.signal.aborted) {
      asked += 1;
      const answer = await ask().catch((error: Error) => ({ status: 0, text: async () => String(error.cause ?? error) }));
      const said = await answer.text();
      if (answer.status !== 200 && answer.status !== 201) failures.push(`${answer.status} ${said.slice(0, 200)}`);
    }
  })();
  return {
    asked: () => asked,
    end: async (): Promise<readonly string[]> => {
      over.abort();
      await work;
      return failures;
    },
  };
};

const alone = {
  'goes on serving for a while when it is asked to end, tells balancers so, and lets their connections go': async () => {
    await fillFolder(join(folder, 'data'));
    const server = await start({});
    const asking = keepAsking(() => fetch(`${server.url}/config.js`));
    const ended = server.stop('SIGTERM');
    await seeDraining(server.url);
    expect((await fetch(`${server.url}/config.js`)).status).toBe(200);
    const before = asking.asked();
    await expect.poll(() => asking.asked()).toBeGreaterThan(before + 3);
    expect(await asking.end()).toEqual([]);
    expect(await ended).toBe(0);
  },
};

const queued = 20;
/** Both processes find the same work at the same moment: each letter leaves once, and each push message is recorded once. */
const sendTogether = async ({ pool, eventid, signUp, act, support }: Scene, received: readonly string[]): Promise<void> => {
  const paid: number[] = [];
  for (let each = 0; each < queued; each += 1) {
    paid.push(Number((await signUp(`Avisada${each}`)).inscriptionid));
    for (const [action, input] of [
      ['pay', { method: 'cash', reference: 'caja' }],
      ['create_pdf', {}],
    ] as const)
      expect((await act(support, paid.at(-1)!, action, input)).status).toBe(200);
  }
  const {
    rows: [notification],
  } = await pool.query(
    `insert into notifications (title, body, app, status) values ('Aviso', 'Ya puedes recoger tu kit', 'ASDEPORTE', 'sending') returning notificationid as id`,
  );
  await pool.query(
    `insert into notification_deliveries (notificationid, web_userid, is_test) select $1, web_userid, true from inscriptions where eventid = $2 order by inscriptionid desc limit ${queued}`,
    [notification.id, eventid],
  );
  await pool.query(
    `insert into inscription_letters (inscriptionid, eventid, organizationid, kind, status, next_at, email)
     select inscriptionid, eventid, organizationid, 'proof', 'queued', now() + interval '2 seconds', email from inscriptions where inscriptionid = any($1) on conflict do nothing`,
    [paid],
  );
  const letters = async (): Promise<Readonly<Record<string, number>>> => {
    const { rows } = await pool.query<{ status: string; count: number }>(
      `select status, count(*)::int as count from inscription_letters where inscriptionid = any($1) group by status`,
      [paid],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  await expect.poll(letters, { timeout: 60_000 * patience }).not.toMatchObject({ queued: expect.any(Number) });
  await expect.poll(letters, { timeout: 60_000 * patience }).not.toMatchObject({ sending: expect.any(Number) });
  const { sent = 0 } = await letters();
  expect(sent).toBeGreaterThanOrEqual(queued);
  expect(received).toHaveLength(sent);
  await expect
    .poll(
      async () =>
        (await pool.query(`select status, attempts, count(*)::int as count from notification_deliveries group by status, attempts`)).rows,
      { timeout: 30_000 * patience },
    )
    .toEqual([{ status: 'sent', attempts: 1, count: queued }]);
};

const holds = 12;
const together = {
  'two processes over one database: both are exchanged in turn under load, each comes back and no request is lost, a job is done once, each letter and push message leaves once, and connections that an administrator ends end no process':
    async () => {
      scene = await openScene({ poolSize: 3 });
      const { pool } = scene;
      const at = new URL(testServer()!);
      at.pathname = `/${(await pool.query<{ name: string }>('select current_database() as name')).rows[0]!.name}`;
      const port = await freePort(),
        origin = `http://127.0.0.1:${port}`;
      balancer = await openBalancer(port);
      mail = await openSmtpServer();
      const env = {
        DATABASE_URL: at.href,
        PUBLIC_ORIGIN: origin,
        DATABASE_POOL: '4',
        SMTP_URL: mail.address,
        PUSH_SECONDS: '1',
      };
      const [one, other] = await Promise.all([start(env), start(env)]);
      for (const { url } of [one, other]) balancer.add(url);
      await expect.poll(() => balancer!.ready().length, { timeout: startingMs }).toBe(2);

      const {
        rows: [{ sid, org, asdeporteid }],
      } = await pool.query(
        "select s.sid, u.asdeporteid, m.organizationid as org from auth_sessions s join users u using (userid) join memberships m using (userid) where u.asdeporteid = 'orga'",
      );
      const mint = createTokenMint({ secret, origin, basePath: '/api/auth', tokenSuffix: '.dorsal', keysAt: undefined });
      const token = await mint.mint(sid, {
        user: { asdeporteId: asdeporteid, userid: 0, name: '', email: '', image: null, locale: 'es' },
        organization: { organizationid: Number(org), name: '' },
        expires: '',
      });
      const headers = { authorization: `Bearer ${token}.dorsal`, 'content-type': 'application/json' };
      let count = 0;
      const writing = Array.from({ length: 4 }, () =>
        keepAsking(() =>
          fetch(`${origin}/v2/event/coupons`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ code: `ROLL${(count += 1)}`, type: 'percent', value: 15 }),
          }),
        ),
      );

      for (let each = 0; each < holds; each += 1) await scene.signUp(`Apartada${each}`);
      await pool.query(`update inscriptions set expires_at = now() - interval '1 second' where eventid = $1`, [scene.eventid]);

      /** Ends one while the other serves, and starts its successor: as many are ready afterwards as before. */
      const exchange = async (server: RunningServer): Promise<RunningServer> => {
        const ended = server.stop('SIGTERM');
        await seeDraining(server.url);
        expect(await ended, server.output()).toBe(0);
        const before = count;
        await expect.poll(() => count, { timeout: startingMs }).toBeGreaterThan(before + 8);
        const next = await start(env);
        balancer!.add(next.url);
        await expect.poll(() => balancer!.ready(), { timeout: startingMs }).toContain(next.url);
        expect(balancer!.ready()).toHaveLength(2);
        return next;
      };
      const third = await exchange(one);
      const fourth = await exchange(other);
      expect((await Promise.all(writing.map((each) => each.end()))).flat()).toEqual([]);
      const {
        rows: [{ kept }],
      } = await pool.query(`select count(*)::int as kept from coupons where code like 'ROLL%'`);
      expect(kept).toBe(count);

      const logSql = `select count(*) filter (where l.to_status = 'cancelled')::int as times, i.status from inscriptions i left join inscription_log l using (inscriptionid) where i.eventid = $1 group by i.inscriptionid, i.status`;
      await expect
        .poll(async () => (await pool.query(logSql, [scene!.eventid])).rows, { timeout: startingMs })
        .toEqual(Array.from({ length: holds }, () => ({ times: 1, status: 'cancelled' })));

      await sendTogether(scene, mail.received);

      await onServer((client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'dorsal'`, [
          at.pathname.slice(1),
        ]),
      );
      for (const server of [third, fourth]) {
        await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: startingMs }).toBe(200);
        expect(await server.stop('SIGTERM'), server.output()).toBe(0);
      }
    },
};

/** Four starts one after the other, and what is done between them. */
const inTurn = { timeout: 4 * longer.timeout };
const cases = [
  ...Object.entries(alone).map(([what, work]) => [what, longer, work] as const),
  ...(isLong && testServer() ? Object.entries(together).map(([what, work]) => [what, inTurn, work] as const) : []),
];
for (const [what, limits, work] of cases)
  test(`${what}`, limits, async () => {
    await expect(work()).resolves.toBeUndefined();
  });
