import type pg from 'pg';
import { listBody, listPath, readAnswer, type Statement } from './capture';
import { queryCases } from './cases';
import { countAgain } from './keptTotals';
import { figure, median, p95, tell, type Figure } from './report';
import { scansTable } from './scans';
import { startServers, type AskerName, type Case, type Servers } from './servers';

/** Every connection settles for a plan after some executions, requests take turns on two and so are sent in pairs, and code that has just been loaded is not yet compiled: both servers are asked for a while before anything counts. */
const warming = { times: 16, ms: 1000 };
/** In the passes after the first there is nothing to settle, only to bring back what other cases pushed out of the caches. */
const recalling = { times: 2, ms: 100 };
/** Every case is measured once in each pass over all of them, so that a moment in which the machine does something else meets one pass of a case and not all. */
const passes = 3,
  fewest = 8,
  mostSamples = 200,
  patienceMs = 1000,
  most = 2,
  /** For a page; a total above 10,000 may follow it. */
  mostPageMs = 150;

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

/** The p95 of a page whose total follows by itself. */
const pageAlone = async ({ api, sessions }: Servers, { as, asked }: Case): Promise<number> => {
  const headers = { authorization: await sessions[as].bearer(), 'content-type': 'application/json' };
  const page = () => fetched(`${api}${listPath}`, { method: 'POST', body: listBody(asked, false), headers });
  for (let times = 0; times < recalling.times * 2; times += 1) await Promise.all([page(), page()]);
  const taken: number[] = [];
  const began = performance.now();
  while (taken.length < fewest || (taken.length < mostSamples && performance.now() - began < patienceMs)) taken.push(await timed(page));
  return p95(taken);
};

interface Sample {
  readonly api: number;
  readonly bare: number;
}
interface Measured extends Sample {
  readonly total: number;
}
/** Asks both servers in turns, so that whatever else the machine does meets both alike; answers the p95 of each. */
const compare = async ({ api, bare, sessions }: Servers, key: string, { as, asked }: Case, before: typeof warming): Promise<Measured> => {
  const init = {
    method: 'POST',
    body: listBody(asked),
    headers: { authorization: await sessions[as].bearer(), 'content-type': 'application/json' },
  };
  const ours = () => fetched(`${api}${listPath}`, init);
  const theirs = () => fetched(`${bare}/${key}`);
  const { total } = readAnswer(await ours());
  const check = (JSON.parse(await theirs()) as { readonly total: number }).total;
  if (check !== total) throw new Error(`${key}: ${total} rows through the API, ${check} without it`);
  const warmed = performance.now();
  for (let times = 0; times < before.times || performance.now() - warmed < before.ms; times += 1) {
    await Promise.all([ours(), ours()]);
    await Promise.all([theirs(), theirs()]);
  }
  const began = performance.now();
  const taken: Sample[] = [];
  while (taken.length < fewest || (taken.length < mostSamples && performance.now() - began < patienceMs))
    taken.push({ api: await timed(ours), bare: await timed(theirs) });
  return { total, api: p95(taken.map((each) => each.api)), bare: p95(taken.map((each) => each.bare)) };
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
  const measured = new Map([...cases.keys()].map((key): [string, Measured[]] => [key, []]));
  const figures: Figure[] = [],
    scanning: string[] = [];
  try {
    await countAgain(pool, true);
    for (let pass = 1; pass <= passes; pass += 1) {
      tell(`queries: pass ${pass} of ${passes}`);
      for (const [key, each] of cases) measured.get(key)!.push(await compare(servers, key, each, pass === 1 ? warming : recalling));
    }
    for (const [key, each] of cases) {
      if ((await countScans(pool, servers.statements.get(key)!, each.as)) > 0) scanning.push(each.name);
      const seen = measured.get(key)!;
      const api = median(seen.map((some) => some.api)),
        bare = median(seen.map((some) => some.bare)),
        ratios = seen.map((some) => some.api / some.bare),
        ratio = median(ratios);
      if (api > mostPageMs) figures.push(figure(`${each.name}: page alone, p95`, await pageAlone(servers, each), 'ms', `<= ${mostPageMs}`));
      figures.push(figure(`${each.name}: p95`, api, 'ms'), figure(`${each.name}: p95 to bare`, ratio, 'ratio', `<= ${most}`));
      tell(
        `${each.name}: ${seen[0]!.total} rows, ${api.toFixed(1)} against ${bare.toFixed(1)} ms, ${ratio.toFixed(2)} (${ratios.map((some) => some.toFixed(2)).join(', ')})${scanning.at(-1) === each.name ? ', scans the table' : ''}`,
      );
    }
  } finally {
    await countAgain(pool, false);
    await servers.stop();
  }
  return [
    ...figures,
    figure(`lists that scan the table${scanning.length > 0 ? ` (${scanning.join('; ')})` : ''}`, scanning.length, 'lists', '<= 0'),
  ];
};
