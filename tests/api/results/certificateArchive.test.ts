import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import { openDownloads, type Downloads } from '../support/downloadWorld';
import { add, addPerson } from '../support/world';

let site: Downloads, setid: number, templateid: number;
const finishers = 30;
const query = async (text: string, values: readonly unknown[] = []): Promise<readonly any[]> =>
  (await site.world.pool.query(text, [...values])).rows;

/** Published results of an event, and a template with a picture that was uploaded here. */
const addResults = async (eventid: number, distanceid: number, names: readonly string[]): Promise<number> => {
  const [{ id }] = await query(
    `insert into result_sets (eventid, distanceid, status, published_at) values ($1, $2, 'provisional', now()) returning result_setid as id`,
    [eventid, distanceid],
  );
  await query(
    `insert into results (result_setid, eventid, distanceid, number, name, gender, chip_time_ms, gun_time_ms, place_overall, place_gender, status)
       select $1, $2, $3, 1000 + n, name, 'F', 2400000 + n * 1000, 2400000 + n * 1000, n, n, 'finished' from unnest($4::text[]) with ordinality as p(name, n)`,
    [id, eventid, distanceid, names],
  );
  return id;
};
beforeAll(async () => {
  site = await openDownloads();
  const { pool } = site.world;
  await addPerson(pool, 'cronos', [{ org: site.org, profile: 'timing' }]);
  const names = Array.from({ length: finishers }, (_, at) => (at < 2 ? 'Ana/García: "Pez"' : `Corredora ${at}`));
  setid = await addResults(site.eventid, site.distanceid, names);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03f17' } })
    .png()
    .toBuffer();
  await site.storages.taking.put({ key: 'fondo.png', mime: 'image/png', data: picture });
  await query(`insert into uploads (uploadid, storage, name, mime, bytes) values ('fondo.png', 'local', 'fondo.png', 'image/png', $1)`, [
    picture.length,
  ]);
  const made = await site.as('olga').post('/v2/tyr/certificate_templates', {
    eventid: site.eventid,
    name: 'Finalista',
    background_img: 'https://host.test/api/upload/fondo.png',
    elements: [{ kind: 'field', source: 'name', x: 20, y: 50, w: 200, size: 40, align: 'center', font: 'serif' }],
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  templateid = made.body.templateid;
  await site.as('olga').post('/v2/tyr/certificate_templates/actions/publish', { ids: [templateid] });
  const rows = await query('select resultid from results where result_setid = $1', [setid]);
  const issued = await site.as('olga').post('/v2/tyr/results/actions/issue_certificate', { ids: rows.map(({ resultid }) => resultid) });
  if (issued.body.ok !== finishers) throw new Error(JSON.stringify(issued.body));
}, longer.timeout);
afterEach(() => site.rest());
afterAll(() => site.close());

const ask = (who: string, resource: 'certificates' | 'results', filter: unknown = null, more: object = {}) =>
  site.as(who).post(`/v2/tyr/${resource}/download`, {
    columns: resource === 'results' ? ['number', 'name'] : ['serial', 'status'],
    format: 'csv',
    archive: 'certificates',
    filter,
    ...more,
  });
const filesOf = async (who: string, id: number) => {
  const { status, headers, data } = await site.fetchFile(site.as(who), id);
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const { 'certificados.csv': table, ...printed } = unzipSync(data);
  return {
    lines: Buffer.from(table ?? [])
      .toString('utf8')
      .trimEnd()
      .split('\n'),
    printed,
  };
};

describe('certificates in one ZIP file', () => {
  test('are drawn one at a time by the worker, each under its number and its name', longer, async () => {
    const answer = await ask('olga', 'certificates', { field: 'eventid', op: 'eq', value: site.eventid });
    expect(answer.status).toBe(202);
    const id = answer.body.report_jobid;
    const hurry = { batchMs: 20, portionMs: 0 };
    site.work({ manners: { polite: hurry, alone: hurry } });
    expect(await site.until(id, 'done')).toMatchObject({ rows: finishers, progress: 100, name: 'Certificados en PDF (ZIP)' });
    const [{ portions }] = await query(`select portions from jobs where job_key = $1`, [`downloads:${id}`]);
    expect(portions).toBeGreaterThan(5);
    const { lines, printed } = await filesOf('olga', id);
    expect(lines).toHaveLength(finishers + 1);
    expect(Object.keys(printed)).toHaveLength(finishers);
    expect(Object.keys(printed)).toEqual(expect.arrayContaining(['pdf/1001 Ana García Pez.pdf', 'pdf/1003 Corredora 2.pdf']));
    for (const content of Object.values(printed)) {
      const pdf = Buffer.from(content).toString('latin1');
      expect(pdf.startsWith('%PDF-')).toBe(true);
      expect(pdf, 'with the picture of the template').toContain('/Subtype /Image');
    }
  });

  test('of chosen results, each as it holds after a correction, and without those that were revoked', longer, async () => {
    const chosen = await query('select resultid from results where number in (1003, 1004, 1005)');
    await query(`update results set name = 'Corregida' where number = 1003`);
    const [{ certificateid }] = await query('select certificateid from certificates where resultid = $1', [chosen[1].resultid]);
    await site.as('olga').post('/v2/tyr/certificates/actions/revoke', { ids: [certificateid], input: { reason: 'Error' } });
    const answer = await ask('olga', 'results', { field: 'resultid', op: 'in', value: chosen.map(({ resultid }) => resultid) });
    expect(answer.status).toBe(202);
    site.work();
    await site.until(answer.body.report_jobid, 'done');
    const { printed } = await filesOf('olga', answer.body.report_jobid);
    expect(Object.keys(printed).sort()).toEqual(['pdf/1003 Corregida.pdf', 'pdf/1005 Corredora 4.pdf']);
  });

  test('are refused to people who do not read certificates, and for lists that lead to none', async () => {
    expect((await ask('dora', 'certificates')).status).toBe(403);
    const other = await site.as('olga').post('/v2/event/events/download', { columns: ['name'], format: 'csv', archive: 'certificates' });
    expect([other.status, other.body.errors?.[0]?.path]).toEqual([400, 'archive']);
    const { status } = await site
      .as('olga')
      .post('/v2/tyr/certificates/download', { columns: ['serial'], format: 'csv', archive: 'waivers' });
    expect(status).toBe(400);
  });

  test('hold no certificate of another organization', longer, async () => {
    const { pool } = site.world;
    const foreign = await add.event(pool, await add.organization(pool, 'Ajena'), 'ajeno');
    await addResults(foreign, await add.distance(pool, foreign, '5K'), ['Ajena']);
    const [{ resultid }] = await query(`select resultid from results where name = 'Ajena'`);
    const answer = await ask('olga', 'results', { field: 'resultid', op: 'eq', value: resultid });
    expect((await site.reportOf(answer.body.report_jobid)).total).toBe(0);
  });

  test('are ten thousand at most', longer, async () => {
    await query(
      `with more as (insert into results (result_setid, eventid, distanceid, name, gender, status) select $1, $2, $3, 'M' || n, 'F', 'finished' from generate_series(1, 10001) n returning resultid)
       insert into certificates (templateid, eventid, resultid, serial, sha256, url, generated_at)
         select $4, $2, resultid, 'V' || resultid, repeat('a', 64), 'https://host.test', now() from more`,
      [setid, site.eventid, site.distanceid, templateid],
    );
    const answer = await ask('olga', 'certificates');
    expect(answer).toMatchObject({ status: 400, body: { code: 'DOWNLOAD_TOO_MANY_ROWS' } });
  });
});
