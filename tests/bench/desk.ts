import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DeskPerson } from '@/domain/registration/desk';
import { createLocalPeople } from '@/pages/desk/localPeople';
import { buildClient } from '../../scripts/lib/buildClient.mjs';
import { openDatabase } from '../../server/database/openDatabase';
import { benchDatabase, withCopy } from './database';
import { measureDevice } from './device';
import { addPaidEvent } from './paidEvent';
import { figure, median, p95, tell, type Figure } from './report';
import { askers, startApi, type Api } from './servers';

const people = 20_000,
  desks = 50,
  eachSecond = 10,
  mostTimes = 4,
  /** Of so many deliveries one is sent twice, as by a desk that never heard the answer, and another kit is handed out at two desks at once. */
  twiceEvery = 40,
  bothEvery = 55,
  streams = 8,
  /** A server that is busy for a moment changes nothing and is asked again, as by the queue of a desk. */
  mostTries = 10,
  againMs = 500,
  demoRows = 60_000,
  secondMs = 1000;

interface Day {
  readonly eventid: number;
  readonly inscriptionids: readonly number[];
  readonly deskids: readonly number[];
}
/** Registrations with paid places and shirts, a kit of five pieces of which two are counted, and desks. */
const prepare = async (pool: pg.Pool, name: string): Promise<Day> => {
  const eventid = Number(await addPaidEvent(pool, name, people));
  const keys = async (text: string, ...values: readonly unknown[]): Promise<readonly number[]> =>
    (await pool.query<Record<string, number>>(text, [...values])).rows.map((row) => Number(Object.values(row)[0]));
  await pool.query(`update inscriptions set exoneration_status = 'not_required', birth_date = '1990-01-01' where eventid = $1`, [eventid]);
  const [kitid] = await keys(`insert into kits (eventid, name, active) values ($1, 'Kit', true) returning kitid`, eventid);
  await pool.query(
    `insert into kit_items (kitid, name, type, qty, required, stock, sort) select $1, jsonb_build_object('es', n), t, 1, true, s, o
       from unnest(array['Dorsal', 'Playera', 'Medalla', 'Morral', 'Vale'], array['bib', 'tshirt', 'medal', 'bag', 'voucher'], array[null, null, $2::int, $2::int, null], array[1, 2, 3, 4, 5]) p(n, t, s, o)`,
    [kitid, people],
  );
  const deskids = await keys(
    `insert into desks (eventid, name) select $1, 'Mesa ' || g from generate_series(1, ${desks}) g returning deskid`,
    eventid,
  );
  const inscriptionids = await keys('select inscriptionid from inscriptions where eventid = $1 order by inscriptionid', eventid);
  await pool.query('analyze inscriptions, kits, kit_items, desks');
  return { eventid, inscriptionids, deskids };
};

/** Does something so many times a second until the time is over, whatever each takes, and answers how long each took. */
const atPace = async (seconds: number, work: (at: number) => Promise<void>): Promise<readonly number[]> => {
  const taken: number[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let at = 0; at < seconds * eachSecond; at += 1) {
    const due = began + (at * secondMs) / eachSecond;
    await sleep(Math.max(0, due - performance.now()));
    // From when it was due: a server that lags makes people wait, too.
    running.push(work(at).then(() => void taken.push(performance.now() - due)));
  }
  await Promise.all(running);
  return taken;
};

