import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { hooks } from '../../../server/hooks';
import { RefusedLetter, type Letter, type Mail } from '../../../server/adapters/mail/Mail';
import { signReport } from '../../../server/adapters/signature';
import { mailRoutes } from '../../../server/features/letters/mailRoutes';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { createTranslate } from '../../../server/kernel/messages';
import Fastify from 'fastify';
import { eventually } from '../../support/eventually';
import { openScene, type Scene } from '../registration/support';
import { workAt } from '../support/worker';
import { must } from '../support/must';
import { post, reportSecret } from './support';

let scene: Scene,
  made = 0;
const path = '/v2/inscription/inscriptions/actions/write_mail';
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await scene.pool.query(text, [...values])).rows;
const people = async (...names: readonly string[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const name of names) {
    const { inscriptionid } = await scene.signUp(name);
    await scene.pool.query(`update inscriptions set email = $2 where inscriptionid = $1`, [
      inscriptionid,
      `${name.toLowerCase()}@correo.test`,
    ]);
    ids.push(inscriptionid);
  }
  return ids;
};
const write = (ids: readonly number[], input: object, more: object = {}, person = scene.organizer) =>
  person.post(path, { ids, input, ...more });
const text = () => ({ subject: `Aviso ${(made += 1)} de {{event}}`, body: 'Hola, {{name}}: tu folio es {{folio}}.' });
const reasonsOf = ({ body }: { readonly body: any }): Record<number, string> =>
  Object.fromEntries(body.skipped.map(({ id, code }: any) => [id, code]));
const statesOf = (mailing: string) =>
  rows(
    `select l.email, l.status, l.withdrawn_for from inscription_letters l join mailings m using (mailingid) where m.subject = $1 order by l.email`,
    [mailing],
  );
const pathOf = ({ unsubscribe }: Letter): string => new URL(unsubscribe!).pathname;
const form = (url: string, payload: string) =>
  scene.world.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload });

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

