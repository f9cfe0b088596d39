/** Lists from a real streaming replica: own writes are always read, by another process too; a replica that stands still or goes away is skipped, and answers again when it is back. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../server/database/openDatabase';
import { freePort, startServer } from '../support/startServer';
import { openCluster, type Standby } from './support/cluster';
import { bearerOf, prepare, say, usual } from './support/writers';

const rounds = 200,
  stillMs = 7000,
  longestMs = 30_000,
  lookMs = 100;
const problems: string[] = [];
const cluster = await openCluster();
let standby: Standby | undefined;
const ended: (() => Promise<unknown>)[] = [];
try {
  const database = await openDatabase({ databaseUrl: cluster.url });
  const org = await prepare(database),
    bearer = await bearerOf(org);
  await database.close();
  standby = await cluster.standby(await freePort());
  const env = { ...usual, DATABASE_URL: cluster.url, DATABASE_READ_URL: standby.url };
  const servers = [await startServer(env), await startServer(env)];
  for (const server of servers) ended.push(() => server.stop());
  const replica = new pg.Pool({ connectionString: standby.url, max: 1 });
  replica.on('error', () => {});
  ended.unshift(() => replica.end().catch(() => {}));

  const headers = { authorization: bearer, 'content-type': 'application/json' };
  const list = async (at: number, code = ''): Promise<string> => {
    const answer = await fetch(`${servers[at]!.url}/v2/event/coupons?_sort=couponid&_order=desc&_start=0&_end=1&q=${code}`, { headers });
    return answer.ok ? (((await answer.json()) as { readonly code: string }[])[0]?.code ?? '') : `${answer.status}`;
  };
  const create = async (at: number, code: string): Promise<void> => {
    const answer = await fetch(`${servers[at]!.url}/v2/event/coupons`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code, type: 'percent', value: 15 }),
    });
    if (answer.status !== 201) problems.push(`${code}: ${answer.status} ${await answer.text()}`);
  };
  /** Lists that the replica answered, by its own statistics of the table. */
  const scans = async (): Promise<number> => {
    await pause(1500); // a backend reports what it did at most once a second
    return Number(
      (
        await replica.query<{ count: string }>(
          "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as count from pg_stat_user_tables where relname = 'coupons'",
        )
      ).rows[0]!.count,
    );
  };
  const near = async (isNear: boolean): Promise<void> => {
    const awaited = isNear ? 'The replica answers' : 'The replica is away';
    for (const until = Date.now() + longestMs; Date.now() < until; await pause(lookMs)) {
      if (
        servers.every((server) =>
          server
            .output()
            .split('\n')
            .filter((line) => line.startsWith('The replica'))
            .at(-1)
            ?.startsWith(awaited),
        )
      )
        return;
    }
    problems.push(`nobody heard: ${awaited}`);
  };
  const readOwn = async (what: string): Promise<void> => {
    let missed = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const code = `${what}${round}`;
      await create(round % 2, code);
      const read = [await list((round + 1) % 2), await list(round % 2)]; // at the other process first
      if (read.every((each) => each === code)) continue;
      missed += 1;
      say(`${code}: read ${read.map((each) => each || 'nothing').join(' and ')}`);
    }
    say(`${what}: ${rounds} writes, each read at once at both processes, ${missed} missed`);
    if (missed > 0) problems.push(`${what}: ${missed} own writes were not read`);
  };

  /** A transaction that began before another one and commits after it: the replica has the later one, and not yet this. */
  const readAfterOthers = async (): Promise<void> => {
    await create(0, 'FIRST');
    const [own, other] = [new pg.Client(cluster.url), new pg.Client(cluster.url)];
    await own.connect();
    await other.connect();
    await own.query('begin');
    await own.query(`update coupons set code = 'LATE' where code = 'FIRST'`);
    await own.query('update user_writes set wrote = pg_current_xact_id()');
    await other.query('create table later as select pg_current_xact_id()');
    const { rows } = await other.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
    for (;;) {
      const replayed = await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [rows[0]!.lsn]);
      if (replayed.rows[0]!.there) break;
      await pause(lookMs);
    }
    await replica.query('select pg_wal_replay_pause()');
    await own.query('commit');
    const read = [await list(0), await list(1)];
    await replica.query('select pg_wal_replay_resume()');
    await own.end();
    await other.end();
    say(`after a later transaction of somebody else: read ${read.join(' and ')}`);
    if (read.some((each) => each !== 'LATE')) problems.push('a later transaction of somebody else hid an own write');
  };

  await near(true);
  await list(0);
  await list(1);
  const before = await scans();
  for (let round = 0; round < rounds; round += 1) await list(round % 2);
  const answered = (await scans()) - before;
  say(`quiet: the replica answered, ${answered} scans for ${rounds} lists`);
  if (answered < rounds / 2) problems.push('the replica was hardly asked');
  await readOwn('NEAR');
  await replica.query('select pg_wal_replay_pause()');
  await readOwn('STILL');
  await pause(stillMs);
  await near(false);
  await replica.query('select pg_wal_replay_resume()');
  await near(true);
  await readAfterOthers();
  await standby.stop('immediate');
  await readOwn('AWAY');
  await standby.start();
  await near(true);
  await readOwn('BACK');
} finally {
  for (const end of ended) await end();
  await standby?.remove();
  await cluster.remove();
}
for (const problem of problems) say(`NOT GOOD: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