type Post = (path: string, body: object) => Promise<{ readonly status: number; readonly body: any }>;
const postTo =
  ({ api, session }: Api): Post =>
  async (path, body) => {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: { authorization: await session.bearer(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };

/** Pages that listen meanwhile, as desks and boards do. */
const listen = async ({ api, session }: Api): Promise<{ readonly heard: () => number; readonly stop: () => void }> => {
  const over = new AbortController();
  let bytes = 0;
  for (let count = 0; count < streams; count += 1) {
    const response = await fetch(`${api}/v2/general/live`, { headers: { authorization: await session.bearer() }, signal: over.signal });
    void (async () => {
      for await (const chunk of response.body ?? []) bytes += chunk.length;
    })().catch(() => {});
  }
  return { heard: () => bytes, stop: () => over.abort() };
};

interface Handed {
  readonly accepted: ReadonlySet<string>;
  readonly refused: number;
  /** How often a busy server was asked again. */
  readonly again: number;
  readonly failures: readonly string[];
}
/** Desks hand out kits through the service; some requests are sent twice, and some kits are handed out at two desks at once. */
const handOutKits = async (
  post: Post,
  { eventid, inscriptionids, deskids }: Day,
  seconds: number,
): Promise<Handed & { readonly ms: readonly number[] }> => {
  const accepted = new Set<string>(),
    failures: string[] = [];
  let refused = 0,
    again = 0;
  const send = async (at: number, client_uuid: string, tries = 1): Promise<void> => {
    const { status, body } = await post('/v2/kits/kit_deliveries/actions/deliver', {
      input: {
        client_uuid,
        eventid,
        inscriptionid: inscriptionids[at],
        deskid: deskids[at % desks],
        device_id: `mesa-${at % desks}`,
        delivered_at: new Date().toISOString(),
      },
    });
    if (status === 503 && tries < mostTries) {
      again += 1;
      await sleep(againMs);
      return send(at, client_uuid, tries + 1);
    }
    if (status === 200) accepted.add(client_uuid);
    else if (body.code === 'KIT_DELIVERED') refused += 1;
    else failures.push(`${status} ${JSON.stringify(body).slice(0, 200)}`);
  };
  const ms = await atPace(seconds, async (at) => {
    const uuid = randomUUID();
    if (at % twiceEvery === 0) await Promise.all([send(at, uuid), send(at, uuid)]);
    else if (at % bothEvery === 0) await Promise.all([send(at, uuid), send(at, randomUUID())]);
    else await send(at, uuid);
  });
  return { accepted, refused, again, failures, ms };
};

/** The same writes by hand, in the order in which the locks are taken: what nobody who keeps audits and a log can save. */
const bareSql = [
  `select 1 from inscriptions where inscriptionid = $1 for no key update`,
  `select kit_itemid, stock from kit_items i join kits k using (kitid) where k.eventid = $2 and i.stock is not null order by kit_itemid for no key update of i`,
  `update kit_items set stock = stock - 1, updated = now(), version = kit_items.version + 1 from kits k where k.kitid = kit_items.kitid and k.eventid = $2 and stock is not null`,
  `insert into tshirt_movements (tshirt_stockid, type, qty, reserved_change, delivered_change, inscriptionid)
     select tshirt_stockid, 'deliver', 1, -1, 1, $1 from tshirt_movements where inscriptionid = $1 group by 1 having sum(reserved_change) > 0`,
  `insert into kit_deliveries (inscriptionid, eventid, deskid, delivered_at, synced_at, receiver_type, items, number_delivered, exoneration_checked, affiliation_checked, status, by_userid, device_id, client_uuid)
     select $1, $2, $3, now(), now(), 'holder', (select jsonb_agg(jsonb_build_object('kit_itemid', kit_itemid, 'name', i.name ->> 'es', 'qty', 1, 'status', 'delivered')) from kit_items i join kits k using (kitid) where k.eventid = $2), null, true, false, 'delivered', $4, 'mesa', $5`,
  `update inscriptions set kit_status = 'delivered', updated = now(), version = version + 1 where inscriptionid = $1`,
  `insert into inscription_log (inscriptionid, eventid, status, changes, actor_type, actor_userid, permission_key, source)
     values ($1, $2, 'data_updated', '[{"field": "kit_status", "old": "pending", "new": "delivered"}]', 'staff', $4, 'event-delivery', 'api')`,
  `insert into audits (resource, recordid, organizationid, verb, actor_userid, requestid, source, before, after)
     select r, $1, ${askers.tenant.organizationid}, 'edit', $4, $5, 'api', '{"stock": 1}', '{"stock": 0}' from unnest(array['kit_items', 'kit_items', 'kit_deliveries', 'inscriptions']) r`,
] as const;
const used = (text: string, values: readonly unknown[]): { readonly text: string; readonly values: unknown[] } => {
  const wanted = [...new Set([...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number)))].sort((one, other) => one - other);
  return {
    text: wanted.reduce((all, number, at) => all.replaceAll(`$${number}`, `$$${at + 1}::${number === 5 ? 'text' : 'bigint'}`), text),
    values: wanted.map((number) => values[number - 1]),
  };
};
const handOutBare = (
  pool: pg.Pool,
  { eventid, inscriptionids, deskids }: Day,
  userid: number,
  seconds: number,
): Promise<readonly number[]> =>
  atPace(seconds, async (at) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const [name, text] of bareSql.entries())
        await client.query({
          name: `bare ${name}`,
          ...used(text, [inscriptionids[at], eventid, deskids[at % desks], userid, randomUUID()]),
        });
      await client.query('commit');
    } finally {
      client.release();
    }
  });