describe('a mailing', () => {
  test('names in a rehearsal who gets nothing and why, reaches each address once, and says in its record what became of it', async () => {
    const [ada, ada2, sin, baja, rebote] = await people('Ada', 'Adela', 'Sin', 'Baja', 'Rebote');
    await scene.pool.query(`update inscriptions set email = 'ada@correo.test' where inscriptionid = $1`, [ada2]);
    await scene.pool.query(`update inscriptions set email = null where inscriptionid = $1`, [sin]);
    for (const [email, kind] of [
      ['baja@correo.test', 'unsubscribed'],
      ['rebote@correo.test', 'bounced'],
    ])
      await rows('insert into mail_blocks (organizationid, email, kind) values ($1, $2, $3)', [scene.org, email, kind]);
    const all = [ada!, ada2!, sin!, baja!, rebote!],
      words = text();
    const expected = { [ada2!]: 'MAILED_ALREADY', [sin!]: 'WITHOUT_EMAIL', [baja!]: 'UNSUBSCRIBED', [rebote!]: 'ADDRESS_BOUNCED' };
    const dry = await write(all, words, { dry_run: true });
    expect([dry.body.ok, reasonsOf(dry)]).toEqual([1, expected]);
    expect(await rows('select 1 from mailings')).toEqual([]);
    const done = await write(all, words);
    expect([done.body.ok, reasonsOf(done)]).toEqual([1, expected]);
    const again = await write(all, words);
    expect([again.body.ok, reasonsOf(again)[ada!]]).toEqual([0, 'MAILED_ALREADY']);
    const [letter, ...others] = await post(scene.pool);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: 'ada@correo.test', subject: words.subject.replace('{{event}}', 'Carrera carrera') });
    expect(letter!.text).toMatch(/^Hola, Ada: tu folio es [A-Z0-9]{8}\.\n\n—\nCasa te escribe[^]*\/unsubscribe\//);
    expect((await scene.organizer.get(`/v2/inscription/mailings`)).body).toMatchObject([
      { status: 'sent', letters_count: 1, sent_count: 1, waiting_count: 0 },
    ]);
  });

  test('takes its text from a template for mailings or from what is typed, never from both, and refuses unknown names by field', async () => {
    const [id] = await people('Tea');
    const template = async (kind: string) =>
      (
        await must(
          scene.organizer.post('/v2/inscription/letter_templates', {
            organizationid: scene.org,
            kind,
            locale: 'es',
            subject: 'Ruta',
            body: 'Hola, {{name}}.',
          }),
        )
      ).letter_templateid;
    const [mailing, welcome] = [await template('mailing'), await template('welcome')];
    const errorsOf = async (input: object) =>
      (await scene.organizer.post(`/v2/inscription/inscriptions/${id}/write_mail`, { input })).body.errors.map(
        ({ path: field, code }: any) => [field, code],
      );
    expect(await errorsOf({})).toEqual([
      ['input.subject', 'REQUIRED'],
      ['input.body', 'REQUIRED'],
    ]);
    expect(await errorsOf({ letter_templateid: welcome })).toEqual([['input.letter_templateid', 'TEMPLATE_NOT_FOR_MAILINGS']]);
    expect(await errorsOf({ letter_templateid: mailing, body: 'Hola' })).toEqual([['input.body', 'MAILING_TEXT_TWICE']]);
    expect(await errorsOf({ subject: 'Hola {{curp}}', body: 'Hola' })).toEqual([['input.subject', 'TEMPLATE_FIELD_UNKNOWN']]);
    expect((await write([id!], { letter_templateid: mailing })).body.ok).toBe(1);
    expect((await post(scene.pool)).map(({ subject }) => subject)).toEqual(['Ruta']);
  });

  test('is written by nobody without the key, who sees no addresses either', async () => {
    const [id] = await people('Llave');
    expect((await write([id!], text(), {}, scene.desk)).status).toBe(403);
    const blocks = (await scene.desk.get('/v2/inscription/mail_blocks')).body;
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.every(({ email }: any) => email === null)).toBe(true);
  });

  test('over a filter runs as a job of its author, and ends where the author loses the key', async () => {
    await people('Uno', 'Dos', 'Tres');
    const filter = { field: 'eventid', op: 'eq', value: scene.eventid };
    const run = async (input: object, meanwhile = async () => {}) => {
      const { runid } = await must(scene.organizer.post(`${path}/runs`, { filter, input }));
      await meanwhile();
      const worker = workAt(scene.world, hooks);
      const state = await eventually(async () => {
        const [{ status }] = await rows(`select status from jobs where data ->> 'runid' = $1`, [runid]);
        if (status === 'waiting' || status === 'running') throw new Error('still running');
        return status;
      });
      await worker.stop();
      return state;
    };
    expect(await run(text())).toBe('done');
    const left = await post(scene.pool);
    expect(new Set(left.map(({ to }) => to)).size).toBe(left.length);
    expect(left.map(({ to }) => to)).toEqual(expect.arrayContaining(['uno@correo.test', 'dos@correo.test', 'tres@correo.test']));
    const membership = (status: string) =>
      scene.pool.query(`update memberships set status = $1 where userid = (select userid from users where asdeporteid = 'orga')`, [status]);
    const words = text();
    expect(await run(words, async () => void (await membership('revoked')))).toBe('failed');
    await membership('active');
    expect(await statesOf(words.subject)).toEqual([]);
  });

  test('reaches nobody twice when the process dies while it sends', async () => {
    const ids = await people('Kira', 'Kilo', 'Kena');
    const words = text();
    await write(ids, words);
    const reached: string[] = [];
    let dead = (): void => {};
    const died = new Promise<void>((resolve) => (dead = resolve));
    void post(scene.pool, async ({ to }) => {
      reached.push(to);
      if (reached.length === 2) {
        dead();
        await new Promise(() => {}); // the letter has left, and its process never says so
      }
    });
    await died;
    await scene.pool.query(`update inscription_letters set taken_at = now() - interval '1 hour' where status = 'sending'`);
    reached.push(...(await post(scene.pool)).map(({ to }) => to));
    await write(ids, words);
    reached.push(...(await post(scene.pool)).map(({ to }) => to));
    expect(new Set(reached).size).toBe(reached.length);
    expect((await statesOf(words.subject)).map(({ status }) => status).sort()).toEqual(['sent', 'unknown', 'unknown']);
  });

  test('stops for what is queued, takes nobody new meanwhile, and goes on', async () => {
    const ids = await people('Para', 'Pera'),
      words = text();
    await write([ids[0]!], words);
    const [{ mailingid }] = await rows('select mailingid from mailings where subject = $1', [words.subject]);
    const call = (action: string, person = scene.organizer) => person.post(`/v2/inscription/mailings/${mailingid}/${action}`, {});
    expect((await call('stop', scene.desk)).status).toBe(403);
    await must(call('stop'));
    expect(await post(scene.pool)).toEqual([]);
    expect(reasonsOf(await write([ids[1]!], words))).toEqual({ [ids[1]!]: 'MAILING_STOPPED' });
    expect(await statesOf(words.subject)).toMatchObject([{ status: 'withdrawn', withdrawn_for: 'stopped' }]);
    await must(call('resume'));
    expect((await post(scene.pool)).map(({ to }) => to)).toEqual(['para@correo.test']);
  });
});

