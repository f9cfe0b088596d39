import type pg from 'pg';
import type { Filter } from '@/schema';
import { listBody, listPath, readAnswer } from './capture';
import { throughput } from './load';
import { figure, median, tell, type Figure } from './report';
import { askers, startServers, type Case } from './servers';

const rounds = 7,
  roundSeconds = 3,
  warmSeconds = 3,
  least = 0.4,
  usualSize = 30_000;

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

/** Pages per second of the list of one event by status, against a bare server with the same statements: both take turns, and the middle of the ratios counts. */
export const measureList = async (pool: pg.Pool, databaseUrl: string): Promise<readonly Figure[]> => {
  const page = await bigEvent(pool);
  const { api, bare, sessions, stop } = await startServers(databaseUrl, new Map([['page', page]]));
  try {
    const body = listBody(page.asked);
    const headers = async () => ({
      authorization: await sessions.tenant.bearer(),
      'content-type': 'application/json',
      'accept-language': 'es',
    });
    const { items, total } = readAnswer(
      await (await fetch(`${api}${listPath}`, { method: 'POST', headers: await headers(), body })).text(),
    );
    const same = (await (await fetch(`${bare}/page`)).json()) as { readonly items: readonly unknown[]; readonly total: number };
    if (same.items.length !== items.length || same.total !== total)
      throw new Error(`the servers disagree: ${items.length} of ${total}, ${same.items.length} of ${same.total}`);
    tell(`list: ${items.length} rows of ${total}`);

    const ours = async (seconds: number) =>
      throughput({ url: `${api}${listPath}`, method: 'POST', headers: await headers(), body }, seconds);
    const theirs = (seconds: number) => throughput({ url: `${bare}/page` }, seconds);
    await ours(warmSeconds);
    await theirs(warmSeconds);
    const measured: { readonly api: number; readonly bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await ours(roundSeconds) : await theirs(roundSeconds);
      const second = round % 2 === 0 ? await theirs(roundSeconds) : await ours(roundSeconds);
      measured.push(round % 2 === 0 ? { api: first, bare: second } : { api: second, bare: first });
      tell(`list: round ${round + 1}, ${Math.round(measured[round]!.api)} against ${Math.round(measured[round]!.bare)} pages per second`);
    }
    return [
      figure('list page, GraphQL', median(measured.map((each) => each.api)), 'pages/s'),
      figure('list page, bare Fastify and pg', median(measured.map((each) => each.bare)), 'pages/s'),
      figure('list page, GraphQL to bare', median(measured.map((each) => each.api / each.bare)), 'ratio', `>= ${least}`),
    ];
  } finally {
    await stop();
  }
};
