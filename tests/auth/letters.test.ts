import { describe, expect, test } from 'vitest';
import { createMail } from '../../server/adapters/mail/createMail';
import { outboxMail } from '../../server/adapters/mail/outboxMail';
import { smtpMail } from '../../server/adapters/mail/smtpMail';
import { createAccounts } from '../../server/auth/accounts';
import { createDevices } from '../../server/auth/devices';
import { judgeNewPassword } from '../../server/auth/newPassword';
import { createPasswords } from '../../server/auth/passwords';
import { type Browser, freshAddress, givePasswords, openBrowser, openSite, password, signIn } from './support';
import { openPage, submitForm, wordsOf } from './support/forms';
import { openSmtpServer } from './support/smtpServer';
import { eventually } from '../support/eventually';
import { fresh, linkIn, openLetterSite } from './support/letterSite';

const site = openLetterSite();
const { letters, run, ask, nextLetter, resetLink, choose, refusal } = site;

describe('asking for another password', () => {
  test('answers the same, in the same words, whether or not the account exists', async () => {
    const answers = [];
    for (const email of ['ana@carreras.test', 'nobody@carreras.test', 'baja@carreras.test', 'not an e-mail', '']) {
      const { page } = await ask(email);
      answers.push([page.status, new URL(page.url).pathname + new URL(page.url).search, wordsOf(page)]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([
      200,
      '/api/auth/forgot?done=sent&lng=en',
      expect.stringContaining('If there is an account with that e-mail'),
    ]);
    await nextLetter('ana@carreras.test');
    expect(letters.map(({ to }) => to)).toEqual(['ana@carreras.test']);
  });

  test('answers before it looks, so that its time tells nothing: even while the accounts cannot be read', async () => {
    const post = () =>
      fetch(`${site.origin}/api/auth/forgot`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.origin, 'x-forwarded-for': freshAddress() },
        body: 'email=ana@carreras.test',
      });
    await run('alter table users rename to users_away');
    const answer = await post();
    await run('alter table users_away rename to users');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/api/auth/forgot?done=sent&lng=es']);
  });

  test('writes three times an hour to one address at most, and still answers the same', async () => {
    for (let time = 0; time < 5; time += 1) expect(wordsOf((await ask('beto@carreras.test')).page)).toContain('If there is an account');
    const written = () => letters.filter(({ to }) => to === 'beto@carreras.test');
    await eventually(() => expect(written()).toHaveLength(3));
    await ask('ana@carreras.test');
    await nextLetter('ana@carreras.test');
    expect(written()).toHaveLength(3);
  });

  test('where no letters can be written says so, with EMAIL_REQUIRES_ADAPTER_ERROR', async () => {
    const silent = await openSite(site.pool, { mail: null });
    const browser = openBrowser(silent.origin);
    const page = await submitForm(browser, await openPage(browser, `${silent.origin}/api/auth/forgot`), '/forgot', {
      email: 'ana@carreras.test',
    });
    expect(new URL(page.url).searchParams.get('error')).toBe('EMAIL_REQUIRES_ADAPTER_ERROR');
    expect(wordsOf(page)).toContain('Esta instalación no manda correos.');
    expect((await openPage(browser, `${silent.origin}/api/auth/signin`)).html).not.toContain('/forgot');
    await silent.app.close();
  });
});

