import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { safeUrl } from '@/providers/session/safeUrl';
import { createSessionClient, type SessionClient, type SessionClientOptions } from '@/providers/session/sessionClient';
import { attacks } from './attacks';
import { type Browser, givePasswords, openBrowser, openDatabase, openSite, password, type TestDatabase } from './support';
import { eventually } from '../support/eventually';

let database: TestDatabase;
let app: FastifyInstance;
let origin: string;
const open: SessionClient[] = [];

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  database = await openDatabase();
  const site = await openSite(database.pool);
  ({ app, origin } = site);
  await givePasswords(site.deps);
});
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

const openClient = (browser: Browser, options: Partial<SessionClientOptions> = {}) => {
  const visited: string[] = [];
  const client = createSessionClient({
    auth: '/api/auth',
    fetch: browser.fetch,
    navigate: (url) => visited.push(url),
    here: () => `${origin}/events?page=2`,
    storage: memory(),
    ...options,
  });
  open.push(client);
  return { client, visited };
};

const credentials = { email: 'ana@carreras.test', password };
const openSignedIn = async (options: Partial<SessionClientOptions> = {}) => {
  const browser = openBrowser(origin);
  const opened = openClient(browser, options);
  expect(await opened.client.signIn('credentials', credentials, { redirect: false })).toMatchObject({ ok: true });
  return { browser, ...opened };
};
/** A fetch that fails while `broken.now` is true. */
const breakable = (browser: Browser) => {
  const broken = { now: false, times: 0 };
  const flaky: typeof fetch = async (input, init) => {
    if (!broken.now) return browser.fetch(input, init);
    broken.times += 1;
    throw new TypeError('fetch failed');
  };
  return { broken, flaky };
};

