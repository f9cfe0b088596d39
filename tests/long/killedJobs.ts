/** kill -9 in the middle of long work, on each engine: every record is changed once and every job ends. `KILLS=5` asks for fewer, `ENGINES=embedded` for one engine, `KINDS=coupons` for one kind of work. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { seed } from '../support/effort';
import { startServer } from '../support/startServer';
import { killedKinds, type KilledKind, type Send } from './support/killedKinds';
import { places } from './support/places';
import { bearerOf, prepare, say, usual } from './support/writers';

const kills = Number(process.env['KILLS'] ?? 50),
  engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(','),
  chosen = process.env['KINDS']?.split(',');
const mostMs = 1500,
  lookMs = 100,
  patienceMs = 120_000;

/** A moment between 0 and 1 for each turn, the same for the same seed. */
const moment = (turn: number): number => createHash('sha256').update(`${seed} jobs ${turn}`).digest().readUInt32BE() / 2 ** 32;

/** Asks for work again and again, kills the server while it goes on, and looks at what it left. */
const killOn = async (engine: string, kind: KilledKind): Promise<boolean> => {
  const place = await places[engine]!();
  try {
    const first = await place.open();
    const org = await prepare(first, 'national-admin'); // an organizer takes no number away
    const work = await kind.prepare(first.pool, org);
    await first.close();
    let server = await startServer({ ...usual, ...place.env });
    const send: Send = async (method, path, body) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: await bearerOf(org), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    let rounds = 0,
      killed = 0,
      inTheMiddle = 0;
    while (killed < kills) {
      const look = await work.ask(send, rounds);
      let end = Date.now() + patienceMs, // without a kill and without a record more
        most = 0;
      for (let state = await look(); state.isRunning; state = await look()) {
        if (state.done > most) [most, end] = [state.done, Date.now() + patienceMs];
        if (Date.now() > end) throw new Error(`it stays at ${state.done} of ${kind.records}`);
        if (state.done > 0 && state.done < kind.records) inTheMiddle += 1;
        await pause(killed < kills ? moment(killed) * mostMs : lookMs);
        if (killed >= kills) continue;
        await server.stop('SIGKILL');
        killed += 1;
        server = await startServer({ ...usual, ...place.env });
        end = Date.now() + patienceMs;
      }
      rounds += 1;
    }
    await server.stop();
    const after = await place.open();
    const wrong = await work.wrong(after.pool, rounds);
    const { rows } = await after.pool.query<{ open: number }>(
      "select count(*)::int as open from jobs where queue = $1 and status <> 'done'",
      [kind.queue],
    );
    await after.close();
    const isGood = Object.values(wrong).every((count) => count === 0) && rows[0]!.open === 0;
    say(
      `${isGood ? 'good' : 'NOT GOOD'}: ${killed} x kill -9 during ${rounds} runs of ${kind.name} over ${kind.records} records, ${engine}: seen in the middle ${inTheMiddle} times; wrong: ${JSON.stringify(wrong)}, jobs open: ${rows[0]!.open}`,
    );
    return isGood;
  } finally {
    await place.remove();
  }
};

let isGood = true;
for (const kind of killedKinds.filter(({ name }) => !chosen || chosen.includes(name)))
  for (const engine of engines) isGood = (await killOn(engine, kind)) && isGood;
process.exit(isGood ? 0 : 1);
