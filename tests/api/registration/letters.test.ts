import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { replay } from '@/registration/lifecycle';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { outboxMail } from '../../../server/adapters/mail/outboxMail';
import { smtpMail } from '../../../server/adapters/mail/smtpMail';
import { createTranslate } from '../../../server/api/messages';
import { sendLetters } from '../../../server/jobs/sendLetters';
import { openSmtpServer } from '../../auth/support/smtpServer';
import { digestOf } from '../../support/reconcile';
import { addPerson } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene, made = 0, left: Letter[] = [];
beforeAll(async () => { scene = await openScene(); }, 120_000);
afterAll(() => scene.close());
beforeEach(async () => {
  made += 1;
  left = [];
  await scene.pool.query(`update inscription_letters set status = 'withdrawn' where status = 'queued'`);
});

const paid = async (): Promise<number> => {
  const { inscriptionid } = await scene.signUp(`Lectora${made}`);
  expect((await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
  return inscriptionid;
};
const post: Mail = { send: async (letter) => { left.push(letter); return { provider: 'smtp', ref: `ref-${left.length}` }; } };
const sweep = (mail: Mail = post) => sendLetters({ pool: scene.pool, registry, translate: createTranslate('locales') }, mail);
const lettersOf = async (id: number): Promise<any[]> => (await scene.pool.query('select * from inscription_letters where inscriptionid = $1 order by letterid', [id])).rows;
const current = async (id: number): Promise<any> => (await scene.pool.query(`select * from inscription_documents where inscriptionid = $1 and status = 'current'`, [id])).rows[0];
const asked = async (id: number): Promise<void> => expect(await scene.act(scene.support, id, 'send_mail')).toMatchObject({ status: 200 });

describe('a letter with the proof', () => {
  test('hands the letter over once with the proof that holds, and the log tells its name at the provider', async () => {
    const id = await paid(), { email, folio } = await scene.read(id);
    await asked(id);
    expect(left).toEqual([]);
    expect(await sweep()).toEqual({ sent: 1, failed: [] });
    expect(await sweep()).toEqual({ sent: 0, failed: [] });
    const [{ attachments, ...letter }] = left as [Letter], document = await current(id);
    expect(letter).toMatchObject({ to: email, subject: 'Tu comprobante de inscripción: Carrera carrera' });
    expect(letter.text).toContain(folio);
    expect(attachments!.map(({ filename, contentType, content }) => [filename, contentType, createHash('sha256').update(content).digest('hex')])).toEqual([[document.file, 'application/pdf', document.sha256]]);
    expect(await lettersOf(id)).toMatchObject([{ status: 'sent', provider: 'smtp', provider_ref: 'ref-1', error: null }]);
    const log = (await scene.pool.query('select status, changes from inscription_log where inscriptionid = $1 order by logid', [id])).rows;
    expect(log.slice(-2)).toMatchObject([{ status: 'pdf_created' }, { status: 'mail_sended', changes: [{ field: 'provider_ref', new: 'ref-1' }] }]);
    expect(replay(log)).toBe('assign_number');
  });

  test('takes along the number that holds when it leaves', async () => {
    const id = await paid();
    await asked(id);
    expect((await scene.act(scene.desk, id, 'update_number', { number: 1045 })).status).toBe(200);
    await sweep();
    expect(left.map(({ attachments }) => attachments![0]!.filename)).toEqual([(await current(id)).file]);
    expect((await current(id)).number).toBe(1045);
  });

  test('is withdrawn when nothing holds any more', async () => {
    const id = await paid();
    await asked(id);
    await scene.act(scene.support, id, 'cancel', { cancel_reason: 'admin' });
    expect(await sweep()).toEqual({ sent: 0, failed: [] });
    expect(await lettersOf(id)).toMatchObject([{ status: 'withdrawn' }]);
  });

  test('that the provider refuses keeps why, is not tried by itself, and may be asked for again', async () => {
    const id = await paid();
    await asked(id);
    const { failed } = await sweep({ send: async () => { throw new Error('550 no such mailbox'); } });
    expect(failed).toHaveLength(1);
    expect(await sweep()).toEqual({ sent: 0, failed: [] });
    expect(await lettersOf(id)).toMatchObject([{ status: 'failed', error: '550 no such mailbox' }]);
    expect(await scene.statuses(id)).not.toContain('mail_sended');
    await asked(id);
    expect(await sweep()).toEqual({ sent: 1, failed: [] });
  });

  test('that was taken by a process which ended leaves no second time', async () => {
    const id = await paid();
    await asked(id);
    await scene.pool.query(`update inscription_letters set status = 'sending', taken_at = now() - interval '1 hour' where inscriptionid = $1`, [id]);
    expect(await sweep()).toEqual({ sent: 0, failed: [] });
    expect([left, (await lettersOf(id)).map(({ status }) => status)]).toEqual([[], ['unknown']]);
  });
});

describe('it is not laid down', () => {
  test('by a rehearsal', async () => {
    const id = await paid(), before = await digestOf(scene.pool);
    expect((await scene.act(scene.support, id, 'send_mail', {}, true)).status).toBe(200);
    expect(await digestOf(scene.pool)).toBe(before);
  });

  test('twice while the first waits, nor for an athlete without e-mail, nor without a place, and each is told why', async () => {
    const waits = await paid(), without = await (made += 1, paid()), { inscriptionid: held } = await (made += 1, scene.signUp(`Lectora${made}`));
    await asked(waits);
    await scene.pool.query('update inscriptions set email = null where inscriptionid = $1', [without]);
    const { body } = await scene.support.post('/v2/inscription/inscriptions/actions/send_mail', { ids: [waits, without, held] });
    expect(body).toEqual({ ok: 0, failed: [], skipped: [
      { id: waits, reason: 'Ya hay un correo por salir para esta inscripción.' }, { id: without, reason: 'El atleta no tiene correo.' }, { id: held, reason: 'No se puede mientras el registro está en «Iniciada».' },
    ] });
    expect(await current(without)).toBeUndefined();
  });

  test('by a key that only looks; and who reads no contact data reads no address', async () => {
    const id = await paid();
    await addPerson(scene.pool, 'tara', [{ org: scene.org, profile: 'timing' }]);
    const timing = scene.world.as('tara', scene.org);
    expect((await scene.act(timing, id, 'send_mail')).status).toBe(403);
    await asked(id);
    const rows = (await timing.get(`/v2/inscription/inscription_letters?filter=${encodeURIComponent(JSON.stringify({ field: 'inscriptionid', op: 'eq', value: id }))}`)).body;
    expect(rows).toMatchObject([{ status: 'queued', email: null }]);
  });
});

test('both ways out carry attachments: the outbox sealed and whole, SMTP under a name that stays', async () => {
  const content = Buffer.from('%PDF-1.7 ñ'), letter: Letter = { to: 'a@b.test', subject: 's', text: 't', key: 'inscription-letter-9', attachments: [{ filename: 'AB-7.pdf', contentType: 'application/pdf', content }] };
  const outbox = outboxMail(scene.pool, 'secret');
  expect((await outbox.send(letter)).ref).toMatch(/^outbox-\d+$/);
  expect((await outbox.recent())[0]!.attachments).toEqual([{ filename: 'AB-7.pdf', contentType: 'application/pdf', content }]);
  const server = await openSmtpServer();
  const { provider, ref } = await smtpMail(server.address).send(letter);
  expect([provider, ref.startsWith('<inscription-letter-9@')]).toEqual(['smtp', true]);
  expect(server.received[0]).toContain(content.toString('base64'));
  await server.close();
});