describe('people who want no more mail', () => {
  test('leave on a page without scripts, in both languages, that changes nothing by being looked at, and come back there', async () => {
    const [id] = await people('Lola');
    const words = text();
    await write([id!], words);
    const [letter] = await post(scene.pool);
    const url = pathOf(letter!);
    const page = await scene.world.app.inject({ url, headers: { 'accept-language': 'en' } });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Stop receiving mail?');
    expect(page.body).toContain('l•••@correo.test');
    expect(page.body).not.toContain('lola@');
    expect(page.body).not.toContain('<script');
    expect((await scene.world.app.inject({ url: `${url}?lng=es` })).body).toContain('¿Dejar de recibir correos?');
    const skip = async () => reasonsOf(await write([id!], text(), { dry_run: true }))[id!];
    expect(await skip()).toBeUndefined();
    expect((await form(url, 'do=leave')).body).toContain('Casa');
    expect(await skip()).toBe('UNSUBSCRIBED');
    const [block] = await rows(`select mail_blockid, version from mail_blocks where email = 'lola@correo.test' and deleted_at is null`);
    const removed = await scene.organizer.remove(`/v2/inscription/mail_blocks/${block.mail_blockid}`, { version: block.version });
    expect([removed.status, removed.body.code]).toEqual([409, 'UNSUBSCRIBED_THEMSELVES']);
    await form(url, 'do=again');
    expect(await skip()).toBeUndefined();
  });

  test('leave with one click of their mail program, get what is queued no more, and still get letters about their registration', async () => {
    const [id] = await people('Mara');
    const words = text();
    await write([id!], words);
    const [letter] = await post(scene.pool);
    const later = text();
    await write([id!], later);
    expect((await form(pathOf(letter!), 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    await form(pathOf(letter!), 'List-Unsubscribe=One-Click');
    await must(scene.act(scene.support, id!, 'pay', { method: 'cash' }));
    await must(scene.act(scene.support, id!, 'send_mail'));
    const left = await post(scene.pool);
    expect(left.map(({ to, unsubscribe }) => [to, unsubscribe])).toEqual([['mara@correo.test', undefined]]);
    expect(await statesOf(later.subject)).toMatchObject([{ status: 'withdrawn', withdrawn_for: 'unsubscribed' }]);
  });

  test('are not found by a wrong token, whatever it holds', async () => {
    for (const token of ['1-x', '1', '-', 'zz-zzzzzzzzzzzzzzzzzzzzzz', '%00', '1-' + 'a'.repeat(22)]) {
      const page = await scene.world.app.inject({ url: `/unsubscribe/${token}` });
      expect(page.statusCode, token).toBeOneOf([400, 404]);
      expect((await form(`/unsubscribe/${token}`, 'do=leave')).statusCode, token).toBeOneOf([400, 404]);
    }
  });
});

describe('mail that comes back', () => {
  const send = (mail: Mail) =>
    sendLetters({ pool: scene.pool, registry, translate: createTranslate('locales'), paymentLink: undefined }, mail);
  test('at once marks the letter and its address, and a letter refused for its text does not', async () => {
    const ids = await people('Nadia', 'Nora');
    const words = text();
    await write(ids, words);
    await send({
      send: async ({ to }) => {
        throw new RefusedLetter(`550 5.1.1 <${to}> unknown`, { isAddress: to.startsWith('nadia') });
      },
    });
    expect(await statesOf(words.subject)).toMatchObject([{ status: 'bounced' }, { status: 'failed' }]);
    expect(await rows(`select email, kind, error from mail_blocks where email like 'n%'`)).toEqual([
      { email: 'nadia@correo.test', kind: 'bounced', error: '550 5.1.1 <…> unknown' },
    ]);
    const dry = await write(ids, text(), { dry_run: true });
    expect(reasonsOf(dry)).toEqual({ [ids[0]!]: 'ADDRESS_BOUNCED' });
    const [block] = await rows(`select mail_blockid, version from mail_blocks where email = 'nadia@correo.test'`);
    await must(scene.organizer.remove(`/v2/inscription/mail_blocks/${block.mail_blockid}`, { version: block.version }));
    expect(reasonsOf(await write(ids, text(), { dry_run: true }))).toEqual({});
  });

  test('later is reported by the provider, signed, and a report twice or without its signature changes nothing', async () => {
    const [id] = await people('Olga');
    const words = text();
    await write([id!], words);
    const [letter] = await post(scene.pool);
    const app = Fastify();
    mailRoutes(app, { pool: scene.pool, registry }, { reportSecret, send: async () => ({ provider: 'smtp', ref: '' }) });
    const report = (body: object, secret = reportSecret) => {
      const payload = JSON.stringify(body);
      return app.inject({
        method: 'POST',
        url: '/api/mail/webhook',
        headers: { 'content-type': 'application/json', 'x-mail-signature': signReport(secret, payload) },
        payload,
      });
    };
    const bounced = { type: 'bounced', id: `ref-${letter!.key}`, error: '550 olga@correo.test is gone' };
    expect((await report(bounced, 'another secret that is long enough')).statusCode).toBe(401);
    expect(await statesOf(words.subject)).toMatchObject([{ status: 'sent' }]);
    expect((await report({ ...bounced, id: 'unknown' })).statusCode).toBe(404);
    for (let time = 0; time < 2; time += 1) expect((await report(bounced)).statusCode).toBe(200);
    expect(await statesOf(words.subject)).toMatchObject([{ status: 'bounced' }]);
    expect((await report({ ...bounced, type: 'complained' })).statusCode).toBe(200);
    expect(await rows(`select kind, error from mail_blocks where email = 'olga@correo.test'`)).toEqual([
      { kind: 'complained', error: '550 … is gone' },
    ]);
    await app.close();
  });
});