describe('an account whose password somebody guesses', () => {
  const guess = async (secret: string, browser: Browser = openBrowser(site.origin)): Promise<string | null> => {
    const url = await signIn(browser, site.origin, 'ana@carreras.test', secret);
    return url.searchParams.get('code') ?? url.searchParams.get('error');
  };
  /** What an hour of guessing leaves behind, without the hour. */
  const guessLong = async (): Promise<void> => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await guess(`wrong ${attempt}`);
      await run(`delete from auth_limits where key like 'pause:%'`);
    }
  };

  test('opens as ever to its owner on a device that it knows', async () => {
    const own = openBrowser(site.origin);
    expect(await guess(password, own)).toBeNull();
    await guessLong();
    expect(await guess(password, own)).toBeNull();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(`typo ${attempt}`, own)).toBe('credentials');
    expect(await guess(password, own)).toBe('challenge'); // a thief of the device guesses no better than anybody else
  });

  test('tells nobody but the reader of its mail that a password was right, and lets in the browser of the link', async () => {
    await guessLong();
    letters.length = 0;
    const own = openBrowser(site.origin);
    expect([await guess('wrong again', own), await guess(password, own)]).toEqual(['challenge', 'challenge']);
    const letter = await nextLetter('ana@carreras.test');
    expect([letter.subject, letters.length]).toEqual(['Entra a Dorsal desde otro navegador', 1]);
    const page = await openPage(own, linkIn(letter));
    expect(own.cookies.has('authjs.device')).toBe(false); // a mail program that looks at the link uses nothing up
    const done = await submitForm(own, page, '/device', {});
    expect([new URL(done.url).searchParams.get('done'), wordsOf(done)]).toEqual([
      'device',
      expect.stringContaining('Ahora entra con tu contraseña.'),
    ]);
    expect(await guess(password, own)).toBeNull();
    expect(await guess(password)).toBe('challenge');
    expect((await openPage(openBrowser(site.origin), linkIn(letter))).status).toBe(410);
  });

  test('gets three such letters an hour', async () => {
    await guessLong();
    letters.length = 0;
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(password)).toBe('challenge');
    await eventually(async () =>
      expect((await run(`select points from auth_limits where key like 'challenge:%'`)).rows).toEqual([{ points: 5 }]),
    );
    expect(letters.filter(({ subject }) => subject === 'Entra a Dorsal desde otro navegador').length).toBeLessThanOrEqual(3);
  });

  test('opens to who chose another password by mail, and forgets the devices of before', async () => {
    const before = openBrowser(site.origin),
      own = openBrowser(site.origin);
    await guess(password, before);
    await guessLong();
    letters.length = 0;
    await choose(await resetLink(), fresh, fresh, own);
    await guessLong();
    expect([await guess(fresh, own), await guess(fresh, before)]).toEqual([null, 'challenge']);
    await givePasswords(site.deps);
  });

  test('knows no device by a cookie that is not ours, of somebody else, or too old', () => {
    const devices = createDevices('a secret', 'device'),
      ana = { userid: 10, changed: 5 },
      beto = { userid: 11, changed: 5 };
    const kept = (line: string): string => decodeURIComponent(/^device=([^;]*)/.exec(line)?.[1] ?? '');
    const both = kept(devices.remember(kept(devices.remember(null, ana)), beto));
    expect([ana, beto].map((each) => typeof devices.known(both, each))).toEqual(['string', 'string']);
    const refused = [
      devices.known(null, ana),
      devices.known('forged', ana),
      createDevices('another secret', 'device').known(both, ana),
      devices.known(both, { ...ana, changed: 6 }),
      devices.known(both, { userid: 12, changed: 5 }),
      createDevices('a secret', 'device', () => Date.now() + 181 * 86_400_000).known(both, ana),
    ];
    expect(refused).toEqual(refused.map(() => null));
  });
});

