import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { longer } from '../../support/limits';
import { addMany, openDownloads, type Downloads } from '../support/downloadWorld';
import { add } from '../support/world';

const count = 40;
let site: Downloads, waiver: number, foreign: number;
const ask = (who: string, eventid = site.eventid, language = 'es') =>
  site.as(who, language).post('/v2/event/exonerations/actions/evidence', { input: { eventid } });
beforeAll(async () => {
  site = await openDownloads();
  const { pool } = site.world;
  await addMany(site.world, site.eventid, site.distanceid, count);
  const made = await site.as('olga').post('/v2/event/exonerations', {
    eventid: site.eventid,
    title: 'Carta responsiva',
    body_html: { es: '<p>Asumo los riesgos.</p>' },
  });
  waiver = made.body.exonerationid;
  await site.as('olga').post(`/v2/event/exonerations/${waiver}/activate`, {});
  await pool.query(
    `insert into exoneration_signatures (exonerationid, inscriptionid, eventid, organizationid, signer_name, revision, channel, status, signed_at, ip, user_agent)
       select $1, inscriptionid, eventid, $2, 'Firma de ' || folio, 1, 'web', case when inscriptionid % 10 = 0 then 'revoked' else 'signed' end, now(), '203.0.113.7', 'Teléfono' from inscriptions where eventid = $3`,
    [waiver, site.org, site.eventid],
  );
  foreign = await add.event(pool, await add.organization(pool, 'Ajena'), 'ajeno');
}, longer.timeout);
afterEach(() => site.rest());
afterAll(() => site.close());

const numberOf = async (status: string): Promise<number> =>
  (await site.world.pool.query('select count(*)::int as found from exoneration_signatures where status = $1', [status])).rows[0].found;

describe('the evidence of waivers of an event', () => {
  test('is a ZIP file with a table of all signatures and every valid text, made in portions by the worker', longer, async () => {
    const answer = await ask('olga');
    expect(answer).toMatchObject({ status: 200, body: { ok: 1, result: { report_jobid: expect.any(Number) } } });
    const id = answer.body.result.report_jobid;
    expect(await site.reportOf(id)).toMatchObject({ status: 'queued', type: 'exonerations', total: count, masked: false });
    const hurry = { batchMs: 20, portionMs: 0 };
    site.work({ manners: { polite: hurry, alone: hurry } });
    expect(await site.until(id, 'done')).toMatchObject({
      rows: count,
      progress: 100,
      name: 'Evidencia de cartas responsivas · Carrera uno',
    });
    const { rows: worked } = await site.world.pool.query(`select portions from jobs where job_key = $1`, [`downloads:${id}`]);
    expect(worked[0].portions, 'never in one request').toBeGreaterThan(10);
    const { status, headers, data } = await site.fetchFile(site.as('olga'), id);
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    expect(String(headers['content-disposition'])).toContain('.zip');
    const files = unzipSync(data);
    const { 'firmas.csv': table, ...printed } = files;
    const lines = Buffer.from(table ?? [])
      .toString('utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(count + 1);
    for (const part of ['Firma de M', '203.0.113.7', 'Teléfono']) expect(lines[1]).toContain(part);
    expect(
      lines.slice(1).every((line) => /[0-9a-f]{64}/.test(line)),
      'the fingerprint of the text is in every line',
    ).toBe(true);
    expect(Object.keys(printed)).toHaveLength(await numberOf('signed'));
    for (const [name, content] of Object.entries(printed)) {
      expect(name).toMatch(/^pdf\/M\d+-exoneration\.pdf$/);
      expect(Buffer.from(content.subarray(0, 5)).toString()).toBe('%PDF-');
    }
    const { rows } = await site.world.pool.query('select count(*)::int as found from inscription_documents');
    expect(rows[0].found, 'texts are drawn without being printed again').toBe(0);
  });

  test('hides addresses from people who read no contact data, in the language of who asks', longer, async () => {
    const answer = await ask('cata', site.eventid, 'en');
    expect(answer.status).toBe(200);
    site.work();
    const id = answer.body.result.report_jobid;
    expect(await site.until(id, 'done')).toMatchObject({ masked: true, name: 'Evidence of waivers · Race uno' });
    const { 'signatures.csv': table } = unzipSync((await site.fetchFile(site.as('cata'), id)).data);
    expect(Buffer.from(table ?? []).toString('utf8')).not.toContain('203.0.113.7');
    expect((await site.fetchFile(site.as('berta'), id)).status, 'nobody else opens it').toBe(404);
  });

  test('is refused to people without the key, and for events that they do not see', async () => {
    expect((await ask('dora')).status).toBe(403);
    expect((await ask('olga', foreign)).status).toBe(400);
    expect((await site.as('olga').post('/v2/event/exonerations/actions/evidence', { input: {} })).status).toBe(400);
  });

  test('cannot be asked for of any list', async () => {
    const { status } = await site
      .as('olga')
      .post('/v2/inscription/inscriptions/download', { columns: ['folio'], format: 'csv', archive: 'waivers' });
    expect(status).toBe(400);
  });
});
