import { describe, expect, test } from 'vitest';
import { TOTP, Secret } from 'otpauth';
import { createSecondFactor } from '../../server/auth/secondFactor';
import { createSecondSteps } from '../../server/auth/secondStep';
import { createSeal } from '../../server/kernel/secrets';
import type { AuthDeps } from '../../server/auth/auth';
import { type Browser, givePasswords, openBrowser, password, signIn, type TestDatabase } from './support';
import { onSite } from './support/onSite';
import { openPage, submitForm, wordsOf } from './support/forms';

let database: TestDatabase, origin: string, deps: AuthDeps;
onSite((site) => {
  ({ database, origin, deps } = site);
});

const ana = 10,
  beto = 11;
const stepMs = 30_000;
const codeAt = (secret: string, at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
/** A second factor whose clock stands still until it is set, turned on for one person. */
const openFactor = async (userid: number, at = Date.parse('2026-06-01T12:00:00Z')) => {
  const clock = { at };
  const factor = createSecondFactor(database.pool, deps.secret, () => clock.at);
  await factor.turnOff(userid);
  await factor.start(userid);
  const { secret } = (await factor.pending(userid, 'a@b.test'))!;
  const codes = (await factor.confirm(userid, codeAt(secret, at)))!;
  return { factor, clock, secret, codes };
};
const session = async (browser: Browser): Promise<unknown> => (await browser.fetch(`${origin}/api/auth/session`)).json();
const login = async (browser: Browser, email = 'ana@carreras.test') =>
  submitForm(
    browser,
    await openPage(browser, `${origin}/api/auth/signin?lng=en&callbackUrl=${encodeURIComponent(`${origin}/api/auth/account`)}`),
    '/callback/credentials',
    { email, password },
  );
const lift = () => database.pool.query('delete from auth_limits');

describe('a code of the device', () => {
  test('is right in its step and the one before or after it, and wrong in any other', async () => {
    const { factor, clock, secret } = await openFactor(ana);
    const start = clock.at;
    for (const [steps, verdict] of [
      [8, 'wrong'],
      [9, 'right'],
      [10, 'right'],
      [11, 'right'],
      [12, 'wrong'],
    ] as const) {
      clock.at = start + 10 * stepMs;
      expect(await factor.verify(ana, codeAt(secret, start + steps * stepMs)), String(steps)).toBe(verdict);
    }
  });

  test('is refused the second time, and so is every earlier one', async () => {
    const { factor, clock, secret } = await openFactor(ana);
    clock.at += 10 * stepMs;
    const code = codeAt(secret, clock.at);
    expect(await factor.verify(ana, code)).toBe('right');
    expect(await factor.verify(ana, code)).toBe('wrong');
    expect(await factor.verify(ana, codeAt(secret, clock.at - stepMs))).toBe('wrong');
    clock.at += stepMs;
    expect(await factor.verify(ana, codeAt(secret, clock.at))).toBe('right');
  });

  test('sent twenty times at the same moment is right once', async () => {
    const { factor, clock, secret } = await openFactor(ana);
    clock.at += 10 * stepMs;
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => factor.verify(ana, codeAt(secret, clock.at))));
    expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(1);
  });

  test('of the RFC is read as the RFC says', async () => {
    const secret = Secret.fromUTF8('12345678901234567890').base32;
    await database.pool.query('update auth_second_factors set sealed_secret = $2, last_step = 0 where userid = $1', [
      ana,
      createSeal(deps.secret, 'second factor').close(secret),
    ]);
    const factor = createSecondFactor(database.pool, deps.secret, () => 1_111_111_109_000);
    expect(await factor.verify(ana, '081804')).toBe('right');
  });

  test('is checked against a secret that the database alone does not give away', async () => {
    const { secret } = await openFactor(ana);
    const { rows } = await database.pool.query<{ sealed_secret: string }>(
      'select sealed_secret from auth_second_factors where userid = $1',
      [ana],
    );
    expect(rows[0]?.sealed_secret).not.toContain(secret);
    expect(createSeal('another secret', 'second factor').open(rows[0]?.sealed_secret ?? '')).toBeNull();
    expect(createSeal(deps.secret, 'another purpose').open(rows[0]?.sealed_secret ?? '')).toBeNull();
    expect(createSeal(deps.secret, 'second factor').open(rows[0]?.sealed_secret ?? '')).toBe(secret);
  });
});