describe('reading the session', () => {
  test('is loading, then unauthenticated for a stranger', async () => {
    const { client } = openClient(openBrowser(origin));
    expect(client.getState()).toEqual({ session: null, status: 'loading', updating: false, looping: false, unreachable: false });
    client.start();
    expect(await client.ready()).toMatchObject({ status: 'unauthenticated', session: null });
  });

  test('sends credentials to the site', async () => {
    const inits: RequestInit[] = [];
    const browser = openBrowser(origin);
    const { client } = openClient(browser, {
      fetch: (input, init) => {
        inits.push(init ?? {});
        return browser.fetch(input, init);
      },
    });
    await client.getSession();
    expect(inits.map(({ credentials: sent }) => sent)).toEqual(['include']);
  });

  test('tells subscribers, until they leave', async () => {
    const { client } = openClient(openBrowser(origin));
    const seen: string[] = [];
    const leave = client.subscribe(() => seen.push(client.getState().status));
    await client.getSession();
    leave();
    await client.getSession();
    expect(seen).toEqual(['unauthenticated']);
  });

  test('reads that wait together are one request', async () => {
    const browser = openBrowser(origin);
    const asked = vi.fn(browser.fetch);
    const { client } = openClient(browser, { fetch: asked });
    await Promise.all([client.getSession(), client.getSession(), client.getSession()]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('a first failure is an empty session and is tried again', async () => {
    const { broken, flaky } = breakable((await openSignedIn()).browser);
    broken.now = true;
    const { client } = openClient(openBrowser(origin), { fetch: flaky, retryMs: 5 });
    client.start();
    expect(await client.ready()).toMatchObject({ status: 'unauthenticated' });
    broken.now = false;
    await eventually(() => expect(client.getState().status).toBe('authenticated'));
  });

  test('a later failure keeps the last session, is logged, and is tried again', async () => {
    const { browser } = await openSignedIn();
    const { broken, flaky } = breakable(browser);
    const { client } = openClient(browser, { fetch: flaky, retryMs: 5 });
    client.start();
    await client.ready();
    broken.now = true;
    expect(await client.getSession()).toMatchObject({ user: { asdeporteId: 'ASD-10' } });
    expect(console.error).toHaveBeenCalledWith('[session][CLIENT_FETCH_ERROR]', expect.anything());
    await eventually(() => expect(broken.times).toBeGreaterThan(3));
    expect(client.getState().status).toBe('authenticated');
  });

  test('a later failure drops a session that has expired meanwhile', async () => {
    const { browser } = await openSignedIn();
    const { broken, flaky } = breakable(browser);
    let ahead = 0;
    const { client } = openClient(browser, { fetch: flaky, now: () => Date.now() + ahead });
    await client.getSession();
    broken.now = true;
    ahead = 9 * 3_600_000;
    expect(await client.getSession()).toBeNull();
    expect(client.getState().status).toBe('unauthenticated');
  });

  test.each([503, 500, 404])('an answer %i is a failure, not a sign-out', async (status) => {
    const { browser } = await openSignedIn();
    let answer: number | null = null;
    const { client } = openClient(browser, {
      fetch: async (input, init) => (answer === null ? browser.fetch(input, init) : new Response('{}', { status: answer })),
    });
    await client.getSession();
    answer = status;
    expect(await client.getSession()).not.toBeNull();
  });

  test.each(['{}', 'null', '{"user":{},"expires":"2030-01-01"}'])('the answer %s is no session in either dialect', async (body) => {
    const { client } = openClient(openBrowser(origin), { fetch: async () => new Response(body) });
    expect(await client.getSession()).toBeNull();
  });
});

describe('signing in', () => {
  test('gives ok, the url and a session', async () => {
    const { client, visited } = openClient(openBrowser(origin));
    expect(await client.signIn('credentials', credentials)).toEqual({
      ok: true,
      error: null,
      code: null,
      status: 200,
      url: `${origin}/events?page=2`,
    });
    expect(client.getState()).toMatchObject({ status: 'authenticated', session: { organization: { organizationid: 2 } } });
    expect(visited).toEqual([`${origin}/events?page=2`]);
  });

  test('a wrong password gives an error, a null url and goes nowhere', async () => {
    const { client, visited } = openClient(openBrowser(origin));
    expect(await client.signIn('credentials', { ...credentials, email: 'x@carreras.test' })).toEqual({
      ok: false,
      error: 'CredentialsSignin',
      code: 'credentials',
      status: 200,
      url: null,
    });
    expect(visited).toEqual([]);
  });

  test('an unknown provider goes to the login page, no providers to the error page', async () => {
    const { client, visited } = openClient(openBrowser(origin));
    expect((await client.signIn('facebook')).ok).toBe(false);
    const none = openClient(openBrowser(origin), { fetch: async () => new Response('{}') });
    await none.client.signIn('credentials');
    expect([...visited, ...none.visited]).toEqual([
      `${origin}/api/auth/signin?callbackUrl=${encodeURIComponent(`${origin}/events?page=2`)}`,
      `${origin}/api/auth/error`,
    ]);
  });

  test('a browser that keeps no cookies is not signed in, whatever the status says', async () => {
    const { client } = openClient({ cookies: new Map(), fetch: (input, init) => openBrowser(origin).fetch(input, init) });
    expect(await client.signIn('credentials', credentials, { redirect: false })).toMatchObject({
      ok: false,
      error: 'MissingCSRF',
      url: null,
    });
  });

  test('a refused token is repeated once with a new one', async () => {
    const browser = openBrowser(origin);
    let tossed = false;
    const { client } = openClient(browser, {
      fetch: async (input, init) => {
        if (!tossed && String(input).endsWith('/callback/credentials')) {
          tossed = true;
          browser.cookies.delete('authjs.csrf-token');
        }
        return browser.fetch(input, init);
      },
    });
    expect(await client.signIn('credentials', credentials, { redirect: false })).toMatchObject({ ok: true });
  });

  test.each(attacks)('never leads to %s', async (_name, asked) => {
    expect(safeUrl(asked, ['https://app.dorsal.test'])).toBeNull();
    const browser = openBrowser(origin);
    const { client, visited } = openClient(browser, {
      fetch: async (input, init) =>
        String(input).includes('/callback/')
          ? (await browser.fetch(input, init), Response.json({ url: asked }))
          : browser.fetch(input, init),
    });
    await client.signIn('credentials', credentials).catch(() => undefined);
    expect(visited.filter((url) => url !== `${origin}/`)).toEqual([]);
  });
});

describe('changing the organization', () => {
  test('is accepted only if the site took it, and never shows loading', async () => {
    const { client } = await openSignedIn();
    const seen: string[] = [];
    client.subscribe(() => seen.push(`${client.getState().status} ${client.getState().updating}`));
    expect(await client.update({ organization: { organizationid: 1 } })).toMatchObject({
      accepted: true,
      session: { organization: { organizationid: 1 } },
    });
    expect(await client.update({ organization: { organizationid: 3 } })).toMatchObject({
      accepted: false,
      session: { organization: { organizationid: 1 } },
    });
    expect([...new Set(seen)]).toEqual(['authenticated true', 'authenticated false']);
    await client.update({ organization: { organizationid: 2 } });
  });

  test('is not undone by a read that was asked before it', async () => {
    const { client } = await openSignedIn();
    const [, changed] = await Promise.all([
      client.getSession(),
      client.update({ organization: { organizationid: 1 } }),
      client.getSession(),
    ]);
    expect(changed.accepted).toBe(true);
    expect(client.getState().session?.organization?.organizationid).toBe(1);
    await client.update({ organization: { organizationid: 2 } });
  });

  test('does nothing without a session, and keeps the session when the site fails', async () => {
    expect(await openClient(openBrowser(origin)).client.update({ organization: { organizationid: 1 } })).toEqual({
      accepted: false,
      session: null,
    });
    const { browser } = await openSignedIn();
    const { broken, flaky } = breakable(browser);
    const { client } = openClient(browser, { fetch: flaky });
    await client.getSession();
    broken.now = true;
    expect(await client.update({ organization: { organizationid: 1 } })).toMatchObject({
      accepted: false,
      session: { user: { asdeporteId: 'ASD-10' } },
    });
    expect(client.getState()).toMatchObject({ status: 'authenticated', updating: false });
  });
});

describe('signing out', () => {
  test('ends the session and leads to the login page, and from there to the app', async () => {
    const { client, visited, browser } = await openSignedIn();
    expect(await client.signOut()).toEqual({ ok: true, url: `${origin}/` });
    expect(visited).toEqual([`${origin}/api/auth/signin?${new URLSearchParams({ callbackUrl: `${origin}/` })}`]);
    expect(client.getState()).toMatchObject({ status: 'unauthenticated', session: null });
    expect(await (await browser.fetch(`${origin}/api/auth/session`)).json()).toBeNull();
  });

  test('is not undone by a read under way', async () => {
    const { client } = await openSignedIn();
    await Promise.all([client.getSession(), client.signOut({ redirect: false }), client.getSession()]);
    expect(client.getState().status).toBe('unauthenticated');
  });

  test('says so when the site cannot be reached', async () => {
    const { browser } = await openSignedIn();
    const { broken, flaky } = breakable(browser);
    const { client, visited } = openClient(browser, { fetch: flaky });
    await client.getSession();
    broken.now = true;
    expect(await client.signOut()).toEqual({ ok: false, url: null });
    expect([client.getState().status, visited]).toEqual(['authenticated', []]);
  });
});

describe('other tabs', () => {
  const openTabs = async () => {
    const { browser, client: first } = await openSignedIn();
    const { client: second } = openClient(browser);
    for (const tab of [first, second]) tab.start();
    await Promise.all([first.getSession(), second.getSession()]);
    return { first, second };
  };

  test('hear of a chosen organization and of signing out', async () => {
    const { first, second } = await openTabs();
    await first.update({ organization: { organizationid: 1 } });
    await eventually(() => expect(second.getState().session?.organization?.organizationid).toBe(1));
    await second.update({ organization: { organizationid: 2 } });
    await second.signOut({ redirect: false });
    await eventually(() => expect(first.getState().status).toBe('unauthenticated'));
  });

  test('speak and hear the older dialect through storage too', async () => {
    const page = new EventTarget();
    const written: [string, string][] = [];
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => written.push([key, value]) });
    const { client, browser } = await openSignedIn();
    client.start();
    await client.getSession();
    await client.update({ organization: { organizationid: 1 } });
    await client.update({ organization: { organizationid: 2 } });
    const messages = written.map(([key, value]) => [key, JSON.parse(value)]);
    expect(messages).toEqual(
      [0, 1].map(() => [
        'nextauth.message',
        expect.objectContaining({ event: 'session', data: { trigger: 'getSession' }, timestamp: expect.any(Number) }),
      ]),
    );
    expect(written[0]?.[1]).not.toBe(written[1]?.[1]);
    await openClient(browser).client.signOut({ redirect: false });
    const newValue = JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 });
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'nextauth.message', newValue }));
    await eventually(() => expect(client.getState().status).toBe('unauthenticated'));
  });
});

