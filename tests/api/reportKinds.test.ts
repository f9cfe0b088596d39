import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { askedTypes } from '@/domain/lists';
import { runSchedules } from '../../server/features/downloads/runSchedules';
import { sendAddedLetters } from '../../server/features/letters/addedLetters';
import { readyLetters } from '../../server/features/downloads/readyLetters';
import { ownWords } from '../../server/features/downloads/ownWords';
import type { Letter } from '../../server/adapters/mail/Mail';
import { longer } from '../support/limits';
import { openDownloads, type Downloads } from './support/downloadWorld';
import { addEvent, addHouse } from './support/world';

const jobs = '/v2/general/report_jobs',
  templates = '/v2/general/report_templates',
  schedules = '/v2/general/report_schedules';
let site: Downloads, eventid: number;
beforeAll(async () => {
  site = await openDownloads();
  const { pool } = site.world;
  ({ events: eventid = 0 } = await addEvent(pool, site.org, 'completo', 'centro'));
  await addHouse(pool, site.org, 'casa', eventid);
  site.work();
}, longer.timeout);
afterAll(() => site.close());
const textOf = async (who: string, id: number): Promise<string> => (await site.fetchFile(site.as(who), id)).data.toString('utf8');

/** The kinds of reports, and who may ask for each: E who edits and V who looks by the profile, worked out from the table of profiles by hand. */
const expected: Readonly<Record<string, readonly [olga: number, cata: number, dora: number]>> = {
  inscriptions: [200, 200, 403],
  inscriptions_wo_contact: [200, 200, 403],
  payments: [200, 200, 403],
  coupons: [200, 200, 403],
  tshirts: [200, 200, 403],
  deliveries: [200, 200, 403],
  exonerations: [200, 200, 403],
  answers: [200, 200, 403],
  results: [200, 200, 403],
  affiliations: [200, 403, 403],
  subscriptions: [200, 403, 403],
  wallet: [200, 403, 403],
  tribike: [200, 200, 403],
  innovasport: [200, 200, 403],
  external: [200, 200, 403],
  audit: [200, 200, 403],
  packing_list: [200, 200, 403],
  labels: [200, 200, 403],
};

describe('the reports that are known by name', () => {
  test('are all there', () => expect(Object.keys(expected).sort()).toEqual([...askedTypes].sort()));
  test.each(askedTypes)('%s is made for who reads its list, and refused to everybody else', longer, async (type) => {
    const [olga, cata, dora] = expected[type]!;
    const ask = (who: string) =>
      site.as(who).post(`${jobs}/actions/ask`, {
        input: { type, format: 'csv', ...(['answers', 'packing_list', 'labels'].includes(type) && { eventid }) },
      });
    expect((await ask('dora')).status).toBe(dora);
    expect((await ask('cata')).status).toBe(cata);
    const answer = await ask(olga === 200 ? 'olga' : 'nora');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (olga !== 200) expect((await ask('olga')).status).toBe(olga);
    const id = answer.body.result.report_jobid;
    const report = await site.until(id, 'done');
    const lines = (await textOf(olga === 200 ? 'olga' : 'nora', id)).trimEnd().split('\n');
    expect(lines.length).toBe(report.rows + 1);
  });
  test('are of one event where one is named, and of none that the person does not see', longer, async () => {
    const ask = (input: object) =>
      site.as('olga').post(`${jobs}/actions/ask`, { input: { type: 'inscriptions', format: 'csv', ...input } });
    const { body } = await ask({ eventid });
    const report = await site.until(body.result.report_jobid, 'done');
    expect(report).toMatchObject({ rows: 1, name: expect.stringMatching(/^Inscripciones · /) });
    expect((await ask({ eventid: 999_999 })).status).toBe(400);
  });
});

