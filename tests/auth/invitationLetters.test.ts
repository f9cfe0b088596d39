import { describe, expect, test } from 'vitest';
import { type Browser, openBrowser, password, signIn } from './support';
import { openPage, submitForm, wordsOf } from './support/forms';
import { eventually } from '../support/eventually';
import { fresh, linkIn, openLetterSite } from './support/letterSite';

const site = openLetterSite();
const { letters, run, ask, nextLetter, refusal } = site;

describe('an invitation', () => {
  const invite = async (email: string, organizationid = 1): Promise<number> =>
    Number(
      (
        await run(
          `insert into memberships (email, name, organizationid, status, created_by, answer_by) values ($1, 'Nora Nueva Paz', $2, 'invited', 10, now() + interval '7 days') returning membershipid`,
          [email, organizationid],
        )
      ).rows[0].membershipid,
    );
  const stateOf = async (id: number) => (await run('select status, userid::int from memberships where membershipid = $1', [id])).rows[0];
  const begun = { first_name: 'Nora', last_name: 'Nueva', fresh, again: fresh };
  const signedIn = async (email: string, secret: string): Promise<Browser> => {
    const browser = openBrowser(site.origin);
    await signIn(browser, site.origin, email, secret);
    return browser;
  };
  const answer = async (
    link: string,
    said: 'accept' | 'decline',
    typed: Readonly<Record<string, string>> = {},
    browser = openBrowser(site.origin),
  ) => {
    const page = await openPage(browser, link);
    return page.status === 200 ? submitForm(browser, page, '/invitation', { ...typed, answer: said }) : page;
  };

  test('says who invites, to which organization, as what, for which events and until when', async () => {
    const id = await invite('detalle@carreras.test');
    expect((await nextLetter('detalle@carreras.test')).text).toMatch(
      /Ana Ruiz Soto te invita a trabajar con Alfa[^]*Como: permisos elegidos para ti\nPara: todos los eventos\nHasta: sin fecha de término[^]*durante 7 días/,
    );
    letters.length = 0;
    await run(
      `insert into profiles (profileid, name, slug) overriding system value values (900, '{"es": "Taquilla", "en": "Box office"}', 'taquilla')`,
    );
    await run(
      `insert into states (stateid, countryid, code, name, region) overriding system value values (900, 1, 'CMX', 'Ciudad de México', 'centro')`,
    );
    await run(`insert into events (eventid, organizationid, name, slug, category, region, sport, start_at, stateid, city, registration_open_at, registration_close_at, contact_email) overriding system value
      values (900, 1, '{"es": "Carrera Sol", "en": "Sun Race"}', 'sol', 'estelares', 'centro', 'running', now() + interval '60 days', 900, 'C', now(), now() + interval '30 days', 'e@example.com')`);
    await run(
      `update memberships set profileid = 900, event_scope = 'selected', expires_at = '2031-03-01T18:00:00Z' where membershipid = $1`,
      [id],
    );
    await run('insert into membership_events (membershipid, eventid) values ($1, 900)', [id]);
    await run(`update users set locale = 'en' where userid = 10`);
    await run('update auth_invitations set sent_at = null, next_at = now() where membershipid = $1', [id]);
    const { text } = await nextLetter('detalle@carreras.test');
    await run(`update users set locale = 'es' where userid = 10`);
    expect(text).toMatch(/As: Box office\nFor: Sun Race\nUntil: March 1, 2031/);
    expect(text).not.toMatch(/missing:|undefined|\{\{/);
    expect(wordsOf(await openPage(openBrowser(site.origin), linkIn({ to: '', subject: '', text })))).toMatch(
      /Ana Ruiz Soto .* Box office .* Sun Race .* March 1, 2031/,
    );
  });

  test('goes out by itself, once, and lets who has no account open one and become a member', async () => {
    const id = await invite('nora@carreras.test');
    const letter = await nextLetter('nora@carreras.test');
    expect([letter.subject, letter.text]).toEqual(['Alfa te invita a Dorsal', expect.stringContaining('Hola, Nora Nueva Paz:')]);
    expect((await run(`select 1 from users where email = 'nora@carreras.test'`)).rows).toEqual([]);
    expect(await refusal('nora@carreras.test', fresh)).toBe('CredentialsSignin');
    expect(new URL((await answer(linkIn(letter), 'accept', { ...begun, last_name: ' ' })).url).searchParams.get('error')).toBe(
      'nameMissing',
    );
    const done = await answer(linkIn(letter), 'accept', begun);
    expect(new URL(done.url).searchParams.get('done')).toBe('invitation');
    expect(done.html).toContain('value="nora@carreras.test"');
    const {
      rows: [nora],
    } = await run(`select userid::int, status, selected_organizationid::int as chosen from users where email = 'nora@carreras.test'`);
    expect(nora).toMatchObject({ status: 'active', chosen: 1 });
    expect(await stateOf(id)).toEqual({ status: 'active', userid: nora.userid });
    expect(await refusal('nora@carreras.test', fresh)).toBeNull();
    expect((await answer(linkIn(letter), 'accept', begun)).status).toBe(410);
    const { rows } = await run(
      `select resource, verb, actor_userid::int, before, after from audits where action = 'accept' and recordid = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        resource: 'memberships',
        verb: 'action',
        actor_userid: nora.userid,
        before: { status: 'invited' },
        after: { status: 'active', userid: nora.userid },
      },
    ]);
  });

  test('takes a name as one line, without what breaks a line or turns its direction', async () => {
    await invite('lina@carreras.test');
    const names = { first_name: ' Li\r\nna\u0007 \u202e', last_name: `\u2067Pa${'z'.repeat(100)}` };
    const done = await answer(linkIn(await nextLetter('lina@carreras.test')), 'accept', { ...begun, ...names });
    expect(new URL(done.url).searchParams.get('done')).toBe('invitation');
    expect((await run(`select first_name, last_name from users where email = 'lina@carreras.test'`)).rows).toEqual([
      { first_name: 'Li na', last_name: `Pa${'z'.repeat(78)}` },
    ]);
  });

  test('a name of nothing but what is not seen is no name', async () => {
    await invite('nada@carreras.test');
    const done = await answer(linkIn(await nextLetter('nada@carreras.test')), 'accept', { ...begun, first_name: '\u202e\u2066\n' });
    expect(new URL(done.url).searchParams.get('error')).toBe('nameMissing');
  });

  test('of somebody with an account is answered by them alone, signed in, and asks for no password', async () => {
    const id = await invite('beto@carreras.test', 2);
    const letter = await nextLetter('beto@carreras.test');
    expect(letter.subject).toBe('Beta invites you to Dorsal'); // in the language of the account
    const out = await openPage(openBrowser(site.origin), linkIn(letter));
    expect([out.html.includes('<form'), wordsOf(out)]).toEqual([false, expect.stringContaining('sign in to answer')]);
    const ticket = new URL(linkIn(letter)).searchParams.get('ticket')!;
    const post = (browser: Browser) =>
      openPage(browser, `${site.origin}/api/auth/invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.origin },
        body: new URLSearchParams({ ticket, answer: 'accept', ...begun }),
      });
    await post(openBrowser(site.origin));
    const ana = await signedIn('ana@carreras.test', password);
    for (const page of [await openPage(ana, linkIn(letter)), await post(ana)]) {
      expect(page.status).toBe(403);
      expect(page.html).not.toMatch(/beto@carreras|Beta/);
    }
    expect(await stateOf(id)).toEqual({ status: 'invited', userid: null });
    const page = await openPage(await signedIn('beto@carreras.test', password), linkIn(letter));
    expect(page.html).not.toContain('type="password"');
    const beto = await signedIn('beto@carreras.test', password);
    await answer(linkIn(letter), 'accept', {}, beto).catch(() => undefined); // the home page of the product is not served here
    expect(await stateOf(id)).toEqual({ status: 'active', userid: 11 });
  });

  test('leads back to itself after signing in', async () => {
    await invite('beto@carreras.test', 3);
    const link = linkIn(await nextLetter('beto@carreras.test'));
    const page = await openPage(openBrowser(site.origin), link);
    const [, href = ''] = /class="button" href="([^"]+)"/.exec(page.html) ?? [];
    const callbackUrl = new URL(href.replaceAll('&amp;', '&'), site.origin).searchParams.get('callbackUrl')!;
    expect(new URL(callbackUrl).searchParams.get('ticket')).toBe(new URL(link).searchParams.get('ticket'));
    expect((await openPage(openBrowser(site.origin), new URL(href.replaceAll('&amp;', '&'), site.origin).href)).html).toContain(
      '/api/auth/invitation?ticket=',
    );
  });

  test('that is declined keeps nothing of who declined, and cannot be answered again', async () => {
    const id = await invite('dolores@carreras.test');
    const link = linkIn(await nextLetter('dolores@carreras.test'));
    const done = await answer(link, 'decline');
    expect(wordsOf(done)).toContain('Rechazaste la invitación.');
    expect(await stateOf(id)).toEqual({ status: 'declined', userid: null });
    expect((await run(`select actor_userid, actor_name from audits where action = 'decline' and recordid = $1`, [id])).rows).toEqual([
      { actor_userid: null, actor_name: null },
    ]);
    expect((await answer(link, 'accept', begun)).status).toBe(410);
    expect((await run(`select 1 from users where email = 'dolores@carreras.test'`)).rows).toEqual([]);
  });

  test('is sent again to an invited person who asks for another password', async () => {
    await invite('otra@carreras.test');
    await nextLetter('otra@carreras.test');
    letters.length = 0;
    await ask('otra@carreras.test');
    expect((await nextLetter('otra@carreras.test')).subject).toBe('Alfa te invita a Dorsal');
  });

  test.each([
    ['is withdrawn', `update memberships set status = 'withdrawn' where membershipid = $1`, 'withdrawn'],
    ['is deleted', `update memberships set deleted_at = now() where membershipid = $1`, 'invited'],
    ['was not answered in time, which the list then says', `update memberships set answer_by = now() where membershipid = $1`, 'expired'],
  ])('dies when it %s', async (_, change, status) => {
    const email = `${status}@carreras.test`,
      id = await invite(email);
    const link = linkIn(await nextLetter(email));
    await run(change, [id]);
    expect((await answer(link, 'accept', begun)).status).toBe(410);
    await eventually(async () => expect(await stateOf(id)).toEqual({ status, userid: null }));
    expect((await run('select 1 from users where email = $1', [email])).rows).toEqual([]);
  });

  test('writes nothing to who is suspended', async () => {
    await invite('baja@carreras.test');
    await invite('testigo@carreras.test');
    await nextLetter('testigo@carreras.test');
    expect(letters.filter(({ to }) => to === 'baja@carreras.test')).toEqual([]);
  });

  test('that could not be sent waits and is sent later', async () => {
    site.isFailing = true;
    const id = await invite('cuatro@carreras.test');
    await eventually(async () =>
      expect((await run('select attempts from auth_invitations where membershipid = $1', [id])).rows).toEqual([{ attempts: 1 }]),
    );
    site.isFailing = false;
    await run("update auth_invitations set next_at = now() - interval '1 second' where sent_at is null");
    await nextLetter('cuatro@carreras.test');
  });
});
