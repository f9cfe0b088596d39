// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { createHttp } from '@/providers/http/createHttp';
import { createOrganizationQueries, isRefusal } from '@/providers/organization/organizationQueries';
import { createTokenManager } from '@/providers/session/tokenManager';

const answering = (data: unknown, more: object = {}) => {
  const send = vi.fn<typeof fetch>(async () => Response.json({ data, ...more }));
  const tokens = createTokenManager({ fetchText: async () => ({ status: 200, text: 't' }), suffix: '.x' });
  const http = createHttp({ tokens, language: () => 'es', words: { network: '', report: (id) => id }, fetch: send });
  const asked = () => JSON.parse(String(send.mock.lastCall?.[1]?.body)) as { query: string; variables: unknown };
  return { send, asked, queries: createOrganizationQueries('http://host.test', http) };
};

test('organizations by user are asked by userid, with a bearer', async () => {
  const { send, asked, queries } = answering({ organizationsByUser: [] });
  await queries.organizationsByUser('ASD-10');
  expect(asked().variables).toEqual({ userid: 'ASD-10' });
  expect(String(send.mock.lastCall?.[0])).toBe('http://host.test/v2/organization/_/graphql');
  expect(new Headers(send.mock.lastCall?.[1]?.headers).get('authorization')).toBe('Bearer t.x');
});
test('roles are asked as page 1 of 500', async () => {
  const { asked, queries } = answering({ userRolesByOrganization: [] });
  await queries.rolesByOrganization(3, 7);
  expect(asked().variables).toEqual({ organizationid: 3, userid: 7, page: 1, perpage: 500 });
  expect(asked().query).toContain('{ roleid category slug name }');
});
test('the store is asked by organizationid, and may be missing', async () => {
  const { asked, queries } = answering({ organizationById: { store: null } });
  expect(await queries.storeOf(3)).toBeNull();
  expect(asked()).toMatchObject({ query: expect.stringContaining('store { storeid }') as string, variables: { organizationid: 3 } });
});
test('a refusal is distinguished from a failure', async () => {
  const errors = (statusCode: number) => [{ message: 'No', extensions: { statusCode } }];
  const outcome = (body: object) =>
    answering(null, body)
      .queries.storeOf(3)
      .catch((error: unknown) => error);
  expect(isRefusal(await outcome({ errors: errors(403) }))).toBe(true);
  expect(isRefusal(await outcome({ errors: errors(500) }))).toBe(false);
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});