describe('a recovery code', () => {
  test('works once, in any spelling, for its owner only, and is kept as a hash', async () => {
    const { factor, codes } = await openFactor(ana);
    await openFactor(beto);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(await factor.verify(beto, codes[0]!)).toBe('wrong');
    expect(await factor.verify(ana, ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} `)).toBe('right');
    expect(await factor.verify(ana, codes[0]!)).toBe('wrong');
    expect(await factor.codesLeft(ana)).toBe(9);
    const { rows } = await database.pool.query<{ code_hash: string }>('select code_hash from auth_recovery_codes');
    expect(JSON.stringify(rows)).not.toContain(codes[1]);
    await factor.turnOff(beto);
  });

  test('dies when new ones are made', async () => {
    const { factor, codes } = await openFactor(ana);
    const fresh = await factor.renewCodes(ana);
    expect(await factor.verify(ana, codes[0]!)).toBe('wrong');
    expect(await factor.verify(ana, fresh[0]!)).toBe('right');
  });
});

describe('turning it on', () => {
  test('takes the password and a code, shows the picture, the key and the recovery codes, and marks the person', async () => {
    await lift();
    const browser = openBrowser(origin);
    const account = await login(browser, 'beto@carreras.test');
    const enrol = await submitForm(browser, account, '/account/second-factor/start');
    expect(enrol.html).toContain('<svg class="qr" role="img" aria-label="QR code for the app"');
    const secret = /<code class="secret">([A-Z2-7 ]+)</.exec(enrol.html)![1]!.replaceAll(' ', '');
    for (const typed of [
      { password: 'wrong', totp: codeAt(secret, Date.now()) },
      { password, totp: '000000' },
    ])
      expect(wordsOf(await submitForm(browser, enrol, '/account/second-factor', typed))).toContain(
        'The password or the code is not right.',
      );
    const { rows: before } = await database.pool.query('select mfa_enabled from users where userid = $1', [beto]);
    expect(before[0].mfa_enabled).toBe(false);
    const shown = await submitForm(browser, enrol, '/account/second-factor', { password, totp: codeAt(secret, Date.now()) });
    expect(shown.html.match(/<li><code>/g)).toHaveLength(10);
    const { rows } = await database.pool.query('select mfa_enabled from users where userid = $1', [beto]);
    expect(rows[0].mfa_enabled).toBe(true);
  });

  test('is not undone by starting again, and off takes a password and a code', async () => {
    const { codes } = await openFactor(ana);
    const browser = openBrowser(origin);
    await lift();
    const code = await login(browser);
    await submitForm(browser, code, '/callback/credentials', { totp: codes[0]! });
    const factor = createSecondFactor(database.pool, deps.secret);
    await factor.start(ana);
    expect(await factor.isOn(ana)).toBe(true);
    const manage = await openPage(browser, `${origin}/api/auth/account/second-factor?lng=en`);
    expect(manage.html).not.toContain('class="qr"');
    await submitForm(browser, manage, '/account/second-factor/change', { password, totp: '000000', act: 'off' });
    expect(await factor.isOn(ana)).toBe(true);
    expect(
      wordsOf(await submitForm(browser, manage, '/account/second-factor/change', { password, totp: codes[1]!, act: 'off' })),
    ).toContain('Two-step verification is off.');
    expect(await factor.isOn(ana)).toBe(false);
  });
});

describe('signing in with it', () => {
  test('asks for the code only after a right password, without typing the password twice', async () => {
    await lift();
    const { codes } = await openFactor(ana);
    const browser = openBrowser(origin);
    const page = await login(browser);
    expect(new URL(page.url).searchParams.get('code')).toBe('totp_required');
    expect(wordsOf(page)).toContain('Second step');
    expect(page.html).not.toContain('type="password"');
    expect(await session(browser)).toBeNull();
    const again = await submitForm(browser, page, '/callback/credentials', { totp: '123456' });
    expect(wordsOf(again)).toContain('The code is not right or was used already.');
    expect(await session(browser)).toBeNull();
    await submitForm(browser, again, '/callback/credentials', { totp: codes[0]! });
    expect(await session(browser)).toMatchObject({ user: { userid: ana } });
    expect(browser.cookies.has('authjs.second-step')).toBe(false);
  });

  test('says nothing of a second step to who does not know the password', async () => {
    await openFactor(ana);
    const url = await signIn(openBrowser(origin), origin, 'ana@carreras.test', 'wrong');
    expect(url.searchParams.get('code')).toBe('credentials');
  });

  test('takes both in one post of a script', async () => {
    const { codes } = await openFactor(ana);
    const browser = openBrowser(origin);
    const { csrfToken } = (await (await browser.fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
    const answer = await browser.fetch(`${origin}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@carreras.test', password, totp: codes[0], csrfToken, json: 'true' }),
    });
    expect(((await answer.json()) as { url: string }).url).toBe(`${origin}/`);
    expect(await session(browser)).not.toBeNull();
  });

  test('locks after five wrong codes, the right one included', async () => {
    await lift();
    const { codes } = await openFactor(ana);
    const browser = openBrowser(origin);
    let page = await login(browser);
    for (let guess = 0; guess < 5; guess += 1) page = await submitForm(browser, page, '/callback/credentials', { totp: `00000${guess}` });
    const locked = await submitForm(browser, page, '/callback/credentials', { totp: codes[0]! });
    expect(wordsOf(locked)).toContain('There were too many attempts.');
    expect(await session(browser)).toBeNull();
    await lift();
  });

  test('begins again when the password changed meanwhile, and when five minutes have gone by', async () => {
    const { codes } = await openFactor(ana);
    const browser = openBrowser(origin);
    const page = await login(browser);
    await givePasswords(deps);
    await submitForm(browser, page, '/callback/credentials', { totp: codes[0]! });
    expect(await session(browser)).toBeNull();
    const clock = { at: 0 };
    const steps = createSecondSteps('s', () => clock.at);
    const text = steps.write({ userid: ana, changed: 1 });
    clock.at = 299_999;
    expect(steps.read(text)).toEqual({ userid: ana, changed: 1 });
    clock.at = 300_000;
    expect(steps.read(text)).toBeNull();
    expect(createSecondSteps('other').read(text)).toBeNull();
  });

  test('cannot be skipped by a second-step cookie of another site, nor by the code alone', async () => {
    const { codes } = await openFactor(ana);
    for (const cookies of [
      new Map<string, string>(),
      new Map([['authjs.second-step', createSecondSteps('another secret').write({ userid: ana, changed: 0 })]]),
    ]) {
      const browser = openBrowser(origin, cookies);
      const page = await openPage(browser, `${origin}/api/auth/signin`);
      await submitForm(browser, page, '/callback/credentials', { totp: codes[0]! });
      expect(await session(browser)).toBeNull();
    }
  });
});
