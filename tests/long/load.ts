/** Minutes of load on each engine, five unless `LOAD_SECONDS` says otherwise: lists, records, GraphQL and writes, and whether memory stays flat. `ENGINES=embedded` asks for one. */
import { setTimeout as pause } from 'node:timers/promises';
import { residentMiB } from '../bench/processes';
import { startServer, type RunningServer } from '../support/startServer';
import { places } from './support/places';
import { startReaders } from './support/readers';
import { lostOf, prepare, report, say, startWriters, usual } from './support/writers';

const seconds = Number(process.env['LOAD_SECONDS'] ?? 300),
  engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(',');
const writers = 4,
  readers = 4,
  everyMs = 5000,
  parts = 5;
/** What memory may grow by between the first and the last fifth: what a heap takes that has not been tidied yet. */
const share = 1.25,
  spareMiB = 48;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
/** Memory of the server while the load lasts, one number for each fifth of it. */
const watch = async ({ pid }: RunningServer): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (const until = Date.now() + seconds * 1000; Date.now() < until;) {
    await pause(Math.min(everyMs, (seconds * 1000) / (2 * parts)));
    samples.push(residentMiB(pid));
  }
  const size = samples.length / parts;
  return Array.from({ length: parts }, (_, at) => Math.round(median(samples.slice(Math.floor(at * size), Math.floor((at + 1) * size)))));
};

const loadOn = async (engine: string): Promise<boolean> => {
  const place = await places[engine]!();
  let server: RunningServer | undefined;
  try {
    const first = await place.open();
    const org = await prepare(first);
    await first.close();
    server = await startServer({ ...usual, ...place.env });
    const { url } = server;
    const tally = startWriters({ clients: writers, org, url: () => url }),
      reading = startReaders({ clients: readers, org, url: () => url });
    const memory = await watch(server);
    await Promise.all([tally.end(), reading.end()]);
    const code = await server.stop();
    const after = await place.open();
    const lost = await lostOf(after.pool, tally.acknowledged);
    await after.close();

    const problems = [
      ...(code === 0 ? [] : [`the server ended with ${code}`]),
      ...[...tally.others, ...reading.others].map(([kind, times]) => `${times} x ${kind}`),
      ...(reading.answered() > 0 && tally.acknowledged.size > 0 ? [] : ['nothing was answered']),
      ...(memory.at(-1)! <= memory[0]! * share + spareMiB ? [] : [`memory grew from ${memory[0]} to ${memory.at(-1)} MiB`]),
    ];
    say(
      `${seconds} s of load, ${engine}: memory ${memory.join(', ')} MiB by fifths; reads tried ${reading.tried()}, answered ${reading.answered()}`,
    );
    for (const problem of problems) say(`NOT GOOD: ${problem}`);
    return report(`${seconds} s of load, ${engine}`, tally, lost) && problems.length === 0;
  } finally {
    await server?.stop('SIGKILL');
    await place.remove();
  }
};

let isGood = true;
for (const engine of engines) isGood = (await loadOn(engine)) && isGood;
process.exit(isGood ? 0 : 1);
