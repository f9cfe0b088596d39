import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../server/features/downloads/sweepFiles';
import { eventually } from '../support/eventually';
import { longer } from '../support/limits';
import { addMany, openDownloads, type Downloads } from './support/downloadWorld';
import { addPerson } from './support/world';

const url = '/v2/inscription/inscriptions/download',
  jobs = '/v2/general/report_jobs';
const columns = ['folio', 'last_name', 'status', 'paid_cents'];
const many = 5200;
let site: Downloads;
beforeAll(async () => {
  site = await openDownloads();
  await addMany(site.world, site.eventid, site.distanceid, many);
}, longer.timeout);
afterEach(() => site.rest());
afterAll(() => site.close());

const hurry = { batchMs: 20, portionMs: 0 };
/** Portions end as soon as they have begun. */
const hasty = { manners: { polite: hurry, alone: hurry } };
const askFor = async (who: string, body: object = {}): Promise<number> => {
  const answer = await site.as(who).post(url, { columns, format: 'csv', sort: ['folio'], ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.report_jobid;
};
const one = async (text: string, ...values: unknown[]): Promise<any> => (await site.world.pool.query(text, values)).rows[0];
const linesOf = (data: Buffer): readonly string[] => data.toString('utf8').trimEnd().split('\n');

describe('a list that is too long to wait for', () => {
  test('is made by the worker, and its person saves it, whole or in parts', longer, async () => {
    const id = await askFor('olga');
    expect(await site.reportOf(id)).toMatchObject({ status: 'queued', type: 'custom', format: 'csv', total: many, masked: false });
    expect((await site.as('olga').post(`${jobs}/${id}/link`)).body).toMatchObject({ code: 'DOWNLOAD_NOT_READY' });
    site.work();
    const report = await site.until(id, 'done');
    expect(report).toMatchObject({ rows: many, progress: 100, error: null });
    const { status, headers, data } = await site.fetchFile(site.as('olga'), id);
    expect(status).toBe(200);
    expect(data).toHaveLength(report.size_bytes);
    expect(createHash('sha256').update(data).digest('hex')).toBe(report.sha256);
    expect(headers['etag']).toBe(`"${report.sha256}"`);
    const lines = linesOf(data);
    expect(lines).toHaveLength(many + 1);
    expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(many);
    const part = await site.fetchFile(site.as('olga'), id, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${data.length}`);
    expect(part.data.equals(data.subarray(100, 200))).toBe(true);
    expect((await site.reportOf(id)).downloads).toHaveLength(1);
  });

  test('is the same, byte by byte, as what comes at once', longer, async () => {
    const search = 'Número 77';
    const request = { columns, format: 'csv', sort: ['folio'], search };
    const small = await site.save(site.as('olga'), url, request);
    expect(small.status).toBe(200);
    await site.world.pool.query(`update report_asks set asked = jsonb_set(asked, '{search}', to_jsonb($1::text)) where report_jobid = $2`, [
      search,
      await askFor('olga'),
    ]);
    const { report_jobid: id } = await one('select max(report_jobid) as report_jobid from report_jobs');
    site.work();
    await site.until(id, 'done');
    expect((await site.fetchFile(site.as('olga'), id)).data.equals(small.data)).toBe(true);
  });

  test('ends when its person cancels it, and its bytes go at night', longer, async () => {
    const id = await askFor('olga');
    site.work(hasty);
    await eventually(async () => expect(['running', 'done']).toContain((await site.reportOf(id)).status), 15_000);
    const cancelled = await site.as('olga').post(`${jobs}/${id}/cancel`);
    if (cancelled.status === 200) {
      await eventually(async () =>
        expect(await one(`select status from jobs where job_key = $1`, `downloads:${id}`)).toEqual({ status: 'done' }),
      );
      expect((await site.reportOf(id)).status).toBe('cancelled');
    } else await site.world.pool.query(`update report_jobs set status = 'cancelled' where report_jobid = $1`, [id]);
    expect((await site.fetchFile(site.as('olga'), id)).status).toBe(409);
    await sweepFiles(site.world.pool, site.storages);
    expect(await one('select count(*)::int as count from report_files where report_jobid = $1', id)).toEqual({ count: 0 });
    expect(
      (
        await one(
          `select count(*)::int as count from stored_pieces p where not exists (select from report_files f where f.file_key = p.object_key)`,
        )
      ).count,
    ).toBe(0);
  });

  test('that expired is gone, and can be asked for again', longer, async () => {
    const id = await askFor('olga');
    site.work();
    await site.until(id, 'done');
    await site.world.pool.query(`update report_jobs set expires_at = now() - interval '1 second' where report_jobid = $1`, [id]);
    expect((await site.fetchFile(site.as('olga'), id)).link.body).toMatchObject({ code: 'DOWNLOAD_EXPIRED' });
    await sweepFiles(site.world.pool, site.storages);
    expect((await site.reportOf(id)).status).toBe('expired');
    const again = await site.as('olga').post(`${jobs}/${id}/again`);
    expect(again.body.result).toEqual({ report_jobid: expect.any(Number) });
    expect(await site.until(again.body.result.report_jobid, 'done')).toMatchObject({ rows: many });
  });

  test('ends with the reason when the key is taken away', longer, async () => {
    await addPerson(site.world.pool, 'omar', [{ org: site.org, profile: 'super-admin' }]);
    const id = await askFor('omar');
    await site.world.pool.query(
      `update memberships set status = 'revoked' where userid = (select userid from users where asdeporteid = 'omar')`,
    );
    site.work();
    expect((await site.until(id, 'failed')).error).toMatch(/permiso/i);
  });
});

describe('what a process leaves half written', () => {
  test('is begun again by another one, and every row is there once', longer, async () => {
    const id = await askFor('olga');
    const first = site.work({ ...hasty, name: 'first' });
    await eventually(async () => expect((await site.reportOf(id)).status).not.toBe('queued'), 15_000);
    await first.stop();
    site.work({ name: 'second' });
    await site.until(id, 'done');
    const lines = linesOf((await site.fetchFile(site.as('olga'), id)).data);
    expect(lines).toHaveLength(many + 1);
    expect(new Set(lines).size).toBe(many + 1);
  });
});

describe('a file that is shared', () => {
  test('is given to those alone who would get the same', longer, async () => {
    const id = await askFor('olga', { columns: [...columns, 'email'] });
    site.work();
    await site.until(id, 'done');
    const statusOf = async (who: string): Promise<readonly [number, string]> => {
      const { status, body } = await site.as(who).post(`${jobs}/${id}/link`);
      return [status, status === 200 ? 'file' : body.code];
    };
    for (const who of ['berta', 'cata', 'dora']) expect(await statusOf(who), who).toEqual([404, 'NOT_FOUND']);
    expect((await site.as('berta').post(`${jobs}/${id}/share`)).status).toBe(404);
    expect((await site.as('olga').post(`${jobs}/${id}/share`)).status).toBe(200);
    expect(await statusOf('berta')).toEqual([200, 'file']);
    expect(await statusOf('cata')).toEqual([403, 'DOWNLOAD_SEES_LESS']);
    expect(await statusOf('dora')).toEqual([403, 'FORBIDDEN']);
    expect(await statusOf('nora')).toEqual([404, 'NOT_FOUND']);
    for (const verb of ['cancel', 'again', 'unshare'])
      expect((await site.as('berta').post(`${jobs}/${id}/${verb}`)).status, verb).toBe(403);
    expect((await site.as('olga').post(`${jobs}/${id}/unshare`)).status).toBe(200);
    expect(await statusOf('berta')).toEqual([404, 'NOT_FOUND']);
  });

  test('opens by no address that was made up', async () => {
    const id = await askFor('olga');
    site.work();
    await site.until(id, 'done');
    const { url: address } = (await site.as('olga').post(`${jobs}/${id}/link`)).body;
    const [ticket = '', mark = ''] = address.split('/').at(-1).split('.');
    const [report, person, org, until] = ticket.split('-');
    for (const forged of [
      `${report}-${person}-${org}-${Number(until) + 1}.${mark}`,
      `${Number(report) + 1}-${person}-${org}-${until}.${mark}`,
      `${ticket}.${mark.slice(1)}`,
      'x',
    ])
      expect((await site.world.app.inject({ method: 'GET', url: `/v2/general/report_files/${forged}` })).statusCode).toBe(404);
  });
});

test(
  'more rows than a format holds are refused in words before anything begins',
  async () => {
    await addMany(site.world, site.eventid, site.distanceid, 5000, many);
    const { status, body } = await site.as('olga').post(url, { columns, format: 'pdf' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'DOWNLOAD_TOO_MANY_ROWS',
      message: expect.stringMatching(/10,?200 filas y un archivo PDF tiene 10,?000/),
    });
  },
  longer.timeout,
);
