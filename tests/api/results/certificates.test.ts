import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { createTranslate } from '../../../server/kernel/messages';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { longer } from '../../support/limits';
import { pdfCodes } from '../../support/pdfCodes';
import { pdfText, streamsOf } from '../../support/pdfText';
import { openResults, type Results } from './support';

let site: Results, setid: number, templateid: number;
const ids: Record<number, number> = {};
const file = [
  'Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Tiempo chip,Estado,Distancia',
  '1001,Ana García,F,Libre,0:40:00,0:39:55,,10K',
  '1002,Bea Muñoz,F,Libre,0:41:00,0:40:50,,10K',
  '1003,Cora Ruiz,F,Libre,,,DNF,10K',
].join('\n');
const elements = [
  { kind: 'text', text: 'Finalista', x: 20, y: 20, w: 200, size: 24, align: 'center', font: 'serif' },
  { kind: 'field', source: 'name', x: 20, y: 50, w: 200, size: 40, align: 'center' },
  { kind: 'field', source: 'chip_time', x: 20, y: 80, w: 200, size: 20, font: 'mono' },
  { kind: 'qr', x: 240, y: 170, w: 25 },
];
const inject = (method: 'GET' | 'POST', url: string) => site.scene.world.app.inject({ method, url });
const issue = (results: readonly number[], by = site.timer, dry_run = false) =>
  by.post('/v2/tyr/results/actions/issue_certificate', { ids: results, dry_run });
