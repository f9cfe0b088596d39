/** PgBouncer in transaction mode with four connections before PostgreSQL, and two servers: writes, lists, GraphQL, reports and /readyz, and what was tried, acknowledged and lost. `POOLER_SECONDS` says how long. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../server/database/openDatabase';
import { startServer, type RunningServer } from '../support/startServer';
import { openCluster } from './support/cluster';
import { findPooler, openPooler, type Program } from './support/pooler';
import { startReaders } from './support/readers';
import { lostOf, prepare, report, say, startWriters, usual } from './support/writers';

const seconds = Number(process.env['POOLER_SECONDS'] ?? 60),
  poolSize = 4,
  writers = 16,
  readers = 6,
  leastAnswers = 100;
const folder = mkdtempSync(join(tmpdir(), 'dorsal-pgbouncer-'));

const tryWith = async (program: Program): Promise<boolean> => {
  const ends: (() => Promise<unknown>)[] = [],
    problems: string[] = [];
  try {
    const cluster = await openCluster();
    ends.push(cluster.remove);
    const first = await openDatabase({ databaseUrl: cluster.url });
    const org = await prepare(first);
    await first.close();
    const pooler = await openPooler(program, cluster.port, poolSize);
    ends.push(pooler.close);
    const env = {
      ...usual,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: cluster.url,
      DATABASE_POOLING: 'transaction',
      DATABASE_POOL: '8',
      EXPIRE_SECONDS: '1',
    };
    const servers: RunningServer[] = [];
    for (let each = 0; each < 2; each += 1) {
      const server = await startServer(env);
      servers.push(server);
      ends.push(() => server.stop('SIGKILL'));
    }
    let turn = 0;
    const url = (): string => servers[(turn += 1) % servers.length]!.url;
    const tally = startWriters({ clients: writers, org, url }),
      reading = startReaders({ clients: readers, org, url, more: ['/readyz', '/v2/general/reports-bi/ages'] });
    await pause(seconds * 1000);
    await Promise.all([tally.end(), reading.end()]);
    const direct = await openDatabase({ databaseUrl: cluster.url });
    const lost = await lostOf(direct.pool, tally.acknowledged);
    await direct.close();
    for (const server of servers) {
      const code = await server.stop();
      if (code !== 0) problems.push(`a server ended with ${code}: ${server.output().slice(-300)}`);
    }
    for (const [kind, times] of [...tally.others, ...reading.others]) problems.push(`${times} x ${kind}`);
    if (Math.min(tally.acknowledged.size, reading.answered()) < leastAnswers) problems.push('too little was answered to say anything');
    for (const complaint of pooler.complaints().slice(0, 5)) problems.push(complaint);
    say(`pooler with ${poolSize} connections: reads tried ${reading.tried()}, answered ${reading.answered()}`);
    if (!report('two servers behind a pooler', tally, lost)) problems.push(`${lost.length} acknowledged writes are lost`);
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => undefined);
  }
  for (const problem of problems) say(`NOT GOOD: ${problem}`);
  return problems.length === 0;
};

const found = findPooler(folder);
let isGood = true;
if ('absent' in found) {
  say(found.absent);
  isGood = !found.couldBe;
} else isGood = await tryWith(found);
rmSync(folder, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);