describe('keeping up', () => {
  const openPage = (visibilityState: string) => {
    const page = Object.assign(new EventTarget(), { visibilityState, cookie: '' });
    vi.stubGlobal('document', page);
    return page;
  };

  test('reads again when the tab becomes visible, also after it was signed out', async () => {
    const page = openPage('visible');
    const browser = openBrowser(origin);
    const { client } = openClient(browser);
    client.start();
    await client.ready();
    await openClient(browser).client.signIn('credentials', credentials, { redirect: false });
    page.dispatchEvent(new Event('visibilitychange'));
    await eventually(() => expect(client.getState().status).toBe('authenticated'));
  });

  /** Another client, which polls in any case, has polled three times: a client that polls as often would have done so by now. */
  const polledElsewhere = async (browser: Awaited<ReturnType<typeof openSignedIn>>['browser']): Promise<void> => {
    const asked = vi.fn(browser.fetch);
    const { client } = openClient(browser, { fetch: asked, pollSeconds: 0.02, pollOffline: true });
    client.start();
    await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(3));
    client.stop();
  };

  test.each([
    [true, undefined, true],
    [false, undefined, false],
    [false, true, true],
  ])('polls online (%s) or when polling offline is on (%s): %s', async (onLine, pollOffline, polls) => {
    const { browser } = await openSignedIn();
    vi.stubGlobal('navigator', { onLine });
    const asked = vi.fn(browser.fetch);
    const { client } = openClient(browser, { fetch: asked, pollSeconds: 0.02, ...(pollOffline === undefined ? {} : { pollOffline }) });
    client.start();
    await client.ready();
    const first = asked.mock.calls.length;
    if (polls) await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(first));
    else await polledElsewhere(browser);
    client.stop();
    expect(asked.mock.calls.length > first).toBe(polls);
  });

  /** A page whose script sees these cookies; those of another domain cannot be deleted from here. */
  const openPageWith = (cookies: string, stuck: readonly string[] = []) => {
    const jar = new Map(cookies.split('; ').map((pair) => pair.split('=') as [string, string]));
    const set = (line: string) => {
      const name = line.split('=')[0]!;
      if (/max-age=0/.test(line) && !stuck.includes(name)) jar.delete(name);
    };
    Object.defineProperty(openPage('hidden'), 'cookie', { get: () => [...jar].map((pair) => pair.join('=')).join('; '), set });
    return jar;
  };

  test('removes leftover session and CSRF cookies of an older scheme, their pieces too, and goes to login once', async () => {
    const jar = openPageWith('old.session.0=a; old.session.1=b; old.csrf=c; older=d; other=e');
    const { client, visited } = openClient(openBrowser(origin), { leftovers: ['old.session', 'old.csrf'] });
    client.start();
    await client.ready();
    expect([...jar.keys()]).toEqual(['older', 'other']);
    expect(visited).toEqual([expect.stringContaining('/api/auth/signin?error=SessionRequired&callbackUrl=')]);
  });

  test('sends nobody in circles for a leftover that cannot be removed, nor away from a public page', async () => {
    openPageWith('old.session=1', ['old.session']);
    const stuck = openClient(openBrowser(origin), { leftovers: ['old.session'] });
    stuck.client.start();
    const jar = openPageWith('old.session=1');
    const open = openClient(openBrowser(origin), { leftovers: ['old.session'], isPublic: () => true });
    open.client.start();
    await Promise.all([stuck.client.ready(), open.client.ready()]);
    expect([stuck.visited, open.visited, jar.size]).toEqual([[], [], 0]);
  });
});

describe('the way to the login page', () => {
  test('says SessionRequired and where to come back', () => {
    const { client, visited } = openClient(openBrowser(origin));
    expect(client.login()).toBe(true);
    expect(visited).toEqual([
      `${origin}/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${origin}/events?page=2`)}`,
    ]);
  });

  test('is closed after three trips in thirty seconds, and opens again', () => {
    const storage = memory();
    let at = 0;
    const trip = () => {
      const { client, visited } = openClient(openBrowser(origin), { storage, now: () => at });
      return [client.login(), client.getState().looping, visited.length];
    };
    expect([trip(), trip(), trip(), trip()]).toEqual([
      [true, false, 1],
      [true, false, 1],
      [true, false, 1],
      [false, true, 0],
    ]);
    at = 30_001;
    expect(trip()).toEqual([true, false, 1]);
  });

  test('forgets the trips when somebody is signed in', async () => {
    const storage = memory();
    const { client } = await openSignedIn({ storage });
    for (let trip = 0; trip < 3; trip += 1) client.login();
    await client.getSession();
    expect(client.login()).toBe(true);
  });
});
