import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { createTranslate } from '../../../server/kernel/messages';
import { sendAddedLetters } from '../../../server/features/letters/addedLetters';
import { claimLetters } from '../../../server/features/claims/claimLetters';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { fileURLToPath } from 'node:url';
import { longer } from '../../support/limits';
import { openResults, type Results } from './support';
import { formOf } from '../support/formOf';

const translate = createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url)));
let site: Results, id: number, folio: string, mail: string;
const file = [
  'Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Distancia',
  '1001,Ana García,F,Libre,0:40:00,10K',
  '1002,Bea García,F,Libre,0:41:00,10K',
].join('\n');
beforeAll(async () => {
  site = await openResults();
  for (const name of ['ana', 'bea', 'cora']) await site.scene.signUp(name);
  await site.query(
    `update inscriptions set status = 'assign_number', number = 1000 + n from (select inscriptionid as id, row_number() over (order by inscriptionid) as n from inscriptions) x where inscriptionid = id`,
  );
  [{ folio, email: mail }] = (await site.query('select folio, email from inscriptions where number = 1002')) as any;
  await site.load(file);
  id = (await site.setOf()).result_setid;
}, longer.timeout);
afterAll(() => site.close());

/** What an athlete sends from the page, or a program of their site. */
const claim = async (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}, slug = 'carrera') => {
  const reply = await site.scene.world.app.inject({
    method: 'POST',
    url: `/claim/${slug}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return {
    status: reply.statusCode,
    text: reply.body,
    body: reply.headers['content-type']?.toString().includes('json') ? reply.json() : null,
  };
};
const page = async (slug = 'carrera', language = 'es') => {
  const reply = await site.scene.world.app.inject({ url: `/claim/${slug}?lng=${language}` });
  return { status: reply.statusCode, text: reply.body, headers: reply.headers };
};
const good = { who: '1002', type: 'time', message: 'Mi reloj marca menos.', email: 'Bea@Atleta.test' };
const sendFiles = async (fields: Readonly<Record<string, string>>, files: readonly Buffer[]) => {
  const payload = formOf(
    ...Object.entries(fields).map(([name, data]) => ({ name, data })),
    ...files.map((data, at) => ({ name: 'files', data, file: `foto${at}.pdf`, type: 'application/pdf' })),
  );
  const reply = await site.scene.world.app.inject({
    method: 'POST',
    url: '/claim/carrera',
    headers: { accept: 'application/json', 'x-forwarded-for': '203.0.113.9' },
    payload,
  });
  return { status: reply.statusCode, body: reply.body };
};

describe('the page for claims', () => {
  test('says that there is nothing to claim before results are published, and knows no event that is not there', async () => {
    expect(await page()).toMatchObject({ status: 200, text: expect.stringContaining('Todavía no hay resultados') });
    expect((await page('nadie')).status).toBe(404);
    expect((await claim(good)).text).toContain('Todavía no hay resultados');
    expect(await site.query('select 1 from result_claims')).toEqual([]);
  });

  test('is a form in both languages once they are, without anything of anybody', async () => {
    expect((await site.act('result_sets', id, 'publish')).status).toBe(200);
    const [es, en] = [await page(), await page('carrera', 'en')];
    expect(es.text).toContain('Reclama tu resultado');
    expect(en.text).toContain('Claim your result');
    expect(es.text).toContain('<form method="post" enctype="multipart/form-data" action="/claim/carrera">');
    expect(es.headers['x-robots-tag']).toContain('noindex');
    for (const secret of [mail, 'García', folio]) expect(es.text).not.toContain(secret);
  });

  test('says what is missing, field by field, and keeps what was typed', async () => {
    const { status, body } = await claim({ who: '', type: 'nope', message: '', email: 'x' });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: any) => path)).toEqual(['who', 'type', 'message', 'email']);
    for (const email of [`${'a'.repeat(300)}@b.mx`, 'a\u202e@b.mx', '.@b.mx'])
      expect((await claim({ ...good, email })).body.errors.map(({ path }: any) => path)).toEqual(['email']);
    await site.query('delete from auth_limits');
    const html = await claim({ ...good, who: '4242' }, { accept: 'text/html' });
    expect(html.status).toBe(400);
    expect(html.text).toContain('No encontramos este número');
    expect(html.text).toContain('Mi reloj marca menos.');
  });

  test('takes a claim by number and by folio, once, with who typed the address of the registration marked', async () => {
    expect((await claim({ ...good, email: mail.toUpperCase() })).status).toBe(201);
    expect((await claim({ ...good, email: mail })).status).toBe(200);
    expect((await claim({ ...good, who: folio.toLowerCase(), type: 'name', email: 'otra@ejemplo.test' })).status).toBe(201);
    const rows = await site.query(
      'select type, number, name, is_verified, resultid, due_at > now() as is_ahead, status from result_claims order by claimid',
    );
    expect(rows).toEqual([
      { type: 'time', number: 1002, name: 'Bea García', is_verified: true, resultid: expect.any(Number), is_ahead: true, status: 'open' },
      { type: 'name', number: 1002, name: 'Bea García', is_verified: false, resultid: expect.any(Number), is_ahead: true, status: 'open' },
    ]);
    expect((await site.setOf()).open_claims_count).toBe(2);
  });

  test('takes files that are what they say, and refuses others', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
    const sent = await sendFiles({ ...good, who: '1001', type: 'category' }, [pdf, pdf]);
    expect(sent.status, sent.body).toBe(201);
    const [row] = await site.query(`select files from result_claims where type = 'category'`);
    expect(row.files).toHaveLength(2);
    const wrong = await sendFiles({ ...good, who: '1001', type: 'number' }, [Buffer.from('MZ not a picture')]);
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain('files');
    expect((await sendFiles({ ...good, who: '1001', type: 'number' }, [pdf, pdf, pdf, pdf])).status).toBe(413);
  });
});

const claimOf = async (type: string): Promise<any> => (await site.query('select * from result_claims where type = $1', [type]))[0];
const letters = async (): Promise<readonly Letter[]> => {
  const sent: Letter[] = [];
  const { world } = site.scene;
  const post: Mail = {
    send: async (letter) => {
      sent.push(letter);
      return { provider: 'outbox', ref: 'x' };
    },
  };
  await sendAddedLetters({ pool: world.pool, registry, translate }, post, [claimLetters('accepted'), claimLetters('rejected')]);
  return sent;
};

describe('staff', () => {
  test('accept a claim with its correction: the result, its places and the version change, and the athlete hears of it', async () => {
    const { claimid, resultid } = await claimOf('time');
    expect((await site.act('result_claims', claimid, 'take')).status).toBe(200);
    const nothing = await site.act('result_claims', claimid, 'accept', { resolution: 'Sí.' });
    expect([nothing.status, nothing.body.code]).toEqual([400, 'CLAIM_CHANGES_NOTHING']);
    expect(
      (await site.act('result_claims', claimid, 'accept', { gun_time_ms: 2_300_000, resolution: 'Lo vimos en el video de meta.' })).status,
    ).toBe(200);
    await site.settle();
    const [result] = await site.query('select gun_time_ms, place_overall, edit_reason from results where resultid = $1', [resultid]);
    expect(result).toEqual({ gun_time_ms: 2_300_000, place_overall: 1, edit_reason: 'Lo vimos en el video de meta.' });
    const [version] = await site.query('select kind, reason, moved_total from result_versions order by revision desc limit 1');
    expect(version).toEqual({ kind: 'claim', reason: 'Lo vimos en el video de meta.', moved_total: 2 });
    expect(await claimOf('time')).toMatchObject({ status: 'accepted', letter: 'waiting' });
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      to: mail,
      subject: expect.stringContaining('Aceptamos tu reclamo'),
      text: expect.stringContaining('Lo vimos en el video de meta.'),
    });
    expect((await claimOf('time')).letter).toBe('sent');
    expect(await letters()).toEqual([]);
  });

  test('reject one with a reason, which the athlete of the registration gets, no matter who wrote', async () => {
    const { claimid } = await claimOf('name');
    expect((await site.act('result_claims', claimid, 'reject', {})).status).toBe(400);
    expect((await site.act('result_claims', claimid, 'reject', { resolution: 'Así está en la inscripción.' })).status).toBe(200);
    expect(await letters()).toMatchObject([{ to: mail, text: expect.stringContaining('Así está en la inscripción.') }]);
    expect((await site.act('result_claims', claimid, 'reopen')).status).toBe(200);
    expect((await claimOf('name')).status).toBe('in_review');
  });

  test('add a finisher whom no file had, when they accept that a result is missing', async () => {
    expect((await claim({ ...good, who: '1003', type: 'missing' })).status).toBe(201);
    const open = await claimOf('missing');
    expect(open).toMatchObject({ resultid: null, number: 1003 });
    expect((await site.act('result_claims', open.claimid, 'accept', { gun_time_ms: 2_000_000, resolution: 'Tu chip falló.' })).status).toBe(
      200,
    );
    await site.settle();
    const { resultid } = await claimOf('missing');
    expect((await site.query('select number, place_overall, matched_by from results where resultid = $1', [resultid]))[0]).toEqual({
      number: 1003,
      place_overall: 1,
      matched_by: 'manual',
    });
  });

  test('without the key neither answer nor see claims, and timing people read no address', async () => {
    const { claimid } = await claimOf('category');
    expect((await site.act('result_claims', claimid, 'take', {}, site.scene.desk)).status).toBe(403);
    expect((await site.act('result_claims', claimid, 'reject', { resolution: 'No.' }, site.scene.organizer)).status).toBe(403);
    expect((await site.timer.get(`/v2/tyr/result_claims/${claimid}`)).body.email).toBeNull();
    expect((await site.scene.chief.get(`/v2/tyr/result_claims/${claimid}`)).body.email).toBe('bea@atleta.test');
  });

  test('make results official only when no claim waits', async () => {
    const early = await site.act('result_sets', id, 'make_official', { early_reason: 'Ya.' });
    expect([early.status, early.body.code]).toEqual([409, expect.stringMatching(/RESULTS_(CLAIMS_OPEN|UNCHECKED)/)]);
  });
});

test('claims end with their time, and with official results', async () => {
  await site.query(
    `update result_sets set published_at = now() - interval '3 days', claim_until = now() - interval '1 hour' where result_setid = $1`,
    [id],
  );
  expect(await page()).toMatchObject({ status: 410, text: expect.stringContaining('El plazo para reclamar terminó') });
  expect((await claim({ ...good, type: 'dq' })).status).toBe(410);
});

test('one address sends few claims in a while', async () => {
  await site.query(`update result_sets set claim_until = now() + interval '1 day' where result_setid = $1`, [id]);
  const statuses: number[] = [];
  for (let at = 0; at < 14; at += 1) statuses.push((await claim({ ...good, who: String(5000 + at) })).status);
  expect(statuses).toContain(429);
  expect((await sendFiles(good, [Buffer.alloc(9 * 1024 * 1024)])).status).toBe(429); // before the form is read, which is too large
});
