// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAccessControlProvider } from '@/providers/access/createAccessControlProvider';
import { grantsOfRoles, loadGrants } from '@/providers/access/grants';
import { createAuthProvider } from '@/providers/auth/createAuthProvider';
import { createLeave } from '@/providers/auth/createLeave';
import { createHttp } from '@/providers/http/createHttp';
import { createTokenManager } from '@/providers/session/tokenManager';
import { noGrants, type Grants } from '@/schema';
import { registry } from '@/resources';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));
/** A real server that answers what the test sets. */
const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const tokens = createTokenManager({ fetchText: async () => ({ status: 200, text: 't' }), suffix: '.x' });
const inWords = { network: 'Error de red', report: (id: string) => `Reporte: ${id}` };
const http = createHttp({ tokens, language: () => 'es', words: inWords });

describe('access', () => {
  const roles = [
    { roleid: 1, category: 'EVENT', slug: 'event-coupon', name: 'Cupones' },
    { roleid: 2, category: 'REGIONAL', slug: 'norte', name: 'Norte' },
    { roleid: 3, category: 'ASDEPORTE', slug: 'unheard-of', name: '?' },
  ];
  test('a host without permission document means edit for every role', async () => {
    const host = await serve((_, response) => json(response, 404, { message: 'none' }));
    const grants = await loadGrants(host, http, 7, 3, async () => roles);
    expect(grants).toEqual({
      organizationid: 7,
      userid: 3,
      is_platform: true,
      platforms: ['EVENT', 'ASDEPORTE'],
      keys: { 'event-coupon': 'edit' },
      regions: ['norte'],
      event_scope: 'all',
      events: [],
    });
  });
  test('a host whose document fails grants nothing', async () => {
    const host = await serve((_, response) => json(response, 503, { message: 'later' }));
    await expect(loadGrants(host, http, 7, 3, async () => roles)).rejects.toMatchObject({ statusCode: 503 });
  });
  test('refine is answered from the document: view opens lists, edit opens forms', async () => {
    const ask = async (access: 'view' | 'edit', action: string) =>
      (
        await createAccessControlProvider(registry, { ...noGrants(1), platforms: ['EVENT'], keys: { 'event-coupon': access } }).can({
          resource: 'coupons',
          action,
        })
      ).can;
    expect([await ask('view', 'list'), await ask('view', 'edit'), await ask('view', 'clone')]).toEqual([true, false, false]);
    expect([await ask('edit', 'edit'), await ask('edit', 'clone')]).toEqual([true, true]);
    expect((await createAccessControlProvider(registry, noGrants(1)).can({ resource: 'coupons', action: 'list' })).can).toBe(false);
  });
  test('refine does not offer a form that could never be saved', async () => {
    const ask = async (keys: Grants['keys']) =>
      (
        await createAccessControlProvider(registry, { ...noGrants(1), is_platform: true, platforms: ['EVENT'], keys }).can({
          resource: 'inscriptions',
          action: 'create',
        })
      ).can;
    expect(await ask({ 'event-import-inscriptions': 'edit', events: 'view', 'event-inscription': 'view' })).toBe(false);
    expect(await ask({ 'event-import-inscriptions': 'edit', events: 'view', 'event-inscription': 'view', 'web-users': 'view' })).toBe(true);
  });
  test('a role grants only keys that exist', () => expect(grantsOfRoles(roles, 7, 3).keys).toEqual({ 'event-coupon': 'edit' }));
});

