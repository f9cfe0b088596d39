/**
 * 10,000 certificates of one race are issued by a run and leave as one ZIP file, on each engine, while the memory of the server stays flat
 * and other requests go on. `ENGINES=embedded` asks for one engine, `CERTIFICATES=1000` for fewer.
 */
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import type { Database } from '../../server/database/openDatabase';
import { add, addPerson } from '../api/support/world';
import { residentMiB } from '../bench/processes';
import { startServer, type RunningServer } from '../support/startServer';
import { pdfText } from '../support/pdfText';
import { places } from './support/places';
import { siteOf, until, type Site } from './support/site';
import { prepare, say, usual } from './support/writers';

const engines = (process.env['ENGINES'] ?? 'embedded,postgres').split(','),
  many = Number(process.env['CERTIFICATES'] ?? 10_000),
  mostMoreMiB = 150,
  mostHeldMs = 1000,
  lookMs = 2000; // jobs give way to requests

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#c03f17' } })
    .png()
    .toBuffer();

const addPublished = async ({ pool }: Database, org: number): Promise<{ readonly eventid: number; readonly setid: number }> => {
  const eventid = await add.event(pool, org, 'maraton');
  const distanceid = await add.distance(pool, eventid, '42K');
  const { rows } = await pool.query(
    `insert into result_sets (eventid, distanceid, status, published_at) values ($1, $2, 'provisional', now()) returning result_setid`,
    [eventid, distanceid],
  );
  const setid = Number(rows[0].result_setid);
  await pool.query(
    `insert into results (result_setid, eventid, distanceid, number, name, gender, chip_time_ms, gun_time_ms, place_overall, place_gender, status)
       select $1, $2, $3, n, 'Atleta Número ' || n, 'F', 7200000 + n * 1000, 7210000 + n * 1000, n, n, 'finished' from generate_series(1, $4) n`,
    [setid, eventid, distanceid, many],
  );
  return { eventid, setid };
};

/** Looks at memory, and at how long somebody else waits for an answer, while work goes on. */
const watched = async <T>(server: RunningServer, site: Site, work: Promise<T>): Promise<{ result: T; mostMiB: number; heldMs: number }> => {
  let mostMiB = 0,
    heldMs = 0,
    isOver = false;
  const looks = until(async () => {
    const asked = performance.now();
    await site.get('/v2/tyr/result_sets?columns=status&_start=0&_end=5');
    heldMs = Math.max(heldMs, performance.now() - asked);
    mostMiB = Math.max(mostMiB, residentMiB(server.pid));
    return isOver ? true : undefined;
  }, lookMs);
  const result = await work.finally(() => {
    isOver = true;
  });
  await looks;
  return { result, mostMiB, heldMs };
};

const issueAll = async (site: Site, setid: number): Promise<number> => {
  const runs = '/v2/tyr/results/actions/issue_certificate/runs';
  const { runid } = await site.post(runs, { filter: { field: 'result_setid', op: 'eq', value: setid } });
  const run = await until(async () => {
    const found = await site.get(`${runs}/${runid}`);
    return found.finished ? found : undefined;
  }, lookMs);
  return Number(run.ok);
};
const download = async (site: Site, eventid: number): Promise<Buffer> => {
  const { report_jobid } = await site.post('/v2/tyr/certificates/download', {
    columns: ['serial', 'status'],
    format: 'csv',
    archive: 'certificates',
    filter: { field: 'eventid', op: 'eq', value: eventid },
  });
  await until(async () => {
    const { status, error } = await site.get(`/v2/general/report_jobs/${report_jobid}`);
    if (status === 'failed') throw new Error(JSON.stringify(error));
    return status === 'done' ? true : undefined;
  }, lookMs);
  const { url } = await site.post(`/v2/general/report_jobs/${report_jobid}/link`, {});
  return site.file(new URL(url, 'http://here').pathname + new URL(url, 'http://here').search);
};

const tryOn = async (engine: string): Promise<boolean> => {
  const place = await places[engine]!();
  try {
    const first = await place.open();
    const org = await prepare(first);
    await addPerson(first.pool, 'cronos', [{ org, profile: 'timing' }]);
    await first.pool.query(`update auth_sessions set expires = now() + interval '1 day'`);
    const { eventid, setid } = await addPublished(first, org);
    await first.close();
    const server = await startServer({ ...usual, ...place.env });
    try {
      const site = siteOf(server.url, org);
      const { templateid } = await site.post('/v2/tyr/certificate_templates', {
        eventid,
        name: 'Finalista',
        background_img: await site.upload(await picture(), 'fondo.png'),
        elements: [
          { kind: 'field', source: 'name', x: 20, y: 50, w: 200, size: 40, align: 'center', font: 'serif' },
          { kind: 'qr', x: 240, y: 170, w: 25 },
        ],
      });
      await site.post('/v2/tyr/certificate_templates/actions/publish', { ids: [templateid] });
      const issued = await watched(server, site, issueAll(site, setid));
      const before = residentMiB(server.pid),
        began = performance.now();
      const { result: zip, mostMiB, heldMs } = await watched(server, site, download(site, eventid));
      const seconds = Math.round((performance.now() - began) / 1000);
      const printed = Object.entries(unzipSync(zip)).filter(([name]) => name.endsWith('.pdf'));
      const last = printed.at(-1);
      const isRead = last !== undefined && pdfText(Buffer.from(last[1])).join('').includes('Atleta');
      const isGood = issued.result === many && printed.length === many && isRead && mostMiB - before <= mostMoreMiB && heldMs <= mostHeldMs;
      say(
        `${engine}: ${issued.result} issued, ${printed.length} in a file of ${Math.round(zip.length / 1024 / 1024)} MiB after ${seconds} s; memory ${before} MiB before, at most ${mostMiB} MiB; others waited at most ${Math.round(Math.max(heldMs, issued.heldMs))} ms${isGood ? '' : '  NOT GOOD'}`,
      );
      return isGood;
    } finally {
      await server.stop();
    }
  } finally {
    await place.remove();
  }
};

let isGood = true;
for (const engine of engines) isGood = (await tryOn(engine)) && isGood;
process.exit(isGood ? 0 : 1);
