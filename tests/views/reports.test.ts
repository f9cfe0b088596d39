// @vitest-environment node
import { describe, expect, test, vi } from 'vitest';
import { toHttpError } from '@/providers/http/toHttpError';
import { createDataProviders } from '@/providers/data/createDataProviders';
import { createHttp } from '@/providers/http/createHttp';
import { withoutContact } from '@/providers/withoutContact';
import { createTokenManager } from '@/providers/session/tokenManager';
import { registry } from '@/resources';

const words = { network: 'Network error', report: (id: string) => `Report: ${id}` };
const tokens = createTokenManager({ fetchText: async () => ({ status: 200, text: 't' }), suffix: '.x' });
/** A host whose every answer is the same. */
const hostOf = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const onFailure = vi.fn();
  const http = createHttp({
    tokens,
    language: () => 'en',
    words,
    onFailure,
    fetch: async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }),
  });
  return { http, onFailure, event: createDataProviders('http://host.test', http, registry)['event']! };
};

describe('a failed server call', () => {
  test('tells the person the id that the log of the server has, by REST', async () => {
    const { event, onFailure } = hostOf(500, { message: 'x' }, { 'x-request-id': 'abc-123' });
    await expect(event.create({ resource: 'coupons', variables: {} })).rejects.toMatchObject({
      message: 'Network error\nReport: abc-123',
      messages: ['Network error'],
      requestId: 'abc-123',
    });
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ requestId: 'abc-123', statusCode: 500 }));
  });
  test('by GraphQL', async () => {
    const { event } = hostOf(503, {}, { 'x-request-id': 'abc-124' });
    await expect(event.getOne({ resource: 'coupons', id: 1 })).rejects.toMatchObject({
      requestId: 'abc-124',
      message: expect.stringMatching(/\nReport: abc-124$/),
    });
  });
  test('from the body, where the header is out of sight', () =>
    expect(toHttpError({ status: 500, body: { requestId: 'abc-125' } }, words).requestId).toBe('abc-125'));
  test('a refusal is nobody’s failure and has no id', async () => {
    const { http, onFailure } = hostOf(422, { message: 'No' }, { 'x-request-id': 'abc-126' });
    await expect(http.json('http://host.test/x')).rejects.toMatchObject({ message: 'No', requestId: null });
    expect(onFailure).not.toHaveBeenCalled();
  });
  test('several errors of GraphQL are a list of messages', async () => {
    const { event } = hostOf(200, { data: null, errors: [{ message: 'One' }, { message: 'Two' }] });
    await expect(event.getOne({ resource: 'coupons', id: 1 })).rejects.toMatchObject({ messages: ['One', 'Two'] });
  });
});

describe('a report', () => {
  test('carries no address of mail, no telephone number and no parameters of a page', () => {
    const event = {
      message: 'ana.ruiz+x@carreras.test no entra',
      request: { url: 'https://app.test/inscriptions?search=ana%40x.test#a' },
      user: { id: 'ASD-10' },
      timestamp: 1_790_000_000_123,
      breadcrumbs: [{ data: { from: '/web_users?search=55+1234', to: '/events/7' }, message: 'llama al 55 1234 5678' }],
      contexts: { trace: { trace_id: '0123456789abcdef0123456789abcdef' } },
    };
    expect(withoutContact(event)).toEqual({
      message: '[email] no entra',
      request: { url: 'https://app.test/inscriptions' },
      user: { id: 'ASD-10' },
      timestamp: 1_790_000_000_123,
      breadcrumbs: [{ data: { from: '/web_users', to: '/events/7' }, message: 'llama al [phone]' }],
      contexts: { trace: { trace_id: '0123456789abcdef0123456789abcdef' } },
    });
  });
});
