import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { Letter, Mail } from '../../server/adapters/mail/Mail';
import { createMail } from '../../server/adapters/mail/createMail';
import { outboxMail } from '../../server/adapters/mail/outboxMail';
import { smtpMail } from '../../server/adapters/mail/smtpMail';
import type { AuthDeps } from '../../server/auth/auth';
import { judgeNewPassword } from '../../server/auth/newPassword';
import { type Browser, freshAddress, givePasswords, openBrowser, openDatabase, openSite, password, signIn, type TestDatabase } from './support';
import { openPage, submitForm, wordsOf } from './support/forms';
import { openSmtpServer } from './support/smtpServer';
import { eventually } from '../support/eventually';

const letters: Letter[] = [];
let failing = false;
const mail: Mail = { send: async (letter) => { if (failing) throw new Error('no server'); letters.push(letter); return { provider: 'outbox', ref: '1' }; } };

let database: TestDatabase;
let app: FastifyInstance;
let origin: string;
let deps: AuthDeps;
beforeAll(async () => {
  database = await openDatabase();
  ({ app, origin, deps } = await openSite(database.pool, { mail, inviteEveryMs: 200 }));
  await givePasswords(deps);
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  letters.length = 0;
  await database.pool.query('delete from auth_limits');
});

const fresh = 'otra frase larga y secreta';
const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const ask = async (email: string, ip = freshAddress()) => {
  const browser = openBrowser(origin);
  return { browser, page: await submitForm(browser, await openPage(browser, `${origin}/api/auth/forgot?lng=en`), '/forgot', { email }, ip) };
};
const nextLetter = async (to: string): Promise<Letter> => eventually(() => {
  const found = letters.find((letter) => letter.to === to);
  if (!found) throw new Error(`no letter to ${to}`);
  return found;
});
const linkIn = ({ text }: Letter): string => /https?:\S+/.exec(text)![0];
const resetLink = async (email = 'ana@carreras.test'): Promise<string> => {
  await ask(email);
  return linkIn(await nextLetter(email));
};
const choose = async (link: string, one = fresh, two = one, browser: Browser = openBrowser(origin)) => {
  const page = await openPage(browser, link);
  return page.status === 200 ? submitForm(browser, page, new URL(link).pathname.replace('/api/auth', ''), { fresh: one, again: two }) : page;
};
const refusal = async (email: string, secret: string): Promise<string | null> => (await signIn(openBrowser(origin), origin, email, secret)).searchParams.get('error');

