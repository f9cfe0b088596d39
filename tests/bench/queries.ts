import type pg from 'pg';
import { listBody, listPath, readAnswer, type Statement } from './capture';
import { queryCases } from './cases';
import { figure, median, p95, tell, type Figure } from './report';
import { scansTable } from './scans';
import { startServers, type AskerName, type Case, type Servers } from './servers';

/** Every connection settles for a plan after some executions, requests take turns on two, and code that has just been loaded is not yet compiled: both servers are asked for a while before anything counts. */
const warmups = 16, warmMs = 1000, fewest = 24, mostSamples = 600, patienceMs = 3000, most = 2, groups = 3;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const fetched = async (url: string, init?: RequestInit): Promise<string> => {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
};

interface Compared { readonly api: number; readonly bare: number; readonly ratio: number; readonly total: number }
/** Asks both servers in turns, so that whatever else the machine does meets both alike; of three p95 the middle one counts. */
const compare = async ({ api, bare, sessions }: Servers, key: string, { as, asked }: Case): Promise<Compared> => {
  const init = { method: 'POST', body: listBody(asked), headers: { authorization: await sessions[as].bearer(), 'content-type': 'application/json' } };
  const ours = () => fetched(`${api}${listPath}`, init);
  const theirs = () => fetched(`${bare}/${key}`);
  const { total } = readAnswer(await ours());
  const check = (JSON.parse(await theirs()) as { readonly total: number }).total;
  if (check !== total) throw new Error(`${key}: ${total} rows through the API, ${check} without it`);
  const warming = performance.now();
  for (let times = 0; times < warmups || performance.now() - warming < warmMs; times += 1) { await ours(); await theirs(); }
  const began = performance.now();
  const taken: { api: number; bare: number }[] = [];
  while (taken.length < fewest || (taken.length < mostSamples && performance.now() - began < patienceMs)) taken.push({ api: await timed(ours), bare: await timed(theirs) });
  const grouped = Array.from({ length: groups }, (_, group) => taken.filter((_each, at) => at % groups === group)).map((some) => ({ api: p95(some.map((each) => each.api)), bare: p95(some.map((each) => each.bare)) }));
  return { total, api: median(grouped.map((each) => each.api)), bare: median(grouped.map((each) => each.bare)), ratio: median(grouped.map((each) => each.api / each.bare)) };
};

const countScans = async (pool: pg.Pool, statements: readonly Statement[], as: AskerName): Promise<number> => {
  const client = await pool.connect();
  try {
    const found = [];
    for (const statement of statements) found.push(await scansTable(client, statement, as));
    return found.filter(Boolean).length;
  } finally {
    client.release();
  }
};

/** Each declared filter and sort, and searches: p95 through the API relative to the same two statements without it, and which of them read the whole table. */
export const measureQueries = async (pool: pg.Pool, databaseUrl: string, match: string): Promise<readonly Figure[]> => {
  const cases = new Map((await queryCases(pool)).filter(({ name }) => name.includes(match)).map((each, at) => [`q${at}`, each]));
  const servers = await startServers(databaseUrl, cases);
  const figures: Figure[] = [], scanning: string[] = [];
  try {
    for (const [key, each] of cases) {
      const { api, bare, ratio, total } = await compare(servers, key, each);
      if ((await countScans(pool, servers.statements.get(key)!, each.as)) > 0) scanning.push(each.name);
      figures.push(figure(`${each.name}: p95`, api, 'ms'), figure(`${each.name}: p95 to bare`, ratio, 'ratio', `<= ${most}`));
      tell(`${each.name}: ${total} rows, ${api.toFixed(1)} against ${bare.toFixed(1)} ms, ${ratio.toFixed(2)}${scanning.at(-1) === each.name ? ', scans the table' : ''}`);
    }
  } finally {
    await servers.stop();
  }
  return [...figures, figure(`lists that scan the table${scanning.length > 0 ? ` (${scanning.join('; ')})` : ''}`, scanning.length, 'lists', '<= 0')];
};
