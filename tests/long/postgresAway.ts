/** PostgreSQL restarted ten times under 50 clients, then a failover to its standby: what was tried, acknowledged and lost, and how long writes needed to come back. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../server/database/openDatabase';
import { freePort, startServer } from '../support/startServer';
import { openCluster, type Standby } from './support/cluster';
import { lostOf, prepare, report, say, startWriters, usual, type Tally } from './support/writers';

const clients = 50,
  restarts = 10,
  betweenMs = 2000,
  mostMs = 2000,
  longestMs = 30_000;
const problems: string[] = [];

/** How long after a moment the next write was acknowledged. */
const backAfter = async (tally: Tally, since: number): Promise<number> => {
  const before = tally.acknowledged.size;
  while (tally.acknowledged.size === before && performance.now() - since < longestMs) await pause(1);
  return tally.lastAt() - since;
};
const judge = (what: string, ms: number): void => {
  say(`${what}: the first write ${Math.round(ms)} ms after it was back`);
  if (ms > mostMs) problems.push(`${what}: ${Math.round(ms)} ms`);
};

const cluster = await openCluster();
const standbyPort = await freePort();
let following: Standby | undefined;
const main = new pg.Pool({ connectionString: cluster.url, max: 1 });
main.on('error', () => {});
try {
  const database = await openDatabase({ databaseUrl: cluster.url });
  const org = await prepare(database);
  await database.close();
  const DATABASE_URL = `postgres://postgres@127.0.0.1:${cluster.port},127.0.0.1:${standbyPort}/postgres?target_session_attrs=read-write`;
  const server = await startServer({ ...usual, DATABASE_URL });
  const tally = startWriters({ clients, org, url: () => server.url });
  for (let turn = 1; turn <= restarts; turn += 1) {
    await pause(betweenMs);
    const mode = turn % 2 ? 'fast' : 'immediate';
    await cluster.stop(mode);
    const ready = await fetch(`${server.url}/readyz`);
    if (ready.status !== 503) problems.push(`/readyz answered ${ready.status} while the database was away`);
    await cluster.start();
    judge(`restart ${turn}, ${mode}`, await backAfter(tally, performance.now()));
  }
  following = await cluster.standby(standbyPort);
  // From here on a write is acknowledged only once the standby has it.
  await main.query(`alter system set synchronous_standby_names = '*'`);
  await main.query('select pg_reload_conf()');
  await pause(betweenMs);
  await cluster.stop('immediate');
  await following.promote();
  judge('failover', await backAfter(tally, performance.now()));
  await pause(betweenMs);
  await tally.end();
  const pool = new pg.Pool({ connectionString: following.url, max: 1 });
  const lost = await lostOf(pool, tally.acknowledged);
  await pool.end();
  if (!report('PostgreSQL restarted and failed over', tally, lost)) problems.push(`${lost.length} acknowledged writes are lost`);
  for (const [kind, count] of tally.others) if (!kind.startsWith('503')) problems.push(`${count} x ${kind}`);
  const code = await server.stop();
  if (code !== 0) problems.push(`the server ended with ${code}: ${server.output().slice(-2000)}`);
} finally {
  await main.end().catch(() => {});
  await following?.remove();
  await cluster.remove();
}
for (const problem of problems) say(`NOT GOOD: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
