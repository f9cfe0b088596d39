import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { openSignals, type Heard, type Signals } from '../../server/jobs/openSignals';
import { tellPerson, wake } from '../../server/jobs/signals';
import { runnerOf } from '../../server/kernel/runnerOf';
import { execute } from '../../server/kernel/select';
import { sql } from '../../server/kernel/sql';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { openTestDatabase, testServer } from '../support/database';
import type { Database } from '../../server/database/openDatabase';
import { eventually } from '../support/eventually';
import { openWorldOn, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let database: Database, signals: Signals, world: World, base: string, org: number, other: number, olga: number;
const heard: Heard[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ holding: 'reference' });
  const server = testServer();
  let direct: string | undefined;
  if (server) {
    const {
      rows: [{ name }],
    } = await database.pool.query('select current_database() as name');
    const url = new URL(server);
    url.pathname = `/${name}`;
    direct = url.href;
  }
  signals = openSignals(database, direct);
  signals.on((each) => {
    if (each.to !== 'rows' && each.to !== 'rights') heard.push(each); // what the set-up wrote is heard by and by
  });
  world = await openWorldOn(database, { signals });
  org = await add.organization(world.pool, 'Alfa');
  other = await add.organization(world.pool, 'Beta');
  olga = await addPerson(world.pool, 'olga', [
    { org, profile: 'organizer' },
    { org: other, profile: 'organizer' },
  ]);
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
  if (direct)
    await eventually(() => {
      if (!heard.some(({ to }) => to === 'everybody')) throw new Error('nobody listens yet');
    });
});
afterAll(async () => {
  await signals.close();
  await world.close();
});

const system = <T>(work: Parameters<typeof inSystemTransaction<T>>[1]): Promise<T> =>
  inSystemTransaction({ pool: world.pool, registry }, work);
const moved = (organizationid: number, id: string, userid = olga): Promise<void> =>
  system((tx) => tellPerson(tx, { userid, organizationid, kind: 'runs', id }));

/** What a page receives, as text. */
const follow = async (organizationid: number) => {
  const over = new AbortController();
  const response = await fetch(`${base}/v2/general/live`, {
    signal: over.signal,
    headers: { authorization: world.as('olga', organizationid).authorization },
  });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  await eventually(() => {
    if (!text.includes('event: ready')) throw new Error('the stream has not begun');
  });
  return { response, heard: () => text, ended: reading, leave: () => over.abort() };
};

describe('signals', () => {
  test('reach every process when the transaction is kept, and never when it is not', async () => {
    heard.length = 0;
    await expect(
      system(async (tx) => {
        await wake(tx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await moved(org, 'first');
    await eventually(() => expect(heard).toEqual([{ to: 'person', userid: olga, organizationid: org, kind: 'runs', id: 'first' }]));
  });

  test('of somebody else on the channel are passed by', async () => {
    heard.length = 0;
    await execute(runnerOf(world.pool), sql`select pg_notify('dorsal', 'no json')`);
    await moved(org, 'second');
    await eventually(() => expect(heard).toHaveLength(1));
  });
});

describe('a page that follows', () => {
  test('hears which of the rows of its person moved, in its organization alone', async () => {
    const page = await follow(org);
    expect(page.response.headers.get('content-type')).toContain('text/event-stream');
    await moved(other, 'elsewhere');
    await moved(org, 'of-somebody-else', olga + 1);
    await moved(org, 'mine');
    await eventually(() => expect(page.heard()).toContain('{"kind":"runs","id":"mine"}'));
    expect(page.heard()).not.toMatch(/elsewhere|of-somebody-else/);
    page.leave();
  });

  test('needs a bearer', async () => {
    expect((await fetch(`${base}/v2/general/live`)).status).toBe(401);
  });

  test('does not keep a server from stopping', async () => {
    const page = await follow(org);
    await world.app.close();
    await page.ended;
    expect(page.heard()).toContain('ready');
  });
});
