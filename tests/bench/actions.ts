import { openDatabase } from '../../server/database/openDatabase';
import { figure, median, p95, tell, type Figure } from './report';
import { addPaidEvent } from './paidEvent';
import { startApi } from './servers';

const rows = 10_000,
  many = 16,
  rounds = 3,
  asksOfOne = 150,
  asksOfMany = 960,
  warmups = 40;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
type Ask = (path: string, body: object) => Promise<any>;
/** Milliseconds of each of some requests that so many clients send at once, each to inscriptions of its own. */
const swapSizes = async (ask: Ask, ids: readonly number[], clients: number, asks: number): Promise<readonly number[]> => {
  const taken: number[] = [];
  const client = async (_each: unknown, which: number): Promise<void> => {
    const mine = ids.filter((_id, index) => index % clients === which);
    for (let turn = 0; turn < asks / clients; turn += 1) {
      const tshirt_size = Math.floor(turn / mine.length) % 2 === 0 ? 'L' : 'M';
      taken.push(
        await timed(() => ask(`/v2/inscription/inscriptions/${mine[turn % mine.length]}/update_tshirt`, { input: { tshirt_size } })),
      );
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return taken;
};

/** An action over many records against the bare SQL of its effects, and how long one action takes while others come at the same time. Writes to the database. */
export const measureActions = async (databaseUrl: string): Promise<readonly Figure[]> => {
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 2 });
  const { api, session, stop } = await startApi(databaseUrl);
  try {
    const send = async (path: string, body?: object): Promise<any> => {
      const response = await fetch(`${api}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: await session.bearer(), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
      return response.json();
    };
    const ask: Ask = send;
    const eventid = await addPaidEvent(pool, 'medida', rows);
    const { rows: found } = await pool.query<{ inscriptionid: number }>(
      'select inscriptionid from inscriptions where eventid = $1 order by 1',
      [eventid],
    );
    const ids = found.map(({ inscriptionid }) => inscriptionid),
      part = Math.floor(rows / (rounds + 1));
    await swapSizes(ask, ids.slice(0, part), 1, warmups);
    const alone: number[] = [],
      together: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const mine = ids.slice(part * round, part * (round + 1));
      alone.push(p95(await swapSizes(ask, mine.slice(0, asksOfOne), 1, asksOfOne)));
      together.push(p95(await swapSizes(ask, mine.slice(asksOfOne), many, asksOfMany)));
      tell(`actions: update_tshirt, p95 of one client ${alone.at(-1)!.toFixed(1)} ms, of ${many} ${together.at(-1)!.toFixed(1)} ms`);
    }
    return [
      figure('update_tshirt, one client: p95', median(alone), 'ms'),
      figure(`update_tshirt, ${many} clients: p95`, median(together), 'ms'),
      figure(`update_tshirt, p95 of ${many} clients to one`, median(together.map((each, at) => each / alone[at]!)), 'ratio'),
    ];
  } finally {
    await stop();
    await close();
  }
};
