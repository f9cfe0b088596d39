import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createTokenManager, fetchTokenText, isUnauthenticated, TokenError, type TokenAnswer } from '@/providers/session/tokenManager';
import { createTokenVerifier } from '../../server/auth/tokens';
import { eventually } from '../support/eventually';
import { type Browser, givePasswords, openBrowser, openDatabase, openSite, postWithToken, signIn, type TestDatabase } from './support';

let database: TestDatabase;
let app: FastifyInstance;
let origin: string;
let browser: Browser;
let mints = 0;

beforeAll(async () => {
  database = await openDatabase();
  const site = await openSite(database.pool);
  ({ app, origin } = site);
  await givePasswords(site.deps);
  browser = openBrowser(origin);
  await signIn(browser, origin, 'ana@carreras.test');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const openManager = (now: () => number = Date.now) => {
  mints = 0;
  const ask = fetchTokenText(origin, browser.fetch);
  return createTokenManager({
    fetchText: () => {
      mints += 1;
      return ask();
    },
    suffix: '.dorsal',
    retryMs: [],
    now,
  });
};
const verifier = () =>
  createTokenVerifier({ secret: 'a secret of tests that is long enough', origin, basePath: '/api/auth', tokenSuffix: '.dorsal' });
const answering = (answer: () => Promise<TokenAnswer>, retryMs: readonly number[] = []) =>
  createTokenManager({ fetchText: answer, suffix: '.s', retryMs });

describe('a bearer', () => {
  test('is accepted by the server, and minted once for all who ask', async () => {
    const tokens = openManager();
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => tokens.bearer()));
    expect(new Set(others)).toEqual(new Set([first]));
    expect(mints).toBe(1);
    expect(await verifier().verifyBearer(`Bearer ${first}`)).toMatchObject({ asdeporteId: 'ASD-10' });
  });

  test('is renewed behind in its last minute, and waited for once it has ended', async () => {
    let at = Date.now();
    const tokens = openManager(() => at);
    const first = await tokens.bearer();
    at += 239_000;
    expect([await tokens.bearer(), mints]).toEqual([first, 1]);
    at += 2_000;
    expect([await tokens.bearer(), mints]).toEqual([first, 2]);
    await eventually(async () => expect(await tokens.bearer()).not.toBe(first));
    const second = await tokens.bearer();
    expect(mints).toBe(2);
    at += 300_001;
    expect([(await tokens.bearer()) === second, mints]).toEqual([false, 3]);
  });

  test('does not depend on the clock of the browser', async () => {
    const tokens = openManager(() => Date.now() - 10 * 3_600_000);
    expect([(await tokens.bearer()) === (await tokens.bearer()), mints]).toEqual([true, 1]);
  });

  test('that is no JWS lives five minutes', async () => {
    let at = 0;
    let asked = 0;
    const tokens = createTokenManager({
      fetchText: async () => ({ status: 200, text: `opaque${(asked += 1)}` }),
      suffix: '.s',
      now: () => at,
    });
    expect(await tokens.bearer()).toBe('opaque1.s');
    at = 300_000;
    expect(await tokens.bearer()).toBe('opaque2.s');
  });

  test.each([
    ['a page', '<!doctype html>'],
    ['blanks', 'a b'],
    ['nothing', ''],
    ['too much', 'a'.repeat(4097)],
  ])('is refused when the answer is %s', async (_name, text) => {
    await expect(answering(async () => ({ status: 200, text })).bearer()).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('is refused as unauthenticated without a session, and nothing is tried again', async () => {
    let asked = 0;
    const ask = fetchTokenText(origin, openBrowser(origin).fetch);
    const tokens = answering(() => {
      asked += 1;
      return ask();
    }, [1, 1]);
    await expect(tokens.bearer()).rejects.toMatchObject({ reason: 'unauthenticated', statusCode: 401 });
    expect(asked).toBe(1);
  });

  test('is tried again when the host cannot be reached or fails', async () => {
    const answers = [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => ({ status: 503, text: '' }),
      async () => ({ status: 200, text: 'good' }),
    ];
    expect(await answering(() => answers.shift()?.() ?? Promise.reject(new Error()), [1, 1]).bearer()).toBe('good.s');
    await expect(answering(async () => ({ status: 503, text: '' }), [1]).bearer()).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('close', () => {
  test('drops every request, held token or not, until it is opened again', async () => {
    const tokens = answering(async () => ({ status: 200, text: 'good' }));
    await tokens.bearer();
    const open = tokens.close();
    const send = vi.fn(async () => ({ status: 200 }));
    await expect(tokens.run(send)).rejects.toMatchObject({ reason: 'dropped' });
    expect(send).not.toHaveBeenCalled();
    open();
    expect(await tokens.run(send)).toEqual({ status: 200 });
  });
});

describe('clear', () => {
  test('drops an answer under way', async () => {
    let answer: (given: TokenAnswer) => void = () => undefined;
    const texts = ['next'];
    let first = true;
    const tokens = answering(() =>
      first
        ? new Promise((resolve) => {
            first = false;
            answer = resolve;
          })
        : Promise.resolve({ status: 200, text: texts[0] ?? '' }),
    );
    const waiting = tokens.bearer();
    tokens.clear();
    answer({ status: 200, text: 'of the person before' });
    await expect(waiting).rejects.toMatchObject({ reason: 'dropped' });
    expect(await tokens.bearer()).toBe('next.s');
  });

  test('keeps a request of one organization from being repeated under another', async () => {
    const tokens = openManager();
    const sent: string[] = [];
    const outcome = await tokens.run(async (bearer) => {
      sent.push(bearer);
      tokens.clear();
      return { status: 401 };
    });
    expect([outcome.status, sent.length, mints]).toEqual([401, 1, 1]);
  });

  test('lets the next bearer carry the organization chosen meanwhile', async () => {
    const tokens = openManager();
    await tokens.bearer();
    await postWithToken(browser, `${origin}/api/auth/session`, { data: { organization: { organizationid: 1 } } });
    tokens.clear();
    expect(await verifier().verifyBearer(`Bearer ${await tokens.bearer()}`)).toMatchObject({ org: 1 });
    await postWithToken(browser, `${origin}/api/auth/session`, { data: { organization: { organizationid: 2 } } });
  });
});

describe('a 401', () => {
  test('twenty at once are one mint, and every request is repeated once', async () => {
    const tokens = openManager();
    const stale = await tokens.bearer();
    const sent: string[] = [];
    const request = async (bearer: string) => {
      sent.push(bearer);
      for (let turns = sent.length % 7; turns > 0; turns -= 1) await new Promise((resume) => setImmediate(resume)); // answers come in another order
      return { status: bearer === stale ? 401 : 200 };
    };
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => tokens.run(request)));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    expect([mints, sent.length]).toEqual([2, 40]);
  });

  test('a second one is handed back, thrown or returned as the request did', async () => {
    const tokens = openManager();
    expect(await tokens.run(async () => ({ status: 401 }))).toEqual({ status: 401 });
    await expect(
      tokens.run(async () => {
        throw Object.assign(new Error('no'), { response: { status: 401 } });
      }),
    ).rejects.toThrow('no');
    expect(mints).toBe(3);
  });

  test.each([403, 500, 200])('a %i is nobody’s business here', async (status) => {
    const tokens = openManager();
    expect([await tokens.run(async () => ({ status })), mints]).toEqual([{ status }, 1]);
  });

  test('is the error of the mint when the session is gone', async () => {
    const stranger = openBrowser(origin);
    await signIn(stranger, origin, 'beto@carreras.test');
    const tokens = createTokenManager({ fetchText: fetchTokenText(origin, stranger.fetch), suffix: '.dorsal', retryMs: [] });
    await expect(
      tokens.run(async () => {
        await postWithToken(stranger, `${origin}/api/auth/signout`, { json: 'true' });
        return { status: 401 };
      }),
    ).rejects.toBeInstanceOf(TokenError);
  });

  test.each([
    ['a fetch Response', new Response(null, { status: 401 })],
    ['an axios error', { response: { status: 401 } }],
    ['a typed error', { statusCode: 401 }],
    ['GraphQL in a 200', { data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }],
    ['axios over GraphQL', { status: 200, data: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } }],
    ['graphql-request', { response: { status: 200, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } }],
  ])('is seen in %s', (_name, outcome) => expect(isUnauthenticated(outcome)).toBe(true));

  test.each([null, undefined, 'no', { status: 403 }, { errors: [{ extensions: { code: 'FORBIDDEN' } }] }])('is not seen in %o', (outcome) =>
    expect(isUnauthenticated(outcome)).toBe(false),
  );
});