describe('the link of a reset', () => {
  test('is written in the language of its reader', async () => {
    await ask('ana@carreras.test');
    await ask('beto@carreras.test');
    expect(await nextLetter('ana@carreras.test')).toMatchObject({
      subject: 'Restablece tu contraseña de Dorsal',
      text: expect.stringContaining('Hola, Ana:'),
    });
    expect(await nextLetter('beto@carreras.test')).toMatchObject({
      subject: 'Reset your Dorsal password',
      text: expect.stringContaining('Hello, Beto,'),
    });
    for (const { subject, text } of letters) expect(subject + text).not.toMatch(/missing:|undefined|\{\{/);
  });

  test('lets the person choose a password, ends all their sessions, tells them, and works once', async () => {
    const elsewhere = openBrowser(site.origin);
    await signIn(elsewhere, site.origin, 'ana@carreras.test');
    const link = await resetLink();
    const done = await choose(link);
    expect([new URL(done.url).searchParams.get('done'), wordsOf(done)]).toEqual([
      'reset',
      expect.stringContaining('Guardamos tu contraseña.'),
    ]);
    expect(await refusal('ana@carreras.test', fresh)).toBeNull();
    expect(await refusal('ana@carreras.test', password)).toBe('CredentialsSignin');
    expect(await (await elsewhere.fetch(`${site.origin}/api/auth/session`)).json()).toBeNull();
    await eventually(() => expect(letters.some(({ subject }) => subject === 'Cambió tu contraseña de Dorsal')).toBe(true));
    const again = await choose(link, 'y otra frase larga mas');
    expect([again.status, wordsOf(again)]).toEqual([410, expect.stringContaining('Este enlace ya no sirve')]);
    expect(await refusal('ana@carreras.test', fresh)).toBeNull();
    await givePasswords(site.deps);
  });

  test('used twice at the same moment works once', async () => {
    const link = await resetLink();
    const pages = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const browser = openBrowser(site.origin);
        return { browser, page: await openPage(browser, link), number };
      }),
    );
    const ends = await Promise.all(
      pages.map(({ browser, page, number }) =>
        submitForm(browser, page, '/reset', { fresh: `${fresh} ${number}`, again: `${fresh} ${number}` }),
      ),
    );
    expect(ends.filter(({ status }) => status === 410)).toHaveLength(2);
    await givePasswords(site.deps);
  });

  test('dies after an hour, when another one was used, and when the person is suspended', async () => {
    const expired = await resetLink();
    await run(`update auth_tickets set expires = now() where purpose = 'reset'`);
    expect((await choose(expired)).status).toBe(410);
    letters.length = 0;
    const older = await resetLink();
    letters.length = 0;
    const newer = await resetLink();
    expect((await choose(newer)).status).toBe(200);
    expect((await choose(older)).status).toBe(410);
    await run('delete from auth_limits');
    letters.length = 0;
    const late = await resetLink();
    await run(`update users set status = 'suspended' where userid = 10`);
    expect((await choose(late)).status).toBe(410);
    await run(`update users set status = 'active' where userid = 10`);
    await givePasswords(site.deps);
  });

  test('dies when the password is changed in another way', async () => {
    const link = await resetLink();
    await createAccounts(site.deps.pool, createPasswords(site.deps.secret), false).setPassword(10, fresh);
    expect((await choose(link, 'la frase de quien robó el enlace')).status).toBe(410);
    expect(await refusal('ana@carreras.test', fresh)).toBeNull();
    await givePasswords(site.deps);
  });

  test('lasts an hour and is kept only as a hash; looking at it does not use it up', async () => {
    const link = await resetLink();
    const ticket = new URL(link).searchParams.get('ticket')!;
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
    const { rows } = await run(
      `select *, extract(epoch from expires - now()) as seconds from auth_tickets where used_at is null and purpose = 'reset' order by expires desc limit 1`,
    );
    expect(JSON.stringify(rows)).not.toContain(ticket);
    expect(Number(rows[0].seconds)).toBeGreaterThan(3500);
    expect(Number(rows[0].seconds)).toBeLessThanOrEqual(3600);
    for (let look = 0; look < 3; look += 1) expect((await openPage(openBrowser(site.origin), link)).status).toBe(200);
    expect((await openPage(openBrowser(site.origin), link.replace('/reset', '/invitation'))).status).toBe(410);
  });

  test.each([
    ['corta', 'corta', 'passwordShort'],
    [fresh, `${fresh}.`, 'passwordsDiffer'],
    ['ana@carreras.test', 'ana@carreras.test', 'passwordIsEmail'],
    ['123456789012', '123456789012', 'passwordWeak'],
    ['contraseña123', 'contraseña123', 'passwordWeak'],
    ['ana@carreras.test1', 'ana@carreras.test1', 'passwordWeak'],
  ])('takes no bad password (%s) and stays good', async (one, two, error) => {
    const link = await resetLink();
    const page = await choose(link, one, two);
    expect(new URL(page.url).searchParams.get('error')).toBe(error);
    expect(page.html).toContain('role="alert"');
    expect(await refusal('ana@carreras.test', password)).toBeNull();
    expect((await openPage(openBrowser(site.origin), link)).status).toBe(200);
  });

  test('keeps a demonstration account what it is', async () => {
    await choose(await resetLink('demo@demo.test'));
    const { rows } = await run('select demo from auth_credentials where userid = 13');
    expect(rows).toEqual([{ demo: true }]);
    await givePasswords(site.deps);
  });

  test('bounds the length in code points', async () => {
    expect(await judgeNewPassword('🏃'.repeat(11), '🏃'.repeat(11), { email: '', published: [] })).toBe('passwordShort');
    expect(await judgeNewPassword('🏃🚴🏊🏂🏄🤽🧗🏇🤾🥋🚣🛼', '🏃🚴🏊🏂🏄🤽🧗🏇🤾🥋🚣🛼', { email: '', published: [] })).toBeNull();
    expect(await judgeNewPassword('x'.repeat(1025), 'x'.repeat(1025), { email: '', published: [] })).toBe('passwordLong');
  });

  test('takes no password that was published', async () => {
    const judged = (published: readonly string[]) => judgeNewPassword(fresh, fresh, { email: 'ana@carreras.test', published });
    expect([await judged([]), await judged([fresh])]).toEqual([null, 'passwordWeak']);
  });
});