/** What the tables say, by SQL that knows nothing of the code: one delivery for each kit, and every count agrees with it. */
const judge = async (pool: pg.Pool, { eventid }: Day, { accepted }: Handed): Promise<readonly Figure[]> => {
  const count = async (text: string, ...more: readonly unknown[]): Promise<number> =>
    Number(Object.values((await pool.query<Record<string, number>>(text, [eventid, ...more])).rows[0] ?? { none: Number.NaN })[0]);
  const handed = await count(`select count(*) from kit_deliveries where eventid = $1 and status = 'delivered' and deleted_at is null`);
  const wrong: readonly (readonly [string, number])[] = [
    [
      'answered and not stored',
      await count(
        `select count(*) from unnest($2::text[]) u where not exists (select 1 from kit_deliveries where eventid = $1 and client_uuid = u)`,
        [...accepted],
      ),
    ],
    [
      'handed out twice',
      await count(
        `select count(*) from (select inscriptionid from kit_deliveries where eventid = $1 and status in ('delivered', 'partial') and deleted_at is null group by 1 having count(*) > 1) t`,
      ),
    ],
    [
      'registrations that say otherwise',
      Math.abs(handed - (await count(`select count(*) from inscriptions where eventid = $1 and kit_status = 'delivered'`))),
    ],
    [
      'lines missing in the log',
      Math.abs(handed - (await count(`select count(*) from inscription_log where eventid = $1 and changes::text like '%kit_status%'`))),
    ],
    [
      'pieces missing in the stock',
      await count(
        `select sum(abs($2::int - i.stock - $3::int)) from kit_items i join kits k using (kitid) where k.eventid = $1 and i.stock is not null`,
        people,
        handed,
      ),
    ],
    [
      'shirts that the ledger lacks',
      Math.abs(
        handed -
          (await count(
            `select coalesce(sum(m.delivered_change), 0) from tshirt_movements m join inscriptions i using (inscriptionid) where i.eventid = $1`,
          )),
      ),
    ],
    [
      'audits missing',
      Math.abs(
        handed -
          (await count(
            `select count(*) from audits a join kit_deliveries d on d.kit_deliveryid = a.recordid where a.resource = 'kit_deliveries' and a.verb = 'create' and d.eventid = $1`,
          )),
      ),
    ],
  ];
  return [figure('deliveries kept', handed, ''), ...wrong.map(([name, value]) => figure(`desk: ${name}`, value, '', '<= 0'))];
};

