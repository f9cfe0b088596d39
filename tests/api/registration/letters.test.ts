import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { replay } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { RefusedLetter, type Letter, type Mail } from '../../../server/adapters/mail/Mail';
import { outboxMail } from '../../../server/adapters/mail/outboxMail';
import { smtpMail } from '../../../server/adapters/mail/smtpMail';
import { createTranslate } from '../../../server/kernel/messages';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { readStored } from '../../../server/api/list/stored';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { advance } from '../../../server/features/registration/advance';
import { settleCharge } from '../../../server/features/registration/settleCharge';
import { openSmtpServer } from '../../auth/support/smtpServer';
import { digestOf, reconcile } from '../../support/reconcile';
import { addPerson } from '../support/world';
import { openArena } from './randomActions';
import { openScene, type Scene } from './support';

let scene: Scene,
  made = 0,
  left: Letter[] = [];
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  made += 1;
  left = [];
  await scene.pool.query(`update inscription_letters set status = 'withdrawn', next_at = null where status = 'queued'`);
});

const paid = async (): Promise<number> => {
  const { inscriptionid } = await scene.signUp(`Lectora${made}`);
  expect((await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
  return inscriptionid;
};
const post: Mail = {
  send: async (letter) => {
    left.push(letter);
    return { provider: 'smtp', ref: `ref-${left.length}` };
  },
};
const sweep = (mail: Mail = post, paymentLink?: string) =>
  sendLetters({ pool: scene.pool, registry, translate: createTranslate('locales'), paymentLink }, mail);
const refusing = (error: Error): Mail => ({
  send: async () => {
    throw error;
  },
});
const move = async (id: number, by: string): Promise<void> =>
  void (await scene.pool.query(
    `update inscription_letters set next_at = now() + $2::interval where inscriptionid = $1 and status = 'queued'`,
    [id, by],
  ));
const soon = (id: number): Promise<void> => move(id, '-1 second');
/** Minutes from an instant until the next attempt. */
const pause = ({ next_at }: { readonly next_at: string }, from: number): number => (new Date(next_at).getTime() - from) / 60_000;
const lettersOf = async (id: number): Promise<any[]> =>
  (await scene.pool.query('select * from inscription_letters where inscriptionid = $1 order by letterid', [id])).rows;
const current = async (id: number): Promise<any> =>
  (await scene.pool.query(`select * from inscription_documents where inscriptionid = $1 and status = 'current'`, [id])).rows[0];
const asked = async (id: number): Promise<void> => expect(await scene.act(scene.support, id, 'send_mail')).toMatchObject({ status: 200 });

describe('a letter with the proof', () => {
  test('hands the letter over once with the proof that holds, and the log tells its name at the provider', async () => {
    const id = await paid(),
      { email, folio } = await scene.read(id);
    await asked(id);
    expect(left).toEqual([]);
    expect(await sweep()).toEqual({ sent: 1, failed: [] });
    expect(await sweep()).toEqual({ sent: 0, failed: [] });
    const [{ attachments, ...letter }] = left as [Letter],
      document = await current(id);
    expect(letter).toMatchObject({ to: email, subject: 'Tu comprobante de inscripción: Carrera carrera' });
    expect(letter.text).toContain(folio);
    expect(
      attachments!.map(({ filename, contentType, content }) => [filename, contentType, createHash('sha256').update(content).digest('hex')]),
    ).toEqual([[document.file, 'application/pdf', document.sha256]]);
    expect(await lettersOf(id)).toMatchObject([
      { kind: 'proof', status: 'sent', provider: 'smtp', provider_ref: 'ref-1', attempts: 1, error: null },
    ]);
    const log = (await scene.pool.query('select status, changes from inscription_log where inscriptionid = $1 order by logid', [id])).rows;
    expect(log.slice(-2)).toMatchObject([
      { status: 'pdf_created' },
      {
        status: 'mail_sended',
        changes: [
          { field: 'kind', new: 'proof' },
          { field: 'provider_ref', new: 'ref-1' },
        ],
      },
    ]);
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

  test('goes where its athlete is reached when it leaves', async () => {
    const id = await paid();
    await asked(id);
    await scene.pool.query(`update inscriptions set email = 'nuevo@atleta.test' where inscriptionid = $1`, [id]);
    await sweep();
    expect([left.map(({ to }) => to), (await lettersOf(id)).map(({ email }) => email)]).toEqual([
      ['nuevo@atleta.test'],
      ['nuevo@atleta.test'],
    ]);
  });

  test('that was not taken is tried again by itself, later each time, keeps why without its address, and fails after the last', async () => {
    const id = await paid();
    await asked(id);
    const [{ letterid }] = await lettersOf(id);
    const away = refusing(new Error('451 <quien@atleta.test>: try again later'));
    for (const [attempt, minutes] of [1, 5, 30, 120].entries()) {
      const before = Date.now();
      expect(await sweep(away)).toEqual({ sent: 0, failed: [Number(letterid)] });
      const after = Date.now();
      const [letter] = await lettersOf(id);
      expect(letter).toMatchObject({ status: 'queued', attempts: attempt + 1, error: '451 <…>: try again later', provider: null });
      expect(pause(letter, before)).toBeGreaterThanOrEqual(minutes);
      expect(pause(letter, after)).toBeLessThanOrEqual(minutes);
      await move(id, '1 hour'); // it waits however long the machine stands still
      expect(await sweep(), 'nobody tries before its time').toEqual({ sent: 0, failed: [] });
      expect(await scene.act(scene.support, id, 'send_mail')).toMatchObject({ status: 409 });
      await soon(id);
    }
    await sweep(away);
    expect(await lettersOf(id)).toMatchObject([{ status: 'failed', attempts: 5, next_at: null, error: '451 <…>: try again later' }]);
    expect(await scene.statuses(id)).not.toContain('mail_sended');
    await asked(id);
    expect(await sweep()).toEqual({ sent: 1, failed: [] });
  });

  test('that is taken at last is sent once, and says no error any more', async () => {
    const id = await paid();
    await asked(id);
    await sweep(refusing(new Error('away')));
    await soon(id);
    expect(await sweep()).toEqual({ sent: 1, failed: [] });
    expect(await lettersOf(id)).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
    expect(left[0]!.key).toBe(`inscription-letter-${(await lettersOf(id))[0].letterid}`);
  });

  test('that was refused for good fails at once, and may be asked for again', async () => {
    const id = await paid();
    await asked(id);
    await sweep(refusing(new RefusedLetter('550 no such mailbox')));
    expect(await lettersOf(id)).toMatchObject([{ status: 'failed', attempts: 1, error: '550 no such mailbox' }]);
    await asked(id);
    expect(await sweep()).toEqual({ sent: 1, failed: [] });
  });

  test('that was taken by a process which ended leaves no second time', async () => {
    const id = await paid();
    await asked(id);
    await scene.pool.query(
      `update inscription_letters set status = 'sending', next_at = null, taken_at = now() - interval '1 hour' where inscriptionid = $1`,
      [id],
    );
    expect(await sweep()).toEqual({ sent: 0, failed: [] });
    expect([left, (await lettersOf(id)).map(({ status }) => status)]).toEqual([[], ['unknown']]);
  });
});

const gateway = { actor: 'gateway' } as const;
const step = (id: number, ...[to, details]: [Parameters<typeof advance>[2], Parameters<typeof advance>[3]?]): Promise<unknown> =>
  inSystemTransaction({ pool: scene.pool, registry }, async (tx) =>
    advance(tx, (await readStored(tx, inscriptions, id, { lock: true })) as unknown as Inscription, to, details),
  );
const decline = (id: number): Promise<unknown> => step(id, 'payment_declined', { ...gateway, reason: 'insufficient_funds' });
const request = async (id: number): Promise<void> =>
  expect(await scene.act(scene.support, id, 'request_payment', { method: 'card' })).toMatchObject({ status: 200 });
/** Somebody whose payment was declined; the letter waits. */
const declined = async (): Promise<number> => {
  const { inscriptionid } = await scene.signUp(`Lectora${made}`);
  await request(inscriptionid);
  await decline(inscriptionid);
  return inscriptionid;
};
const link = 'https://www.example.com/pago/{folio}?via=correo';
/** An instant as people of a zone write it. */
const written = (at: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'long',
  }).format(new Date(at));

describe('a letter about a payment that was declined', () => {
  test('says what is to be paid, until when, and where', async () => {
    const id = await declined(),
      { folio, expires_at, email } = await scene.read(id);
    expect(await sweep(post, link)).toEqual({ sent: 1, failed: [] });
    const [letter] = left as [Letter];
    expect(letter).toMatchObject({ to: email, subject: 'Tu pago no se completó: Carrera carrera' });
    expect(letter.attachments).toBeUndefined();
    for (const part of [
      `Hola, Lectora${made}:`,
      'Distancia: 10 km',
      'Por pagar: MXN\u00a0625.00',
      `Apartado hasta: ${written(expires_at, 'es-MX', 'America/Mexico_City')}`,
      `\nhttps://www.example.com/pago/${folio}?via=correo\n`,
    ])
      expect(letter.text).toContain(part);
    expect(letter.text).not.toMatch(/\{\{|inscription_letters|hola@prueba\.test/);
    expect((await lettersOf(id)).map(({ kind, status }) => [kind, status])).toEqual([['payment_declined', 'sent']]);
    expect((await scene.statuses(id)).at(-1)).toBe('mail_sended');
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('names the organizer where there is no page to pay on, in the language of the athlete, and counts what the wallet gives', async () => {
    const { inscriptionid: id, folio } = await scene.signUp(`Lectora${made}`);
    await scene.pool.query(
      `update web_users set locale = 'en' where web_userid = (select web_userid from inscriptions where inscriptionid = $1)`,
      [id],
    );
    await request(id);
    await decline(id);
    await scene.pool.query('update inscriptions set wallet_cents = 12500 where inscriptionid = $1', [id]);
    await sweep();
    await scene.pool.query('update inscriptions set wallet_cents = 0 where inscriptionid = $1', [id]);
    const [letter] = left as [Letter];
    expect(letter.subject).toBe('Your payment did not go through: Race carrera');
    for (const part of [
      'To pay: MXN\u00a0500.00',
      `write to the organizer at hola@prueba.test and mention your folio, ${folio}.`,
      `Kept until: ${written((await scene.read(id)).expires_at, 'en-GB', 'America/Mexico_City')}`,
    ])
      expect(letter.text).toContain(part);
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['paid', (id) => scene.act(scene.support, id, 'pay', { method: 'cash' })],
    ['cancelled', (id) => scene.act(scene.support, id, 'cancel', { cancel_reason: 'requested' })],
    ['trying again', request],
    ['out of time', (id) => scene.pool.query('update inscriptions set expires_at = now() where inscriptionid = $1', [id])],
    ['without e-mail', (id) => scene.pool.query('update inscriptions set email = null where inscriptionid = $1', [id])],
  ])('is withdrawn when they are %s before it leaves', async (_what, action) => {
    const id = await declined();
    await action(id);
    expect(await sweep(post, link)).toEqual({ sent: 0, failed: [] });
    expect([left, (await lettersOf(id)).map(({ status }) => status)]).toEqual([[], ['withdrawn']]);
    await scene.pool.query(
      `update inscriptions set expires_at = now() + interval '1 hour' where inscriptionid = $1 and expires_at is not null`,
      [id],
    );
  });

  test('waits once however often it is declined, and so does a letter of another kind', async () => {
    const id = await declined();
    await request(id);
    await decline(id);
    expect(await lettersOf(id)).toHaveLength(1);
    expect((await scene.act(scene.support, id, 'pay', { method: 'cash' })).status).toBe(200);
    await asked(id);
    await sweep();
    expect((await lettersOf(id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['payment_declined', 'withdrawn'],
      ['proof', 'sent'],
    ]);
  });

  test('goes to nobody without e-mail, whose decline is kept all the same', async () => {
    const { inscriptionid: id } = await scene.signUp(`Lectora${made}`);
    await request(id);
    await scene.pool.query('update inscriptions set email = null where inscriptionid = $1', [id]);
    await decline(id);
    expect([(await scene.read(id)).status, await lettersOf(id)]).toEqual(['payment_declined', []]);
  });

  test('is not written where another way of paying takes the place of the attempt, nor for people who return to where they were', async () => {
    const { inscriptionid: replaced } = await scene.signUp(`Lectora${made}`);
    await request(replaced);
    await step(replaced, 'payment_declined', { reason: 'replaced' });
    expect(await lettersOf(replaced)).toEqual([]);
    made += 1;
    const back = await declined();
    await sweep();
    const {
      rows: [{ paymentid }],
    } = await scene.pool.query('select paymentid::int from payments where inscriptionid = $1', [back]);
    await step(back, 'cancelled', { actor: 'system', set: { cancel_reason: 'expired' } });
    await inSystemTransaction({ pool: scene.pool, registry }, (tx) => settleCharge(tx, paymentid));
    expect(await scene.statuses(back)).toContain('assign_number');
    expect((await lettersOf(back)).map(({ status }) => status)).toEqual(['sent']);
  });
});

describe('a letter about a seat that is offered', () => {
  /** Somebody waits for the only seat of a race in Tijuana, and it is given back: answers the registration that is held for them. */
  const offered = async (): Promise<{ readonly id: number; readonly other: number; readonly give: () => Promise<number> }> => {
    const arena = await openArena(scene, { athletes: 2, seats: [1, 1], bibs: [2, 2], shirts: [1, 1], uses: 1, budget: 90_000, cents: 0 });
    await scene.pool.query(`update events set timezone = 'America/Tijuana', contact_email = 'carrera@organiza.test' where eventid = $1`, [
      arena.eventid,
    ]);
    const of = { eventid: arena.eventid, distanceid: arena.distances[0] };
    const seat = (await scene.support.post('/v2/inscription/inscriptions', { ...of, web_userid: arena.athletes[0] })).body.inscriptionid;
    const entry = (await scene.support.post('/v2/inscription/waitlist_entries', { ...of, web_userid: arena.athletes[1] })).body
      .waitlist_entryid;
    const give = async (): Promise<number> => {
      expect(await scene.act(scene.support, seat, 'cancel', { cancel_reason: 'requested' })).toMatchObject({ status: 200 });
      return Number(
        (await scene.pool.query('select inscriptionid from waitlist_entries where waitlist_entryid = $1', [entry])).rows[0].inscriptionid,
      );
    };
    return { id: seat, other: arena.distances[1], give };
  };

  test('says what it costs, until when by the clock of the event, and where it is paid', async () => {
    const { give } = await offered(),
      id = await give(),
      { folio, expires_at, email } = await scene.read(id);
    expect(await lettersOf(id)).toMatchObject([{ kind: 'seat_offered', status: 'queued', email }]);
    expect(await sweep(post, link)).toEqual({ sent: 1, failed: [] });
    const [letter] = left as [Letter];
    expect(letter.subject).toMatch(/^Hay un lugar para ti: Carrera arena-/);
    for (const part of [
      'Distancia: 10K',
      'Precio: MXN\u00a0625.00',
      `Apartado hasta: ${written(expires_at, 'es-MX', 'America/Tijuana')}`,
      /hora (estándar|de verano) del Pacífico/.exec(written(expires_at, 'es-MX', 'America/Tijuana'))![0],
      `\nhttps://www.example.com/pago/${folio}?via=correo\n`,
      `Folio: ${folio}`,
    ])
      expect(letter.text).toContain(part);
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('names the organizer where there is no page to pay on, and says what costs nothing', async () => {
    const { give } = await offered(),
      id = await give();
    await scene.pool.query('update inscriptions set list_price_cents = 0, fee_cents = 0, total_cents = 0 where inscriptionid = $1', [id]);
    await sweep();
    await scene.pool.query(
      'update inscriptions set list_price_cents = 60000, fee_cents = 2500, total_cents = 62500 where inscriptionid = $1',
      [id],
    );
    expect(left[0]!.text).toContain('Precio: Sin costo');
    expect(left[0]!.text).toContain('escribe al organizador a carrera@organiza.test');
  });

  test.each<[string, (id: number, other: number) => Promise<unknown>]>([
    [
      'left for another race',
      async (id, distanceid) =>
        expect(
          await scene.act(scene.support, id, 'update_race', { distanceid, difference: 'policy', coupon: 'keep', reason: 'x' }),
        ).toMatchObject({ status: 200 }),
    ],
    ['taken', (id) => scene.act(scene.support, id, 'pay', { method: 'cash' })],
    ['given back', (id) => scene.act(scene.support, id, 'cancel', { cancel_reason: 'requested' })],
    ['over', (id) => scene.pool.query('update inscriptions set expires_at = now() where inscriptionid = $1', [id])],
  ])('is withdrawn when it is %s before the letter leaves', async (_what, action) => {
    const { give, other } = await offered(),
      id = await give();
    await action(id, other);
    expect(await sweep(post, link)).toEqual({ sent: 0, failed: [] });
    expect([left, (await lettersOf(id)).map(({ status }) => status)]).toEqual([[], ['withdrawn']]);
  });

  test('is undone with a rehearsal of whatever offers the seat', async () => {
    const { id } = await offered(),
      before = await digestOf(scene.pool);
    expect((await scene.act(scene.support, id, 'cancel', { cancel_reason: 'requested' }, true)).status).toBe(200);
    expect(await digestOf(scene.pool)).toBe(before);
  });
});

describe('it is not laid down', () => {
  test('by a rehearsal', async () => {
    const id = await paid(),
      before = await digestOf(scene.pool);
    expect((await scene.act(scene.support, id, 'send_mail', {}, true)).status).toBe(200);
    expect(await digestOf(scene.pool)).toBe(before);
  });

  test('twice while the first waits, nor for an athlete without e-mail, nor without a place, and each gets the reason', async () => {
    const waits = await paid(),
      without = await ((made += 1), paid()),
      { inscriptionid: held } = await ((made += 1), scene.signUp(`Lectora${made}`));
    await asked(waits);
    await scene.pool.query('update inscriptions set email = null where inscriptionid = $1', [without]);
    const { body } = await scene.support.post('/v2/inscription/inscriptions/actions/send_mail', { ids: [waits, without, held] });
    expect(body).toEqual({
      ok: 0,
      failed: [],
      skipped: [
        { id: waits, code: 'LETTER_WAITS', reason: 'Ya hay un correo por salir para esta inscripción.' },
        { id: without, code: 'WITHOUT_EMAIL', reason: 'El atleta no tiene correo.' },
        { id: held, code: 'STATE_NOT_ALLOWED', reason: 'No se puede mientras el registro está en «Iniciada».' },
      ],
    });
    expect(await current(without)).toBeUndefined();
  });

  test('by a key that only looks; and who reads no contact data reads no address', async () => {
    const id = await paid();
    await addPerson(scene.pool, 'tara', [{ org: scene.org, profile: 'timing' }]);
    const timing = scene.world.as('tara', scene.org);
    expect((await scene.act(timing, id, 'send_mail')).status).toBe(403);
    await asked(id);
    const rows = (
      await timing.get(
        `/v2/inscription/inscription_letters?filter=${encodeURIComponent(JSON.stringify({ field: 'inscriptionid', op: 'eq', value: id }))}`,
      )
    ).body;
    expect(rows).toMatchObject([{ status: 'queued', email: null }]);
  });
});

test('both ways out carry attachments: the outbox sealed and whole, SMTP under a name that stays', async () => {
  const content = Buffer.from('%PDF-1.7 ñ'),
    letter: Letter = {
      to: 'a@b.test',
      subject: 's',
      text: 't',
      key: 'inscription-letter-9',
      attachments: [{ filename: 'AB-7.pdf', contentType: 'application/pdf', content }],
    };
  const outbox = outboxMail(scene.pool, 'secret');
  expect((await outbox.send(letter)).ref).toMatch(/^outbox-\d+$/);
  expect((await outbox.recent())[0]!.attachments).toEqual([{ filename: 'AB-7.pdf', contentType: 'application/pdf', content }]);
  const server = await openSmtpServer();
  const { provider, ref } = await smtpMail(server.address).send(letter);
  expect([provider, ref.startsWith('<inscription-letter-9@')]).toEqual(['smtp', true]);
  expect(server.received[0]).toContain(content.toString('base64'));
  await server.close();
});

describe('a mail server that refuses', () => {
  const trying = async (refusals: Parameters<typeof openSmtpServer>[0]): Promise<unknown> => {
    const server = await openSmtpServer(refusals);
    const error = await smtpMail(server.address.replace('smtp://', 'smtp://user:password@'))
      .send({ to: 'a@b.test', subject: 's', text: 't' })
      .catch((reason: unknown) => reason);
    await server.close();
    return error;
  };

  test.each([
    ['the mailbox', { RCPT: '550 5.1.1 no such mailbox' }],
    ['what it says', { '.': '554 5.7.1 not wanted' }],
  ])('%s for good is believed', async (_what, refusals) => {
    expect(await trying(refusals)).toBeInstanceOf(RefusedLetter);
  });

  test.each([
    ['for now', { RCPT: '451 4.7.1 try later' }],
    ['us, and not the letter', { AUTH: '535 5.7.8 who are you' }],
  ])('%s may take it later', async (_what, refusals) => {
    const error = await trying(refusals);
    expect([error instanceof Error, error instanceof RefusedLetter]).toEqual([true, false]);
  });
});