test('a person whose second factor an administrator removed gets one letter, in their language', async () => {
  site.isFailing = true;
  await run(`insert into auth_notices (userid, kind) select userid, 'factorReset' from users where email = 'ana@carreras.test'`);
  await eventually(async () => expect((await run('select attempts from auth_notices')).rows).toEqual([{ attempts: 1 }]));
  site.isFailing = false;
  await run("update auth_notices set next_at = now() - interval '1 second'");
  const { subject, text } = await nextLetter('ana@carreras.test');
  expect(subject + text).not.toMatch(/missing:|undefined|\{\{/);
  expect(text).toContain('/api/auth/account');
  await eventually(async () => expect((await run('select 1 from auth_notices')).rows).toEqual([]));
  expect(letters).toHaveLength(1);
});

test('somebody for whom staff asked gets the link that chooses another password, and none while suspended', async () => {
  await run(`insert into auth_notices (userid, kind) select userid, 'reset' from users where email = 'ana@carreras.test'`);
  const letter = await nextLetter('ana@carreras.test');
  expect((await choose(linkIn(letter), 'una frase nueva y bien larga')).status).toBe(200);
  await givePasswords(site.deps);
  letters.length = 0;
  await run(`update users set status = 'suspended' where email = 'ana@carreras.test'`);
  await run(`insert into auth_notices (userid, kind) select userid, 'reset' from users where email = 'ana@carreras.test'`);
  await eventually(async () => expect((await run('select 1 from auth_notices')).rows).toEqual([]));
  expect(letters).toEqual([]);
  await run(`update users set status = 'active' where email = 'ana@carreras.test'`);
});

describe('the ways out', () => {
  test('are SMTP where it is named, the outbox elsewhere, and none in production without SMTP', () => {
    const of = (production: boolean, smtpUrl?: string) => createMail({ production, smtpUrl, authSecret: 'x' }, site.pool);
    expect(of(true)).toBeNull();
    expect(of(false)?.recent).toBeDefined();
    expect(of(true, 'smtp://mail.dorsal.test')?.recent).toBeUndefined();
  });

  test('SMTP delivers the letter whole, from the sender of its address', async () => {
    const server = await openSmtpServer();
    await smtpMail(server.address).send({
      to: 'ana@carreras.test',
      subject: 'Contraseña',
      text: 'Hola, Ana:\n\nhttps://auth.dorsal.test/reset?ticket=abc',
    });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toContain('From: Dorsal <no-reply@dorsal.test>');
    expect(server.received[0]).toContain('To: ana@carreras.test');
    expect(server.received[0]).toContain('https://auth.dorsal.test/reset?ticket=abc');
    await server.close();
  });

  test('the outbox keeps letters sealed, the newest first, and a hundred of them', async () => {
    const outbox = outboxMail(site.pool, 'secret');
    for (let number = 1; number <= 103; number += 1)
      await outbox.send({ to: 'a@b.test', subject: `letter ${number}`, text: 'a link to nobody else' });
    const kept = await outbox.recent();
    expect([kept.length, kept[0]?.subject, kept.at(-1)?.subject]).toEqual([100, 'letter 103', 'letter 4']);
    expect(JSON.stringify((await run('select sealed from mail_outbox')).rows)).not.toMatch(/a link|nobody else/); // no chance makes a blank
    expect(await outboxMail(site.pool, 'another').recent()).toEqual([]);
  });

  test('the outbox page exists only with demonstration accounts, never in production, and never where others than this machine reach the site', async () => {
    const outbox = outboxMail(site.pool, 'secret');
    await outbox.send({ to: 'a@b.test', subject: '<b>bold</b>', text: 'https://x.test/?a=1&b="2"' });
    const demo = await openSite(site.pool, { mail: outbox });
    const page = await openPage(openBrowser(demo.origin), `${demo.origin}/api/auth/outbox`);
    expect(page.html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect((await openPage(openBrowser(demo.origin), `${demo.origin}/api/auth/signin`)).html).toContain('/api/auth/outbox');
    await run('update auth_credentials set demo = false');
    const hidden = async (site: string) => (await fetch(`${site}/api/auth/outbox`)).status;
    expect(await hidden(demo.origin)).toBe(404);
    await run('update auth_credentials set demo = true where userid = 13');
    const real = await openSite(site.pool, { mail: outbox, production: true });
    const reached = await openSite(site.pool, { mail: outbox, isPrivate: false });
    expect([await hidden(demo.origin), await hidden(real.origin), await hidden(site.origin), await hidden(reached.origin)]).toEqual([
      200, 404, 404, 404,
    ]);
    expect((await openPage(openBrowser(reached.origin), `${reached.origin}/api/auth/signin`)).html).not.toContain('/api/auth/outbox');
    await Promise.all([demo.app.close(), real.app.close(), reached.app.close()]);
  });
});