/** The bytes of an answer as they come over the wire, compressed where the server compresses. */
const bytesOf = async ({ api, session }: Api, path: string, body: object): Promise<{ readonly wire: number; readonly whole: any }> => {
  const text = JSON.stringify(body);
  const authorization = await session.bearer();
  const read = (encoding: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${api}${path}`,
        { method: 'POST', headers: { authorization, 'content-type': 'application/json', 'accept-encoding': encoding } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(Buffer.concat(chunks)));
        },
      );
      asked.on('error', reject);
      asked.end(text);
    });
  return { wire: (await read('br, gzip')).length, whole: JSON.parse((await read('identity')).toString('utf8')) };
};
const searches = 400,
  longestSearchMs = 50;
/** How long a device looks for somebody among everybody it knows: by the letters of a name as they are typed, and by a folio. */
const searchHere = (known: readonly DeskPerson[]): readonly Figure[] => {
  const people = createLocalPeople();
  const began = performance.now();
  people.put(known);
  const filled = performance.now() - began;
  const texts = Array.from({ length: searches }, (_, at) => known[(at * 7919) % known.length]!).flatMap(({ name, folio }) =>
    [(name ?? folio)?.slice(0, 3), name ?? folio, folio].filter((text) => text !== null && text !== undefined),
  );
  const ms = texts.map((text) => {
    const asked = performance.now();
    if (people.find(text).people.length === 0) throw new Error(`the device does not find ${text}`);
    return performance.now() - asked;
  });
  return [
    figure('desk: a search on the device, p95', p95(ms), 'ms', `<= ${longestSearchMs}`),
    figure(`desk: the device takes ${people.size} registrations in`, filled, 'ms'),
  ];
};
/** What a desk reads before it can work: the event, and everybody. */
const firstSync = async (api: Api, { eventid }: Day): Promise<readonly Figure[]> => {
  const began = performance.now();
  const everybody: DeskPerson[] = [];
  let bytes = (await bytesOf(api, '/v2/kits/kit_deliveries/actions/open_desk', { input: { eventid } })).wire,
    after = 0,
    known = 0;
  for (;;) {
    const { wire, whole } = await bytesOf(api, '/v2/kits/kit_deliveries/actions/list_people', { input: { eventid, after } });
    bytes += wire;
    known += whole.result.people.length;
    everybody.push(...whole.result.people);
    if (whole.result.next === null) break;
    after = whole.result.next;
  }
  return [
    figure(`desk: first sync of ${known} registrations`, bytes / 1024 / 1024, 'MiB'),
    figure('desk: bytes of one registration', bytes / Math.max(1, known), 'B'),
    figure('desk: the first sync, read twice', performance.now() - began, 'ms'),
    ...searchHere(everybody),
  ];
};

const measureOn = async (databaseUrl: string, seconds: number): Promise<readonly Figure[]> => {
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 10 });
  try {
    const [day, bareDay] = [await prepare(pool, 'mesa-medida'), await prepare(pool, 'mesa-a-mano')];
    const { rows } = await pool.query<{ userid: number }>('select min(userid) as userid from users');
    tell(`desk: ${people} registrations, ${desks} desks, ${eachSecond} deliveries a second for ${seconds} s`);
    await handOutBare(pool, { ...bareDay, inscriptionids: bareDay.inscriptionids.slice(-50) }, rows[0]!.userid, 5);
    const bare = await handOutBare(pool, bareDay, rows[0]!.userid, seconds);
    const api = await startApi(databaseUrl);
    try {
      const sync = await firstSync(api, day);
      const post = postTo(api);
      await handOutKits(post, { ...bareDay, inscriptionids: bareDay.inscriptionids.slice(-150, -50) }, 5); // warm
      const live = await listen(api);
      const handed = await handOutKits(post, day, seconds);
      live.stop();
      if (handed.failures.length > 0) throw new Error(`${handed.failures.length} deliveries failed: ${handed.failures[0]}`);
      const device = await measureDevice(api, pool, day.eventid);
      return [
        figure('desk: a delivery, p95', p95(handed.ms), 'ms'),
        figure('desk: a delivery, median', median(handed.ms), 'ms'),
        figure('desk: a bare transaction, p95', p95(bare), 'ms'),
        figure('desk: a delivery to a bare transaction, p95', p95(handed.ms) / p95(bare), 'ratio', `<= ${mostTimes}`),
        figure('desk: refused, because another desk was first', handed.refused, ''),
        figure('desk: asked again, because the server was busy', handed.again, ''),
        figure('desk: live signals to one page', live.heard() / streams / seconds, 'B/s'),
        ...sync,
        ...device,
        ...(await judge(pool, day, handed)),
      ];
    } finally {
      await api.stop();
    }
  } finally {
    await close();
  }
};

/** Fifty desks that hand out kits on PostgreSQL, against the same writes by hand; and what a desk reads first. */
export const measureDesk = async (seconds: number): Promise<readonly Figure[]> => {
  await buildClient(); // before the server starts, which reads it once
  return withCopy(await benchDatabase(demoRows, false), (databaseUrl) => measureOn(databaseUrl, seconds));
};
