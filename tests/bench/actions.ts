import type pg from 'pg';
import { openDatabase } from '../../server/database/openDatabase';
import { figure, median, p95, tell, type Figure } from './report';
import { addPaidEvent } from './paidEvent';
import { startApi } from './servers';

const rows = 10_000,
  many = 16,
  rounds = 3,
  asksOfOne = 150,
  asksOfMany = 960,
  warmups = 40,
  mostTimes = 4;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
/** Exchanges the size of one inscription. */
type Swap = (inscriptionid: number, tshirt_size: string) => Promise<unknown>;
/** Milliseconds of each of some requests that so many clients send at once, each to inscriptions of its own. */
const swapSizes = async (swap: Swap, ids: readonly number[], clients: number, asks: number): Promise<readonly number[]> => {
  const taken: number[] = [];
  const client = async (_each: unknown, which: number): Promise<void> => {
    const mine = ids.filter((_id, index) => index % clients === which);
    for (let turn = 0; turn < asks / clients; turn += 1) {
      const tshirt_size = Math.floor(turn / mine.length) % 2 === 0 ? 'L' : 'M';
      taken.push(await timed(() => swap(mine[turn % mine.length]!, tshirt_size)));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return taken;
};

/** The same writes by hand, with the locks in the same order: what nobody who keeps stock, a log and audits can save. */
const bareSql = [
  'select tshirt_modelid, tshirt_size, eventid from inscriptions where inscriptionid = $1 for no key update',
  `select s.tshirt_stockid from tshirt_stock s join inscriptions i on i.tshirt_modelid = s.tshirt_modelid
    where i.inscriptionid = $1 and s.size in (i.tshirt_size, $2) and s.deleted_at is null order by 1 for no key update of s`,
  `insert into tshirt_movements (tshirt_stockid, type, qty, reserved_change, inscriptionid)
     select s.tshirt_stockid, case when s.size = $2 then 'swap_in' else 'swap_out' end, 1, case when s.size = $2 then 1 else -1 end, i.inscriptionid
       from inscriptions i join tshirt_stock s on s.tshirt_modelid = i.tshirt_modelid and s.size in (i.tshirt_size, $2) and s.deleted_at is null
      where i.inscriptionid = $1 and i.tshirt_size <> $2`,
  'update inscriptions set tshirt_size = $2, updated = now(), version = version + 1 where inscriptionid = $1',
  `insert into inscription_log (inscriptionid, eventid, status, changes, actor_type, permission_key, source)
     select inscriptionid, eventid, 'data_updated', jsonb_build_array(jsonb_build_object('field', 'tshirt_size', 'new', $2::text)), 'staff', 'event-admin-inscription', 'api' from inscriptions where inscriptionid = $1`,
  `insert into audits (resource, recordid, organizationid, verb, action, actor_name, source, before, after)
     select 'inscriptions', inscriptionid, organizationid, 'action', 'update_tshirt', 'Nadie', 'api', '{"tshirt_size": "M"}', jsonb_build_object('tshirt_size', $2::text) from inscriptions where inscriptionid = $1`,
] as const;
const swapBare =
  (pool: pg.Pool): Swap =>
  async (inscriptionid, tshirt_size) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const [at, text] of bareSql.entries())
        await client.query({ name: `bare ${at}`, text, values: text.includes('$2') ? [inscriptionid, tshirt_size] : [inscriptionid] });
      await client.query('commit');
    } finally {
      client.release();
    }
  };

/** An action over many records against the bare SQL of its effects, and how long one action takes while others come at the same time. Writes to the database. */
export const measureActions = async (databaseUrl: string): Promise<readonly Figure[]> => {
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 2 });
  const bare = await openDatabase({ databaseUrl, poolSize: 10 });
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
    const ours: Swap = (id, tshirt_size) => send(`/v2/inscription/inscriptions/${id}/update_tshirt`, { input: { tshirt_size } });
    const theirs = swapBare(bare.pool);
    const [eventid, other] = [await addPaidEvent(pool, 'medida', rows), await addPaidEvent(pool, 'medida-sql', rows)];
    const idsOf = async (event: number): Promise<readonly number[]> =>
      (
        await pool.query<{ inscriptionid: number }>('select inscriptionid from inscriptions where eventid = $1 order by 1', [event])
      ).rows.map(({ inscriptionid }) => inscriptionid);
    const [ids, bareIds] = [await idsOf(eventid), await idsOf(other)],
      part = Math.floor(rows / (rounds + 1));
    await swapSizes(ours, ids.slice(0, part), 1, warmups);
    await swapSizes(theirs, bareIds.slice(0, part), 1, warmups);
    const alone: number[] = [],
      together: number[] = [],
      byHand: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const mine = ids.slice(part * round, part * (round + 1));
      alone.push(p95(await swapSizes(ours, mine.slice(0, asksOfOne), 1, asksOfOne)));
      together.push(p95(await swapSizes(ours, mine.slice(asksOfOne), many, asksOfMany)));
      byHand.push(p95(await swapSizes(theirs, bareIds.slice(part * round, part * (round + 1)), many, asksOfMany)));
      tell(
        `actions: update_tshirt, p95 of one client ${alone.at(-1)!.toFixed(1)} ms, of ${many} ${together.at(-1)!.toFixed(1)} ms, by hand ${byHand.at(-1)!.toFixed(1)} ms`,
      );
    }
    return [
      figure('update_tshirt, one client: p95', median(alone), 'ms'),
      figure(`update_tshirt, ${many} clients: p95`, median(together), 'ms'),
      figure(`its bare SQL, ${many} clients: p95`, median(byHand), 'ms'),
      figure(
        `update_tshirt, p95 of ${many} clients to its bare SQL`,
        median(together.map((each, at) => each / byHand[at]!)),
        'ratio',
        `<= ${mostTimes}`,
      ),
      figure(`update_tshirt, p95 of ${many} clients to one`, median(together.map((each, at) => each / alone[at]!)), 'ratio'),
    ];
  } finally {
    await stop();
    await bare.close();
    await close();
  }
};
