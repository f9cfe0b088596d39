import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { identify, reportError, reportFailure, startErrorReporting } from '@/providers/errorReporting';

let server: Server;
const received: string[] = [];
const options: { tracesSampleRate?: number; replaysSessionSampleRate?: number; replaysOnErrorSampleRate?: number } = {};
/** Recording a page takes a browser; what is asked of it is kept. */
const replay = vi.fn((asked: object) => ({ name: 'Replay', asked }));
vi.mock('@sentry/react', async (load) => {
  const sentry = await load<typeof import('@sentry/react')>();
  return {
    ...sentry,
    replayIntegration: replay,
    init: (given: Parameters<typeof sentry.init>[0]) => {
      Object.assign(options, given);
      return sentry.init({ ...given, integrations: [] });
    },
  };
});

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      received.push(body);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
});
afterAll(() => {
  server.close();
});

test('without an address nothing is sent, and an error still has an id', () => {
  startErrorReporting({ sentryDsn: '', environment: 'test' });
  expect(reportError(new Error('quiet'))).toMatch(/^[0-9a-f]{8}$/);
  expect(received).toEqual([]);
});

test('with an address the receiver gets the error under the id that the person sees', async () => {
  const { port } = server.address() as AddressInfo;
  identify('ASD-10'); // known before the service is loaded
  startErrorReporting({ sentryDsn: `http://key@127.0.0.1:${port}/1`, environment: 'test' });
  const id = reportError(new Error('the bib printer caught fire'));
  await expect.poll(() => received.join('\n')).toContain('the bib printer caught fire');
  expect(received.join('\n')).toContain(`"report":"${id}"`);
  expect(received.join('\n')).toContain('"user":{"id":"ASD-10"}');
});

test('a failed server call is reported under the id of the request, without contact data', async () => {
  reportFailure(
    Object.assign(new Error('Network error for ana@carreras.test'), {
      statusCode: 503,
      code: 'UNAVAILABLE' as const,
      requestId: 'req-77',
      messages: [],
      body: null,
    }),
  );
  await expect.poll(() => received.join('\n')).toContain('"request":"req-77"');
  expect(received.join('\n')).toContain('"code":"UNAVAILABLE"');
  expect(received.join('\n')).not.toContain('ana@carreras.test');
});

test('after signing out reports are nobody’s', async () => {
  received.length = 0;
  identify(null);
  reportError(new Error('left'));
  await expect.poll(() => received.join('\n')).toContain('left');
  expect(received.join('\n')).not.toContain('ASD-10');
});

test('the rates are the specified ones, and a replay shows no text', () => {
  expect(options).toMatchObject({ tracesSampleRate: 1, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 });
  expect(replay).toHaveBeenCalledWith(expect.objectContaining({ maskAllText: true, maskAllInputs: true }));
});