const certificates = (): Promise<readonly any[]> => site.query('select * from certificates order by certificateid');
beforeAll(async () => {
  site = await openResults();
  for (const name of ['ana', 'bea', 'cora']) await site.scene.signUp(name);
  await site.query(
    `update inscriptions set status = 'assign_number', number = 1000 + n from (select inscriptionid as id, row_number() over (order by inscriptionid) as n from inscriptions) x where inscriptionid = id`,
  );
  await site.load(file);
  setid = (await site.setOf()).result_setid;
  for (const { number, resultid } of await site.query('select number, resultid from results')) ids[number] = resultid;
  const made = await site.timer.post('/v2/tyr/certificate_templates', {
    eventid: site.scene.eventid,
    name: 'Finalista',
    background_img: 'https://example.com/fondo.png',
    elements,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  templateid = made.body.templateid;
}, longer.timeout);
afterAll(() => site.close());

describe('no certificate is issued', () => {
  const codes = ({ body }: { body: any }) => [...body.skipped, ...body.failed].length;
  test('of results that are not published, or without a published template', async () => {
    expect((await issue([ids[1001]!])).body).toMatchObject({ ok: 0 });
    await site.query("update result_sets set status = 'provisional', published_at = now() where result_setid = $1", [setid]);
    const answer = await issue([ids[1001]!]);
    expect(answer.body.ok).toBe(0);
    expect(codes(answer)).toBe(1);
    expect(await certificates()).toEqual([]);
  });
  test('by people who only look at results', async () => {
    expect((await issue([ids[1001]!], site.scene.organizer)).status).toBe(403);
  });
});

describe('a published template', () => {
  beforeAll(async () => {
    await site.timer.post('/v2/tyr/certificate_templates/actions/publish', { ids: [templateid] });
  });
  test('is given to those who finished, each with a serial and a fingerprint, and to nobody twice', async () => {
    const { body } = await issue([ids[1001]!, ids[1002]!, ids[1003]!]);
    expect(body).toMatchObject({ ok: 2 });
    const made = await certificates();
    expect(made.map(({ resultid }) => resultid)).toEqual([ids[1001], ids[1002]]);
    expect(new Set(made.map(({ serial }) => serial)).size).toBe(2);
    expect(made[0].facts).toMatchObject({ name: 'Ana García', chip_time_ms: 2_395_000, place_overall: 1 });
    expect((await issue([ids[1001]!])).body.ok).toBe(0);
    expect(await certificates()).toHaveLength(2);
  });
  test('two people who ask at once get one and the same', async () => {
    await site.query('delete from certificates');
    const asked = await Promise.all([1, 2, 3].map(() => inject('POST', `/e/carrera/results/${ids[1001]}/certificate?lang=es`)));
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect(new Set(asked.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await certificates()).toHaveLength(1);
  });
  test('is verified by its serial, in words, and its file says the same', async () => {
    const [{ serial, sha256 }] = await certificates();
    const page = await inject('GET', `/verify/${serial.toLowerCase()}?lang=es`);
    expect(page.body).toContain('Este certificado es auténtico.');
    for (const said of ['Ana García', '0:39:55', serial, sha256]) expect(page.body).toContain(said);
    const pdf = await inject('GET', `/verify/${serial}/certificate.pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const again = await inject('GET', `/verify/${serial}/certificate.pdf`);
    expect(pdf.rawPayload.equals(again.rawPayload)).toBe(true);
    const texts = pdfText(pdf.rawPayload);
    for (const said of ['Finalista', 'Ana García', '0:39:55']) expect(texts.join('\n')).toContain(said);
    expect((await certificates())[0].downloads).toBe(2);
  });
  test('carries a code that a camera reads, which leads to the page that verifies it', async () => {
    const [{ serial }] = await certificates();
    const { rawPayload } = await inject('GET', `/verify/${serial}/certificate.pdf`);
    const [address, ...others] = await pdfCodes(rawPayload);
    expect([new URL(address ?? '').pathname, others]).toEqual([`/verify/${serial}`, []]);
    expect((await inject('GET', `${new URL(address ?? '').pathname}?lang=es`)).body).toContain('Este certificado es auténtico.');
  });
  test('puts its elements where the template has them', async () => {
    const [{ serial }] = await certificates();
    const { rawPayload } = await inject('GET', `/verify/${serial}/certificate.pdf`);
    const points = 72 / 25.4;
    const page = streamsOf(rawPayload).find((stream) => stream.includes(' Tm'))!;
    const places = [...page.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(places[2]![0]).toBeCloseTo(20 * points, 0);
    expect(215.9 * points - places[2]![1]).toBeGreaterThan(80 * points);
    expect(215.9 * points - places[2]![1]).toBeLessThan(80 * points + 24);
  });
  test('a result that changes replaces its certificate, and the old serial leads to the new one', async () => {
    const [{ serial: old }] = await certificates();
    await site.query('update results set chip_time_ms = 2390000 where resultid = $1', [ids[1001]]);
    const page = await inject('GET', `/verify/${old}?lang=es`);
    expect(page.body).toContain('Este certificado fue reemplazado');
    const [, now] = await certificates();
    expect(page.body).toContain(`/verify/${now.serial}`);
    expect((await certificates()).map(({ status }) => status)).toEqual(['replaced', 'valid']);
    expect((await inject('GET', `/verify/${old}/certificate.pdf`)).statusCode).toBe(404);
    expect((await inject('GET', `/verify/${now.serial}?lang=es`)).body).toContain('0:39:50');
  });
  test('one that was revoked stays so, and says it', async () => {
    const [, { certificateid, serial }] = await certificates();
    await site.timer.post('/v2/tyr/certificates/actions/revoke', { ids: [certificateid], input: { reason: 'Prueba' } });
    expect((await inject('GET', `/verify/${serial}?lang=es`)).body).toContain('fue anulado');
    expect((await inject('GET', `/verify/${serial}/certificate.pdf`)).statusCode).toBe(404);
    expect((await inject('POST', `/e/carrera/results/${ids[1001]}/certificate`)).statusCode).toBe(404);
    expect((await issue([ids[1001]!])).body.ok).toBe(1);
  });
  test('nobody gets one of an athlete who keeps their name, of somebody who did not finish, or of a serial that nobody has', async () => {
    await site.query('update inscriptions set name_hidden = true where number = 1002');
    expect((await inject('POST', `/e/carrera/results/${ids[1002]}/certificate`)).statusCode).toBe(404);
    expect((await inject('POST', `/e/carrera/results/${ids[1003]}/certificate`)).statusCode).toBe(404);
    expect((await inject('GET', '/verify/NADIE')).statusCode).toBe(404);
  });
  test('one that was issued before the athlete kept their name says it no more, and holds as before', async () => {
    let serial = '',
      sha256 = '';
    const hide = (hidden: boolean) => site.query('update inscriptions set name_hidden = $1 where number = 1002', [hidden]);
    const pages = async (): Promise<string> => {
      const texts = [];
      for (const path of [`/verify/${serial}?lang=es`, `/e/carrera/results?lang=es`, `/e/carrera/results/${ids[1002]}?lang=es`])
        texts.push((await inject('GET', path)).body);
      return texts.join();
    };
    await hide(false);
    expect((await issue([ids[1002]!])).body.ok).toBe(1);
    [{ serial, sha256 }] = await site.query("select serial, sha256 from certificates where resultid = $1 and status = 'valid'", [
      ids[1002],
    ]);
    expect((await pages()).match(/Bea Muñoz/g)!.length).toBeGreaterThan(3);
    expect((await inject('GET', `/verify/${serial}/certificate.pdf`)).statusCode).toBe(200);
    const listed = await inject('GET', `/verify/${serial}?lang=es`);
    expect(listed.headers['x-robots-tag'], 'search engines list the result in its place').toBeUndefined();
    expect(listed.body).toContain(`/e/carrera/results/${ids[1002]}?lang=es">\n`);
    expect(listed.body).not.toContain('noindex');
    await hide(true);
    expect((await inject('GET', `/verify/${serial}?lang=es`)).headers['x-robots-tag']).toBe('noindex');
    const verified = await pages();
    expect(verified).not.toMatch(/Bea|Muñoz/);
    expect(verified, 'nor what confirms a name that was guessed').not.toContain(sha256);
    for (const said of ['Este certificado es auténtico.', 'Nombre reservado', 'El atleta pidió no mostrar su nombre', '0:40:50', serial])
      expect(verified).toContain(said);
    const pdf = await inject('GET', `/verify/${serial}/certificate.pdf?lang=es`);
    expect([pdf.statusCode, pdf.headers.location]).toEqual([303, `/verify/${serial}?lang=es`]);
    expect((await site.query('select downloads from certificates where serial = $1', [serial]))[0].downloads, 'nothing was drawn').toBe(1);
    await hide(false);
    expect((await inject('GET', `/verify/${serial}?lang=es`)).body).toContain('Bea Muñoz');
    await hide(true);
  });
  test('prints a test with a link that nobody can make up', async () => {
    const { body } = await site.timer.post(`/v2/tyr/certificate_templates/${templateid}/test_print`, {});
    const { link } = body.result;
    expect((await inject('GET', link)).headers['content-type']).toBe('application/pdf');
    expect((await inject('GET', link.replace(/test\/\d+/, 'test/999'))).statusCode).toBe(404);
  });
});

describe('the letter with a result', () => {
  test('says time and place and leads to the page of the result; without a registration there is none', async () => {
    const left: Letter[] = [];
    const mail: Mail = {
      send: async (letter) => {
        left.push(letter);
        return { provider: 'smtp', ref: 'ref' };
      },
    };
    const send = (results: readonly number[]) => site.timer.post('/v2/tyr/results/actions/send_result', { ids: results });
    expect((await send([ids[1001]!, ids[1003]!])).body.ok).toBe(2);
    expect((await send([ids[1001]!])).body.ok).toBe(0);
    await sendLetters({ pool: site.scene.pool, registry, translate: createTranslate('locales'), paymentLink: undefined }, mail);
    expect(left.map(({ text }) => text).join()).toContain('Lugar general: 1');
    expect(left.map(({ text }) => text).join()).toContain('No terminó');
    expect(left.every(({ subject }) => subject.startsWith('Tu resultado'))).toBe(true);
  });
});