describe('signing in and out', () => {
  const sessionOf = (user: object | null) => ({
    ready: vi.fn(async () => ({ status: user ? 'authenticated' : 'unauthenticated' })),
    login: vi.fn(() => true),
    signOut: vi.fn(async () => ({ ok: true, url: '/' })),
    getSession: vi.fn(async () => user),
    getState: () => ({ session: user && { user }, unreachable: false }),
  });
  const make = (user: object | null, pathname = '/events') => {
    const session = sessionOf(user);
    const clear = vi.fn();
    const reopen = vi.fn();
    const close = vi.fn(() => reopen);
    const stopReading = vi.fn(async () => undefined);
    return {
      session,
      clear,
      close,
      reopen,
      stopReading,
      provider: createAuthProvider({
        session: session as never,
        tokens: { clear, close },
        stopReading,
        leave: createLeave(session),
        grants: () => noGrants(5),
        pathname: () => pathname,
      }),
    };
  };
  test('nobody signed in goes to the authentication site, without a redirect inside the app', async () => {
    const { session, provider } = make(null);
    expect(await provider.check()).toEqual({ authenticated: false });
    expect(session.login).toHaveBeenCalledOnce();
  });
  test('a follow-up page needs nobody', async () => {
    const { session, provider } = make(null, '/followup/abc');
    expect(await provider.check()).toEqual({ authenticated: true });
    expect(session.login).not.toHaveBeenCalled();
  });
  test('a 401 signs nobody out while there is a session', async () => {
    const { session, provider, clear } = make({ asdeporteId: 'A1' });
    expect(await provider.onError({ statusCode: 401 })).toEqual({ error: { statusCode: 401 } });
    expect(clear).not.toHaveBeenCalled();
    expect(session.login).not.toHaveBeenCalled();
  });
  test('a 401 without session forgets the token and goes to sign in', async () => {
    const { session, provider, clear } = make(null);
    expect(await provider.onError({ statusCode: 401 })).toEqual({});
    expect(clear).toHaveBeenCalledOnce();
    expect(session.login).toHaveBeenCalledOnce();
  });
  test('the first request that notices goes to sign in, and the others do not go again', () => {
    const { session } = make(null);
    const leave = createLeave(session);
    leave.toLogin();
    leave.toLogin();
    expect(session.login).toHaveBeenCalledOnce();
  });
  test('who signs out is not sent to sign in for want of a session', async () => {
    const { session } = make({ asdeporteId: 'A1' });
    const leave = createLeave(session);
    const out = leave.signOut();
    leave.toLogin();
    expect(await out).toBe(true);
    expect(session.login).not.toHaveBeenCalled();
  });
  test('a refused sign-out leaves everything as it was', async () => {
    const { session } = make({ asdeporteId: 'A1' });
    session.signOut.mockResolvedValueOnce({ ok: false, url: null as never });
    const leave = createLeave(session);
    expect(await leave.signOut()).toBe(false);
    leave.toLogin();
    expect(session.login).toHaveBeenCalledOnce();
  });
  test.each([403, 409, 500, 0])('%i asks nothing of the session', async (statusCode) => {
    const { session, provider } = make(null);
    expect(await provider.onError({ statusCode })).toEqual({ error: { statusCode } });
    expect(session.getSession).not.toHaveBeenCalled();
  });
  test('signing out forgets the token first', async () => {
    const { session, provider, clear } = make({ asdeporteId: 'A1' });
    expect(await provider.logout({})).toEqual({ success: true });
    expect(clear.mock.invocationCallOrder[0]).toBeLessThan(session.signOut.mock.invocationCallOrder[0]!);
  });
  test('nothing is read any more while somebody signs out, and everything goes on when that was refused', async () => {
    const { session, provider, close, reopen, stopReading } = make({ asdeporteId: 'A1' });
    session.signOut.mockResolvedValueOnce({ ok: false, url: null as never });
    await provider.logout({});
    expect(close.mock.invocationCallOrder[0]).toBeLessThan(stopReading.mock.invocationCallOrder[0]!);
    expect(stopReading.mock.invocationCallOrder[0]).toBeLessThan(session.signOut.mock.invocationCallOrder[0]!);
    expect(reopen).toHaveBeenCalledOnce();
    await provider.logout({});
    expect(reopen).toHaveBeenCalledOnce();
  });
  test('refine learns who is here and what they may do', async () => {
    const { provider } = make({ asdeporteId: 'A1' });
    expect(await provider.getIdentity!()).toEqual({ asdeporteId: 'A1' });
    expect(await provider.getPermissions!()).toEqual(noGrants(5));
  });
});
