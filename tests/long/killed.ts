/** kill -9 fifty times under writes, on each engine: what was tried, acknowledged and lost. `KILLS=5` asks for fewer, `ENGINES=embedded` for one. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { seed } from '../support/effort';
import { startServer } from '../support/startServer';
import { places } from './support/places';
import { lostOf, prepare, report, say, startWriters, usual } from './support/writers';

const kills = Number(process.env['KILLS'] ?? 50),
  engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(',');
const clients = 8,
  leastWrites = 10,
  mostMs = 1500,
  lookMs = 20;

/** A moment between 0 and 1 for each turn, the same for the same seed. */
const moment = (turn: number): number => createHash('sha256').update(`${seed} ${turn}`).digest().readUInt32BE() / 2 ** 32;

const killOn = async (engine: string): Promise<boolean> => {
  const place = await places[engine]!();
  try {
    const first = await place.open();
    const org = await prepare(first);
    await first.close();
    let server = await startServer({ ...usual, ...place.env });
    const tally = startWriters({ clients, org, url: () => server.url });
    for (let turn = 1; turn <= kills; turn += 1) {
      const before = tally.acknowledged.size;
      while (tally.acknowledged.size < before + leastWrites) await pause(lookMs);
      await pause(moment(turn) * mostMs);
      await server.stop('SIGKILL');
      server = await startServer({ ...usual, ...place.env });
    }
    await tally.end();
    const code = await server.stop();
    if (code !== 0) say(`NOT GOOD: the last server ended with ${code}`);
    const after = await place.open();
    const lost = await lostOf(after.pool, tally.acknowledged);
    await after.close();
    return report(`${kills} x kill -9, ${engine}`, tally, lost) && code === 0;
  } finally {
    await place.remove();
  }
};

let isGood = true;
for (const engine of engines) isGood = (await killOn(engine)) && isGood;
process.exit(isGood ? 0 : 1);