describe('a template', () => {
  const template = {
    name: 'Pagadas',
    type: 'custom',
    format: 'csv',
    params: { list: 'inscriptions', columns: ['folio', 'email'], sort: ['folio'] },
  };
  let id: number;
  test('keeps the view of a list, and is run by anybody of the organization with their own keys', longer, async () => {
    const made = await site.as('olga').post(templates, template);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    id = made.body.report_templateid;
    const files = [];
    for (const who of ['olga', 'cata']) {
      const run = await site.as(who).post(`${templates}/${id}/run`);
      expect(run.status, JSON.stringify(run.body)).toBe(200);
      await site.until(run.body.result.report_jobid, 'done');
      files.push(await textOf(who, run.body.result.report_jobid));
    }
    expect(files[0]).toMatch(/@/);
    expect(files[1]).not.toMatch(/@/);
  });
  test.each([
    [{ params: null }, 'type'],
    [{ params: { list: 'nothing', columns: ['folio'] } }, 'type'],
    [{ params: { list: 'inscriptions', columns: ['nothing'] } }, 'columns.0'],
    [{ name: null }, 'name'],
  ])('is refused with the place of the mistake: %j', async (wrong, path) => {
    const { status, body } = await site.as('olga').post(templates, { ...template, name: 'Otra', ...wrong });
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe(path);
  });

  test('is made again and again by its schedule, as the owner, and its recipients get a letter', longer, async () => {
    const { pool } = site.world;
    const berta = (await pool.query(`select userid from users where asdeporteid = 'berta'`)).rows[0].userid;
    const body = { report_templateid: id, cron: '0 8 * * 1', recipientids: [Number(berta)] };
    for (const [wrong, path] of [
      [{ cron: '61 8 * * 1' }, 'cron'],
      [{ cron: '* * * * *' }, 'cron'],
      [{ timezone: 'Mars/Base' }, 'timezone'],
    ] as const) {
      const refused = await site.as('olga').post(schedules, { ...body, ...wrong });
      expect([refused.status, refused.body.errors?.[0]?.path], JSON.stringify(refused.body)).toEqual([400, path]);
    }
    const made = await site.as('olga').post(schedules, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { report_scheduleid, next_run_at } = made.body;
    expect(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Mexico_City', weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
        new Date(next_run_at),
      ),
    ).toBe('Monday 08:00');
    await pool.query(`update report_schedules set next_run_at = now() - interval '1 second' where report_scheduleid = $1`, [
      report_scheduleid,
    ]);
    const deps = { pool, registry, replica: undefined };
    await Promise.all([runSchedules(deps), runSchedules(deps)]);
    const { rows } = await pool.query('select * from report_jobs where report_scheduleid = $1', [report_scheduleid]);
    expect(rows).toHaveLength(1);
    const report = await site.until(Number(rows[0].report_jobid), 'done');
    expect(report.shared).toBe(true);
    const letters: Letter[] = [];
    const mail = { name: 'test', send: async (letter: Letter) => void letters.push(letter) };
    await sendAddedLetters({ ...deps, translate: ownWords }, mail as never, [readyLetters('https://house.test')]);
    const about = letters.filter(({ text }) => text.includes(`/report_jobs/${report.report_jobid}`));
    expect(about.map(({ to }) => to).sort()).toEqual(['berta@prueba.test', 'olga@prueba.test']);
    expect((await site.fetchFile(site.as('berta'), Number(report.report_jobid))).status).toBe(200);
  });

  test('of somebody who lost the key says why on the schedule', longer, async () => {
    const { pool } = site.world;
    const olga = `userid = (select userid from users where asdeporteid = 'olga')`;
    const { rows } = await pool.query(`select report_scheduleid from report_schedules where requested_by_${olga}`);
    await pool.query(`update report_schedules set next_run_at = now() - interval '1 second' where report_scheduleid = $1`, [
      rows[0].report_scheduleid,
    ]);
    await pool.query(`update memberships set status = 'revoked' where ${olga}`);
    expect(await runSchedules({ pool, registry, replica: undefined })).toEqual({ refused: [Number(rows[0].report_scheduleid)] });
    const { rows: after } = await pool.query(
      'select last_error, next_run_at > now() as comes from report_schedules where report_scheduleid = $1',
      [rows[0].report_scheduleid],
    );
    expect(after[0]).toMatchObject({ last_error: expect.stringMatching(/permiso/i), comes: true });
    await pool.query(`update memberships set status = 'active' where ${olga}`);
  });
});