describe('asking for another password', () => {
  test('answers the same, in the same words, whether or not the account exists', async () => {
    const answers = [];
    for (const email of ['ana@carreras.test', 'nobody@carreras.test', 'baja@carreras.test', 'not an e-mail', '']) {
      const { page } = await ask(email);
      answers.push([page.status, new URL(page.url).pathname + new URL(page.url).search, wordsOf(page)]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([200, '/api/auth/forgot?done=sent&lng=en', expect.stringContaining('If there is an account with that e-mail')]);
    await nextLetter('ana@carreras.test');
    expect(letters.map(({ to }) => to)).toEqual(['ana@carreras.test']);
  });

  test('answers before it looks, so that its time tells nothing: even while the accounts cannot be read', async () => {
    const post = () => fetch(`${origin}/api/auth/forgot`, { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded', origin, 'x-forwarded-for': freshAddress() }, body: 'email=ana@carreras.test' });
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
    const silent = await openSite(database.pool, { mail: null });
    const browser = openBrowser(silent.origin);
    const page = await submitForm(browser, await openPage(browser, `${silent.origin}/api/auth/forgot`), '/forgot', { email: 'ana@carreras.test' });
    expect(new URL(page.url).searchParams.get('error')).toBe('EMAIL_REQUIRES_ADAPTER_ERROR');
    expect(wordsOf(page)).toContain('Esta instalación no manda correos.');
    expect((await openPage(browser, `${silent.origin}/api/auth/signin`)).html).not.toContain('/forgot');
    await silent.app.close();
  });
});

describe('the link of a reset', () => {
  test('is written in the language of its reader', async () => {
    await ask('ana@carreras.test');
    await ask('beto@carreras.test');
    expect(await nextLetter('ana@carreras.test')).toMatchObject({ subject: 'Restablece tu contraseña de Dorsal', text: expect.stringContaining('Hola, Ana:') });
    expect(await nextLetter('beto@carreras.test')).toMatchObject({ subject: 'Reset your Dorsal password', text: expect.stringContaining('Hello, Beto,') });
    for (const { subject, text } of letters) expect(subject + text).not.toMatch(/missing:|undefined|\{\{/);
  });

  test('lets the person choose a password, ends all their sessions, tells them, and works once', async () => {
    const elsewhere = openBrowser(origin);
    await signIn(elsewhere, origin, 'ana@carreras.test');
    const link = await resetLink();
    const done = await choose(link);
    expect([new URL(done.url).searchParams.get('done'), wordsOf(done)]).toEqual(['reset', expect.stringContaining('Guardamos tu contraseña.')]);
    expect(await refusal('ana@carreras.test', fresh)).toBeNull();
    expect(await refusal('ana@carreras.test', password)).toBe('CredentialsSignin');
    expect(await (await elsewhere.fetch(`${origin}/api/auth/session`)).json()).toBeNull();
    await eventually(() => expect(letters.some(({ subject }) => subject === 'Cambió tu contraseña de Dorsal')).toBe(true));
    const again = await choose(link, 'y otra frase larga mas');
    expect([again.status, wordsOf(again)]).toEqual([410, expect.stringContaining('Este enlace ya no sirve')]);
    expect(await refusal('ana@carreras.test', fresh)).toBeNull();
    await givePasswords(deps);
  });

  test('used twice at the same moment works once', async () => {
    const link = await resetLink();
    const pages = await Promise.all([1, 2, 3].map(async (number) => {
      const browser = openBrowser(origin);
      return { browser, page: await openPage(browser, link), number };
    }));
    const ends = await Promise.all(pages.map(({ browser, page, number }) => submitForm(browser, page, '/reset', { fresh: `${fresh} ${number}`, again: `${fresh} ${number}` })));
    expect(ends.filter(({ status }) => status === 410)).toHaveLength(2);
    await givePasswords(deps);
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
    await givePasswords(deps);
  });

  test('lasts an hour and is kept only as a hash; looking at it does not use it up', async () => {
    const link = await resetLink();
    const ticket = new URL(link).searchParams.get('ticket')!;
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
    const { rows } = await run(`select *, extract(epoch from expires - now()) as seconds from auth_tickets where used_at is null and purpose = 'reset' order by expires desc limit 1`);
    expect(JSON.stringify(rows)).not.toContain(ticket);
    expect(Number(rows[0].seconds)).toBeGreaterThan(3500);
    expect(Number(rows[0].seconds)).toBeLessThanOrEqual(3600);
    for (let look = 0; look < 3; look += 1) expect((await openPage(openBrowser(origin), link)).status).toBe(200);
    expect((await openPage(openBrowser(origin), link.replace('/reset', '/invitation'))).status).toBe(410);
  });

  test.each([['corta', 'corta', 'passwordShort'], [fresh, `${fresh}.`, 'passwordsDiffer'], ['ana@carreras.test', 'ana@carreras.test', 'passwordIsEmail']])(
    'takes no bad password (%s) and stays good', async (one, two, error) => {
      const link = await resetLink();
      const page = await choose(link, one, two);
      expect(new URL(page.url).searchParams.get('error')).toBe(error);
      expect(page.html).toContain('role="alert"');
      expect(await refusal('ana@carreras.test', password)).toBeNull();
      expect((await openPage(openBrowser(origin), link)).status).toBe(200);
    });

  test('keeps a demonstration account what it is', async () => {
    await choose(await resetLink('demo@demo.test'));
    const { rows } = await run('select demo from auth_credentials where userid = 13');
    expect(rows).toEqual([{ demo: true }]);
    await givePasswords(deps);
  });

  test('bounds the length in code points', () => {
    expect(judgeNewPassword('🏃'.repeat(11), '🏃'.repeat(11), '')).toBe('passwordShort');
    expect(judgeNewPassword('🏃'.repeat(12), '🏃'.repeat(12), '')).toBeNull();
    expect(judgeNewPassword('x'.repeat(1025), 'x'.repeat(1025), '')).toBe('passwordLong');
  });
});

describe('an invitation', () => {
  const invite = async (userid: number, email: string): Promise<void> => {
    await run(`insert into users (userid, asdeporteid, email, first_name, last_name, locale, status) values ($1, 'ASD-' || $2, $2, 'Nora', 'Nueva', 'en', 'invited')`, [userid, email]);
    await run(`insert into memberships (userid, organizationid, status) values ($1, 1, 'invited')`, [userid]);
  };
  const states = async (userid: number) => (await run(`select u.status as person, m.status as membership, m.organizationid::int from users u join memberships m on m.userid = u.userid where u.userid = $1 order by m.organizationid`, [userid])).rows;

  let second: Letter;
  test('goes out by itself, once, and opens the account and that one membership', async () => {
    await invite(30, 'nora@carreras.test');
    const letter = await nextLetter('nora@carreras.test');
    expect([letter.subject, letter.text]).toEqual(['Alfa invites you to Dorsal', expect.stringContaining('Hello, Nora,')]);
    await run(`insert into memberships (userid, organizationid, status) values (30, 2, 'invited')`);
    second = await eventually(() => letters.find(({ subject }) => subject === 'Beta invites you to Dorsal') ?? Promise.reject(new Error('none')));
    expect(await refusal('nora@carreras.test', fresh)).toBe('CredentialsSignin');
    const done = await choose(linkIn(letter));
    expect(new URL(done.url).searchParams.get('done')).toBe('invitation');
    expect(done.html).toContain('value="nora@carreras.test"');
    expect(await states(30)).toEqual([{ person: 'active', membership: 'active', organizationid: 1 }, { person: 'active', membership: 'invited', organizationid: 2 }]);
    expect(await refusal('nora@carreras.test', fresh)).toBeNull();
    expect((await choose(linkIn(letter))).status).toBe(410);
    const { rows } = await run(`select resource, verb, action, actor_userid::int, before, after from audits where action = 'accept'`);
    expect(rows).toEqual([{ resource: 'memberships', verb: 'action', action: 'accept', actor_userid: 30, before: { status: 'invited' }, after: { status: 'active' } }]);
  });

  test('to a second organisation asks for no password of who has one', async () => {
    const browser = openBrowser(origin);
    const page = await openPage(browser, linkIn(second));
    expect(page.html).not.toContain('type="password"');
    await submitForm(browser, page, '/invitation');
    expect(await states(30)).toMatchObject([{ membership: 'active' }, { membership: 'active' }]);
    expect(await refusal('nora@carreras.test', fresh)).toBeNull();
  });

  test('is sent again to an invited person who asks for another password', async () => {
    await invite(31, 'otra@carreras.test');
    await nextLetter('otra@carreras.test');
    letters.length = 0;
    await ask('otra@carreras.test');
    expect((await nextLetter('otra@carreras.test')).subject).toBe('Alfa invites you to Dorsal');
  });

  test('dies when the membership is revoked', async () => {
    await invite(32, 'tres@carreras.test');
    const link = linkIn(await nextLetter('tres@carreras.test'));
    await run(`update memberships set status = 'revoked' where userid = 32`);
    expect((await choose(link)).status).toBe(410);
    expect(await states(32)).toMatchObject([{ person: 'invited', membership: 'revoked' }]);
  });

  test('that could not be sent waits and is sent later', async () => {
    failing = true;
    await invite(33, 'cuatro@carreras.test');
    await eventually(async () => expect((await run(`select attempts from auth_invitations i join memberships m on m.membershipid = i.membershipid and m.userid = 33`)).rows).toEqual([{ attempts: 1 }]));
    failing = false;
    await run('update auth_invitations set next_at = now() - interval \'1 second\' where sent_at is null');
    await nextLetter('cuatro@carreras.test');
  });
});

test('whoever lost the second factor to an administrator is told so, once, in their language', async () => {
  failing = true;
  await run(`insert into auth_notices (userid, kind) select userid, 'factorReset' from users where email = 'ana@carreras.test'`);
  await eventually(async () => expect((await run('select attempts from auth_notices')).rows).toEqual([{ attempts: 1 }]));
  failing = false;
  await run('update auth_notices set next_at = now() - interval \'1 second\'');
  const { subject, text } = await nextLetter('ana@carreras.test');
  expect(subject + text).not.toMatch(/missing:|undefined|\{\{/);
  expect(text).toContain('/api/auth/account');
  await eventually(async () => expect((await run('select 1 from auth_notices')).rows).toEqual([]));
  expect(letters).toHaveLength(1);
});

describe('the ways out', () => {
  test('are SMTP where it is named, the outbox elsewhere, and none in production without SMTP', () => {
    const of = (production: boolean, smtpUrl?: string) => createMail({ production, smtpUrl, authSecret: 'x' }, database.pool);
    expect(of(true)).toBeNull();
    expect(of(false)?.recent).toBeDefined();
    expect(of(true, 'smtp://mail.dorsal.test')?.recent).toBeUndefined();
  });

  test('SMTP delivers the letter whole, from the sender of its address', async () => {
    const server = await openSmtpServer();
    await smtpMail(server.address).send({ to: 'ana@carreras.test', subject: 'Contraseña', text: 'Hola, Ana:\n\nhttps://auth.dorsal.test/reset?ticket=abc' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toContain('From: Dorsal <no-reply@dorsal.test>');
    expect(server.received[0]).toContain('To: ana@carreras.test');
    expect(server.received[0]).toContain('https://auth.dorsal.test/reset?ticket=abc');
    await server.close();
  });

  test('the outbox keeps letters sealed, the newest first, and a hundred of them', async () => {
    const outbox = outboxMail(database.pool, 'secret');
    for (let number = 1; number <= 103; number += 1) await outbox.send({ to: 'a@b.test', subject: `letter ${number}`, text: 'a link to nobody else' });
    const kept = await outbox.recent();
    expect([kept.length, kept[0]?.subject, kept.at(-1)?.subject]).toEqual([100, 'letter 103', 'letter 4']);
    expect(JSON.stringify((await run('select sealed from mail_outbox')).rows)).not.toMatch(/a link|nobody else/); // no chance makes a blank
    expect(await outboxMail(database.pool, 'another').recent()).toEqual([]);
  });

  test('the outbox page exists only beside demonstration accounts, and never in production', async () => {
    const outbox = outboxMail(database.pool, 'secret');
    await outbox.send({ to: 'a@b.test', subject: '<b>bold</b>', text: 'https://x.test/?a=1&b="2"' });
    const demo = await openSite(database.pool, { mail: outbox });
    const page = await openPage(openBrowser(demo.origin), `${demo.origin}/api/auth/outbox`);
    expect(page.html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect((await openPage(openBrowser(demo.origin), `${demo.origin}/api/auth/signin`)).html).toContain('/api/auth/outbox');
    await run('update auth_credentials set demo = false');
    const hidden = async (site: string) => (await fetch(`${site}/api/auth/outbox`)).status;
    expect(await hidden(demo.origin)).toBe(404);
    await run('update auth_credentials set demo = true where userid = 13');
    const real = await openSite(database.pool, { mail: outbox, production: true });
    expect([await hidden(demo.origin), await hidden(real.origin), await hidden(origin)]).toEqual([200, 404, 404]);
    await Promise.all([demo.app.close(), real.app.close()]);
  });
});
