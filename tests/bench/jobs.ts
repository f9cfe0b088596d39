import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { actionLimits } from '@/schema/actionLimits';
import { openDatabase } from '../../server/database/openDatabase';
import { benchDatabase, withCopy } from './database';
import { works, type Ready, type Row, type Send, type Work } from './longWork';
import { benchFolder } from './embeddedFolder';
import { figure, median, p95, tell, type Figure } from './report';
import { startApi, startEmbeddedApi, type Api } from './servers';

/** How long the lists of the databases are at most. */
const mostInscriptions = actionLimits.rehearsal;
const looksAtRest = 120,
  thinkMs = 30,
  rounds = 3;
const mostSlower = 2,
  mostMoreMs = 100,
  mostMoreMiB = 150;

const sendTo =
  ({ api, session }: Api): Send =>
  async (path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${api}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: await session.bearer(), ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
    return response.json();
  };

const page = '/v2/inscription/inscriptions?_start=0&_end=25&_sort=created&_order=DESC';
/** Opens the first page of a list again and again until it is over, as somebody who works, and answers how long each time took. */
const look = async (send: Send, isOver: (looks: number) => Promise<boolean> | boolean): Promise<readonly number[]> => {
  const taken: number[] = [];
  while (!(await isOver(taken.length))) {
    const began = performance.now();
    await send(page);
    taken.push(performance.now() - began);
    await pause(thinkMs);
  }
  return taken;
};

/** Nobody waits for the server meanwhile: the end is seen in the database. Answers how long it took by its own row. */
const untilOver = async (pool: pg.Pool, { table, key, id, begun = 'created' }: Row): Promise<number> => {
  for (;;) {
    const { rows } = await pool.query<{ ms: number | null }>(
      `select extract(epoch from finished_at - ${begun})::float8 * 1000 as ms from ${table} where ${key} = $1`,
      [id],
    );
    const ms = rows[0]?.ms ?? null;
    if (ms !== null) return ms;
    await pause(thinkMs);
  }
};
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Work alone on the server against bare SQL, and how much memory it takes. */
const measureSpeed = async ({ rows, ...work }: Work, api: Api, pool: pg.Pool): Promise<readonly Figure[]> => {
  const ours: number[] = [],
    theirs: number[] = [];
  let rest = 0,
    most = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const ready = await work.prepare(pool, `medida-${round}`, rows);
    theirs.push(await timed(() => ready.bare(pool)));
    rest = rest || api.memory();
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, api.memory());
        await pause(thinkMs);
      }
    })();
    ours.push(await untilOver(pool, await ready.begin(sendTo(api))));
    over.abort();
    await watching;
    await ready.check(pool);
    tell(`jobs: ${work.name}, round ${round}: ${Math.round(ours.at(-1)!)} against ${Math.round(theirs.at(-1)!)} ms`);
  }
  const [times, speed] = [median(ours.map((each, at) => each / theirs[at]!)), median(ours.map((each, at) => theirs[at]! / each))];
  const name = `${work.name} over ${rows} rows`;
  return [
    figure(`${name}`, median(ours), 'ms'),
    figure(`${name}, bare SQL`, median(theirs), 'ms'),
    'times' in work.goal
      ? figure(`${name}, time to bare SQL`, times, 'ratio', work.goal.times)
      : figure(`${name}, speed to bare SQL`, speed, 'ratio', work.goal.speed),
    figure(`${name}, server memory more than before`, most - rest, 'MiB', `<= ${mostMoreMiB}`),
  ];
};

/** How long a list takes while work goes on, against a server with nothing else to do. */
const measureManners = async (engine: string, work: Work, api: Api, ready: Ready): Promise<readonly Figure[]> => {
  const send = sendTo(api);
  await look(send, (looks) => looks >= looksAtRest / 4);
  const rest = p95(await look(send, (looks) => looks >= looksAtRest));
  const row = await ready.begin(send);
  const during = await look(send, async (looks) => looks % 5 === 4 && row.isOver(await send(row.path)));
  const busy = p95(during);
  tell(
    `jobs: ${work.name}, ${engine}: a list takes ${rest.toFixed(1)} ms at rest and ${busy.toFixed(1)} ms meanwhile (p95 of ${during.length}), at most ${Math.max(...during).toFixed(1)} ms`,
  );
  const name = `a list during ${work.name}, ${engine}: p95`;
  return engine === 'embedded'
    ? [figure(name, busy, 'ms'), figure(`${name}, more than at rest`, busy - rest, 'ms', `<= ${mostMoreMs}`)]
    : [figure(name, busy, 'ms'), figure(`${name} to that at rest`, busy / rest, 'ratio', `<= ${mostSlower}`)];
};

const onPostgres = async (works: readonly Work[], databaseUrl: string): Promise<readonly Figure[]> => {
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 2 });
  const api = await startApi(databaseUrl);
  try {
    const figures: Figure[] = [];
    for (const work of works) {
      figures.push(...(await measureSpeed(work, api, pool)));
      figures.push(...(await measureManners('PostgreSQL', work, api, await work.prepare(pool, 'modales', work.rows))));
    }
    return figures;
  } finally {
    await api.stop();
    await close();
  }
};

const onEmbedded = async (work: Work, inscriptions: number): Promise<readonly Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-jobs-'));
  try {
    cpSync(await benchFolder(inscriptions), folder, { recursive: true });
    const { pool, close } = await openDatabase({ dataDir: folder });
    const ready = await work.prepare(pool, 'modales', work.rows);
    await close();
    const api = await startEmbeddedApi(folder);
    try {
      const rest = api.memory();
      const figures = await measureManners('embedded', work, api, ready);
      return [...figures, figure(`${work.name}, embedded: memory more than at the start`, api.memory() - rest, 'MiB')];
    } finally {
      await api.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Long work against the bare SQL of what it writes, and what others feel of it, on either engine. */
export const measureJobs = async (asked: number, match: string): Promise<readonly Figure[]> => {
  const inscriptions = Math.min(asked, mostInscriptions);
  const some = works
    .filter(({ name }) => name.includes(match))
    .map((work) => ({ ...work, rows: Math.min(work.rows, Math.floor(inscriptions / 5)) })); // there are fewer athletes than registrations
  const figures = [...(await withCopy(await benchDatabase(inscriptions, false), (url) => onPostgres(some, url)))];
  for (const work of some) figures.push(...(await onEmbedded(work, inscriptions)));
  return figures;
};
