import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/database/openDatabase';
import { benchDatabase } from './database';
import { throughput } from './load';
import { freePort, start } from './processes';
import { figure, median, tell, type Figure } from './report';
import { startApi } from './servers';

const demoRows = 60_000,
  rounds = 5,
  roundSeconds = 3,
  least = 0.3,
  mostFirstLoadKib = 60,
  kib = 1024;
const fileServer = fileURLToPath(new URL('fileServer.ts', import.meta.url));
const compressed = { 'accept-encoding': 'br' } as const;

/** The published results with the most finishers. */
const biggestResults = async (databaseUrl: string): Promise<string> => {
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 1 });
  try {
    const {
      rows: [found],
    } = await pool.query<{ slug: string; distanceid: number }>(
      `select e.slug, s.distanceid from result_sets s join events e using (eventid) join results r using (result_setid)
        where s.status in ('provisional', 'official') and s.deleted_at is null and r.deleted_at is null and e.published_at is not null group by 1, 2 order by count(*) desc limit 1`,
    );
    if (!found) throw new Error('no event of the demo data has published results');
    return `/e/${found.slug}/results?distance=${found.distanceid}&lang=es`;
  } finally {
    await close();
  }
};
/** The bytes of an answer as they come over the wire. */
const bytesAt = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    })
      .on('error', reject)
      .end();
  });

interface Compared {
  readonly page: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** Pages per second of both, which take turns so that what else the machine does meets both. */
const takeTurns = async (name: string, { page, file, headers }: Compared): Promise<readonly Figure[]> => {
  const rate = (url: string, seconds: number): Promise<number> => throughput({ url, headers }, seconds);
  for (const url of [page, file]) await rate(url, 2); // warm
  const measured: { readonly page: number; readonly file: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isOurs = round % 2 === 0;
    const first = await rate(isOurs ? page : file, roundSeconds),
      second = await rate(isOurs ? file : page, roundSeconds);
    measured.push(isOurs ? { page: first, file: second } : { page: second, file: first });
    const last = measured.at(-1)!;
    tell(`site, ${name}: round ${round + 1}, ${Math.round(last.page)} pages against ${Math.round(last.file)} files a second`);
  }
  return [
    figure(`results page, ${name}`, median(measured.map((each) => each.page)), 'pages/s'),
    figure(`static file of the same bytes, ${name}`, median(measured.map((each) => each.file)), 'files/s'),
    figure(`results page to a static file, ${name}`, median(measured.map((each) => each.page / each.file)), 'ratio', `>= ${least}`),
  ];
};

/** A page of published results against a static file of the same bytes, plain and compressed; and what a phone loads first. */
export const measureSite = async (): Promise<readonly Figure[]> => {
  const databaseUrl = await benchDatabase(demoRows, false);
  const path = await biggestResults(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-bench-'));
  const { api, stop } = await startApi(databaseUrl);
  try {
    const page = `${api}${path}`;
    const [plain, small] = [await bytesAt(page), await bytesAt(page, compressed)];
    writeFileSync(join(folder, 'page.html'), plain);
    writeFileSync(join(folder, 'page.html.br'), small);
    const style = /rel="stylesheet" href="([^"]+)"/.exec(plain.toString('utf8'))?.[1] ?? '';
    const styles = await bytesAt(`${api}${style}`, compressed);
    const port = String(await freePort());
    const files = await start(fileServer, { PORT: port, FOLDER: folder }, 'ready');
    const file = `http://127.0.0.1:${port}/page.html`;
    try {
      if (!(await bytesAt(file, compressed)).equals(small)) throw new Error('the servers disagree');
      return [
        ...(await takeTurns('plain', { page, file, headers: {} })),
        ...(await takeTurns('compressed', { page, file, headers: compressed })),
        figure('results page, as a phone loads it first', (small.length + styles.length) / kib, 'KiB', `<= ${mostFirstLoadKib}`),
        figure('the same without compression', (plain.length + Buffer.byteLength(await bytesAt(`${api}${style}`))) / kib, 'KiB'),
      ];
    } finally {
      await files.stop();
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
