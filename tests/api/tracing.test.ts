import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTracing, type Tracing } from '../../server/tracing';
import { openTestDatabase } from '../support/database';
import { openWorldOn, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

interface Sent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Sent['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
  }[];
}

const sent: Sent[] = [],
  services = new Set<string | undefined>();
const take = async (request: IncomingMessage): Promise<void> => {
  for (const { resource, scopeSpans } of ((await json(request)) as Batch).resourceSpans) {
    services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue);
    sent.push(...scopeSpans.flatMap(({ spans }) => spans));
  }
};
const collector = createServer(
  (request, response) => void take(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')),
);
let world: World, tracing: Tracing;
beforeAll(async () => {
  await new Promise<void>((done) => {
    collector.listen(0, '127.0.0.1', done);
  });
  const database = await openTestDatabase({ holding: 'reference' });
  tracing = await startTracing({ service: 'dorsal-test', endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` });
  world = await openWorldOn(database, { observe: tracing.observe });
  tracing.follow(world.pool);
});
afterAll(async () => {
  await world.close();
  collector.close();
});

test('a request leaves a span within the trace of the caller, with its uses of the database below it, and nothing about people', async () => {
  const org = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  const olga = world.as('olga', org),
    trace = 'a'.repeat(32),
    asker = 'b'.repeat(16);
  await world.app.inject({
    url: '/v2/event/coupons/424242',
    headers: { authorization: olga.authorization, traceparent: `00-${trace}-${asker}-01` },
  });
  expect(await olga.post('/v2/event/coupons', { code: 'TRACED', type: 'percent', value: 15 })).toMatchObject({ status: 201 });
  await world.pool.query('select 1'); // nobody's request: no span
  await tracing.close();
  const read = sent.find(({ name }) => name === 'GET /v2/event/coupons/:id')!,
    written = sent.find(({ name }) => name === 'POST /v2/event/coupons')!;
  expect(read).toMatchObject({ traceId: trace, parentSpanId: asker });
  expect(read.attributes.map(({ key }) => key).toSorted()).toEqual([
    'dorsal.request_id',
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ]);
  expect(read.attributes.find(({ key }) => key === 'http.response.status_code')?.value.intValue).toBe(404);
  const below = sent.filter(({ name }) => name === 'database');
  expect(below.filter(({ parentSpanId }) => parentSpanId === read.spanId).length).toBeGreaterThan(0);
  expect(below.filter(({ parentSpanId }) => parentSpanId === written.spanId).length).toBeGreaterThan(0);
  expect(below.filter(({ parentSpanId }) => parentSpanId === undefined)).toEqual([]);
  expect(JSON.stringify(sent)).not.toMatch(/424242|olga|TRACED/);
  expect([...services]).toEqual(['dorsal-test']);
});
