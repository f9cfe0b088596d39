import type pg from 'pg';
import type { Filter } from '@/schema';
import { listBody, listPath, readAnswer } from './capture';
import { throughput } from './load';
import { figure, median, tell, type Figure } from './report';
import { openDatabase } from '../../server/database/openDatabase';
import { onCopyOfFolder } from './embeddedFolder';
import { countAgain } from './keptTotals';
import { askers, startEmbeddedApi, startServers, type Case } from './servers';

const rounds = 7,
  roundSeconds = 3,
  warmSeconds = 3,
  usualSize = 30_000;
const least = { cold: 0.8, kept: 1.5 };
const manyClients = 50,
  /** The engine answers one after the other: with counts, many would wait beyond the limit of a request. */
  fewClients = 8,
  embeddedSeconds = 10,
  /** Ten times what it was when every page was counted, on the machine that measured it. */
  leastEmbedded = 220;

/** An event of about 30,000 inscriptions, where the asker has one, and its commonest status. */
const bigEvent = async (pool: pg.Pool): Promise<Case> => {
  const {
    rows: [found],
  } = await pool.query<{ eventid: number; status: string }>(
    `select eventid, status from inscriptions join (select eventid from inscriptions where organizationid = $1 group by 1 order by abs(count(*) - $2) limit 1) e using (eventid)
      where deleted_at is null group by 1, 2 order by count(*) desc limit 1`,
    [askers.tenant.organizationid, usualSize],
  );
  const filter: Filter = {
    and: [
      { field: 'eventid', op: 'eq', value: Number(found!.eventid) },
      { field: 'status', op: 'eq', value: found!.status },
    ],
  };
  return { name: 'an event by status', as: 'tenant', asked: { filter } };
};

type Goals = { readonly cold: number; readonly kept: number } | null;

/**
 * Pages per second of one list against a bare server with the same statements: both take turns, and the middle of the ratios counts. Once
 * with every total counted, once while nothing changes.
 */
const measurePage = async (pool: pg.Pool, databaseUrl: string, page: Case, goals: Goals): Promise<readonly Figure[]> => {
  const { api, bare, sessions, stop } = await startServers(databaseUrl, new Map([['page', page]]));
  try {
    const body = listBody(page.asked);
    const headers = async () => ({
      authorization: await sessions[page.as].bearer(),
      'content-type': 'application/json',
      'accept-language': 'es',
    });
    const { items, total } = readAnswer(
      await (await fetch(`${api}${listPath}`, { method: 'POST', headers: await headers(), body })).text(),
    );
    const same = (await (await fetch(`${bare}/page`)).json()) as { readonly items: readonly unknown[]; readonly total: number };
    if (same.items.length !== items.length || same.total !== total)
      throw new Error(`the servers disagree: ${items.length} of ${total}, ${same.items.length} of ${same.total}`);
    tell(`list: ${page.name}, ${items.length} rows of ${total}`);

    const ours = async (seconds: number) =>
      throughput({ url: `${api}${listPath}`, method: 'POST', headers: await headers(), body }, seconds);
    const theirs = (seconds: number) => throughput({ url: `${bare}/page` }, seconds);
    await theirs(warmSeconds);
    const kinds = [
      ['counted each time', true, goals?.cold],
      ['while nothing changes', false, goals?.kept],
    ] as const;
    const figures: Figure[] = [];
    for (const [kind, isCounted, goal] of kinds) {
      await countAgain(pool, isCounted);
      await ours(warmSeconds);
      const measured: { readonly api: number; readonly bare: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const first = round % 2 === 0 ? await ours(roundSeconds) : await theirs(roundSeconds);
        const second = round % 2 === 0 ? await theirs(roundSeconds) : await ours(roundSeconds);
        const taken = round % 2 === 0 ? { api: first, bare: second } : { api: second, bare: first };
        measured.push(taken);
        tell(`${page.name}, ${kind}: round ${round + 1}, ${Math.round(taken.api)} against ${Math.round(taken.bare)} pages per second`);
      }
      const name = `list page of ${page.name}`;
      figures.push(
        figure(`${name}, GraphQL, total ${kind}`, median(measured.map((each) => each.api)), 'pages/s'),
        figure(`${name}, bare Fastify and pg`, median(measured.map((each) => each.bare)), 'pages/s'),
        figure(
          `${name}, GraphQL to bare, total ${kind}`,
          median(measured.map((each) => each.api / each.bare)),
          'ratio',
          goal === undefined ? null : `>= ${goal}`,
        ),
      );
    }
    return figures;
  } finally {
    await stop();
  }
};

/** The list of every registration, and that of one event by status, whose total costs a hundredth of it. */
export const measureList = async (pool: pg.Pool, databaseUrl: string): Promise<readonly Figure[]> => [
  ...(await measurePage(pool, databaseUrl, { name: 'every registration', as: 'platform', asked: {} }, least)),
  ...(await measurePage(pool, databaseUrl, await bigEvent(pool), null)),
];

/** Pages per second of the list of 60,000 registrations, asked by some clients of a server on that folder. */
const throughputOf = async (folder: string, clients: number): Promise<number> => {
  const { api, session, stop } = await startEmbeddedApi(folder);
  try {
    const headers = { authorization: await session.bearer(), 'content-type': 'application/json', 'accept-language': 'es' };
    const target = { url: `${api}${listPath}`, method: 'POST', headers, body: listBody({}) } as const;
    await throughput(target, warmSeconds, clients);
    return await throughput(target, embeddedSeconds, clients);
  } finally {
    await stop();
  }
};

/** The same list on the embedded database: while nothing changes, against a total that is counted each time. */
export const measureEmbeddedList = (): Promise<readonly Figure[]> =>
  onCopyOfFolder(async (folder) => {
    const change = async (isCounted: boolean): Promise<void> => {
      const { pool, close } = await openDatabase({ dataDir: folder });
      await countAgain(pool, isCounted);
      await close();
    };
    await change(true);
    const counted = await throughputOf(folder, fewClients);
    await change(false);
    const kept = await throughputOf(folder, manyClients);
    const name = 'list page, embedded';
    return [
      figure(`${name}, ${fewClients} clients, total counted each time`, counted, 'pages/s'),
      figure(`${name}, ${manyClients} clients, total while nothing changes`, kept, 'pages/s', `>= ${leastEmbedded}`),
    ];
  });
