import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { createMetrics, serveMetrics, type Metrics } from '../../server/metrics';
import { openTestDatabase } from '../support/database';
import { openWorldOn, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, metrics: Metrics, port: number, close: () => void;
beforeAll(async () => {
  const database = await openTestDatabase({ holding: 'reference' });
  metrics = await createMetrics(database.pool);
  world = await openWorldOn(database, { observe: metrics.observe });
  ({ port, close } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  close();
  await world.close();
});

const lines = async (start: string): Promise<readonly string[]> =>
  (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n').filter((line) => line.startsWith(start));

test('requests are counted and timed by the pattern of their route, method and status, never by their address', async () => {
  const org = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  const olga = world.as('olga', org);
  await olga.get('/v2/event/coupons/424242');
  await olga.get('/v2/event/coupons/434343');
  await olga.get('/no/such/page/424242');
  expect(await lines('dorsal_http_request_duration_seconds_count{route="/v2/event/coupons/:id",method="GET",status="404"}')).toEqual([
    expect.stringMatching(/ 2$/),
  ]);
  expect(
    await lines('dorsal_http_request_duration_seconds_bucket{le="+Inf",route="/v2/event/coupons/:id",method="GET",status="404"}'),
  ).toEqual([expect.stringMatching(/ 2$/)]);
  expect((await lines('')).filter((line) => line.includes('424242'))).toEqual([]);
});

test('connections, jobs and what waits are reported', async () => {
  const failing = metrics.watch('letters', async () => {
    throw new Error('no mail server');
  });
  await expect(failing(() => false)).rejects.toThrow('no mail server');
  await metrics.watch('files', async () => {})(() => false);
  await world.pool.query(
    "insert into notifications (title, body, app, status, scheduled_at) values ('Hola', 'Hola', 'ASDEPORTE', 'scheduled', now() - interval '1 hour')",
  );
  expect(await lines('dorsal_job_failures_total')).toEqual([
    'dorsal_job_failures_total{job="letters"} 1',
    'dorsal_job_failures_total{job="files"} 0',
  ]);
  expect(await lines('dorsal_job_duration_seconds_count{job="files"}')).toEqual(['dorsal_job_duration_seconds_count{job="files"} 1']);
  expect(await lines('dorsal_job_last_run_timestamp_seconds{job="letters"}')).toHaveLength(1);
  expect(await lines('dorsal_pool_connections{state="total"}')).toEqual([expect.stringMatching(/ [1-9]\d*$/)]);
  expect(await lines('dorsal_queue_waiting{queue="notifications"}')).toEqual(['dorsal_queue_waiting{queue="notifications"} 1']);
  expect(Number((await lines('dorsal_queue_age_seconds{queue="notifications"}'))[0]!.split(' ')[1])).toBeGreaterThanOrEqual(3600);
  expect(await lines('dorsal_queue_age_seconds{queue="letters"}')).toEqual(['dorsal_queue_age_seconds{queue="letters"} 0']);
  expect(await lines('process_resident_memory_bytes')).toHaveLength(1);
});

test('they are on a port of their own, of this machine, and on no other', async () => {
  const reply = await world.app.inject({ url: '/metrics', headers: { accept: 'text/plain' } });
  expect(reply.body).not.toContain('dorsal_');
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  expect(readConfig({ AUTH_SECRET: 'a secret of tests that is long enough' })).toMatchObject({
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
  });
});

test('the numbers of a process whose database is away are reported too', async () => {
  const away = await createMetrics({ totalCount: 0, idleCount: 0, waitingCount: 3, query: () => Promise.reject(new Error('away')) });
  expect(await away.text()).toMatch(/^dorsal_queues_readable 0$/m);
  expect(await away.text()).toMatch(/^dorsal_pool_connections\{state="waiting"\} 3$/m);
});
