import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { registry } from '@/resources';
import { isOfOrganization } from '@/schema/project/security';
import { notesChanges } from '@/schema/project/triggers';
import { forgetChanges } from '../../server/features/jobs/forgetChanges';
import { testServer } from '../support/database';
import { effort } from '../support/effort';
import { longer } from '../support/limits';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, org: number, other: number, eventid: number, second: number, elsewhere: number;
let ten: number, five: number, far: number, clerk: Person, stranger: Person, chief: Person;
const crowd = 1500; // fewer are counted each time

/** Registrations as bare rows: what a total sees of them. */
const fill = (client: Pick<pg.ClientBase, 'query'>, event: number, distanceid: number, rows: number, status = 'started') =>
  client.query(
    `with people as (insert into web_users (asdeporteid, first_name, last_name, gender) select gen_random_uuid()::text, 'Ana', 'Sol', 'F' from generate_series(1, $3::int) returning web_userid)
     insert into inscriptions (eventid, distanceid, web_userid, folio, qr_token, status, first_name, last_name, gender)
       select $1, $2, web_userid, upper(left(translate(md5(gen_random_uuid()::text), '01', 'GH'), 8)), md5(gen_random_uuid()::text), $4, 'Ana', 'Sol', 'F' from people`,
    [event, distanceid, rows, status],
  );
const pathOf = (filter?: object): string =>
  `/v2/inscription/inscriptions?_start=0&_end=1${filter ? `&filter=${encodeURIComponent(JSON.stringify(filter))}` : ''}`;
const totalOf = async (person: Person, filter?: object): Promise<number> => {
  const { status, headers, body } = await person.get(pathOf(filter));
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(headers['x-total-count']);
};
const ofEvent = (id: number): object => ({ field: 'eventid', op: 'eq', value: id });
const ofStatus = (status: string): object => ({ field: 'status', op: 'eq', value: status });

/** Changes rows without anything noting it: a total that is answered as before was kept. */
const unnoticed = async (text: string, values: readonly unknown[] = []): Promise<void> => {
  const client = await world.pool.connect();
  try {
    await client.query("begin; set local session_replication_role = 'replica'");
    await client.query(text, [...values]);
    await client.query('commit');
  } finally {
    client.release();
  }
};
const hide = (event: number): Promise<void> =>
  unnoticed(
    `update inscriptions set deleted_at = now() where inscriptionid = (select max(inscriptionid) from inscriptions where eventid = $1)`,
    [event],
  );
const reveal = (event: number): Promise<void> =>
  unnoticed(
    `update inscriptions set deleted_at = null where inscriptionid = (select max(inscriptionid) from inscriptions where eventid = $1)`,
    [event],
  );
/** Whether a total of the event is answered without counting. */
const isKept = async (person: Person, event: number, filter?: object): Promise<boolean> => {
  const before = await totalOf(person, filter);
  await hide(event);
  const after = await totalOf(person, filter);
  await reveal(event);
  return before === after;
};

beforeAll(async () => {
  world = await openWorld({}, 12);
  org = await add.organization(world.pool, 'Alfa');
  other = await add.organization(world.pool, 'Beta');
  const platform = await add.organization(world.pool, 'Compañía', { is_platform: true });
  eventid = await add.event(world.pool, org, 'uno', { status: 'published' });
  second = await add.event(world.pool, org, 'dos', { status: 'published' });
  elsewhere = await add.event(world.pool, other, 'tres', { status: 'published' });
  ten = await add.distance(world.pool, eventid, '10K');
  five = await add.distance(world.pool, second, '5K');
  far = await add.distance(world.pool, elsewhere, '42K');
  for (const [name, profile, at] of [
    ['clara', 'organizer', org],
    ['beto', 'organizer', other],
    ['sofia', 'super-admin', platform],
  ] as const)
    await addPerson(world.pool, name, [{ org: at, profile }]);
  clerk = world.as('clara', org);
  stranger = world.as('beto', other);
  chief = world.as('sofia', platform);
  await fill(world.pool, eventid, ten, crowd);
  await fill(world.pool, second, five, crowd);
}, longer.timeout);
afterAll(() => world.close());

describe('a total that nothing has changed', () => {
  test('is not counted again, for the whole list and for an event', async () => {
    expect(await totalOf(clerk)).toBe(2 * crowd);
    expect(await isKept(clerk, eventid)).toBe(true);
    expect(await isKept(clerk, eventid, ofEvent(eventid))).toBe(true);
  });
  test('stays kept while another event, or another organization, changes', async () => {
    expect(await totalOf(clerk, ofEvent(eventid))).toBe(crowd);
    await fill(world.pool, second, five, 1);
    await fill(world.pool, elsewhere, far, 1);
    await hide(eventid);
    expect(await totalOf(clerk, ofEvent(eventid)), 'kept').toBe(crowd);
    await reveal(eventid);
    const all = await totalOf(clerk);
    await fill(world.pool, elsewhere, far, 1);
    await hide(eventid);
    expect(await totalOf(clerk), 'kept').toBe(all);
    await reveal(eventid);
  });
  test('is that of the person: what others may see is counted for them', async () => {
    const mine = await totalOf(clerk);
    expect(await totalOf(stranger)).toBeLessThan(mine);
    expect(await totalOf(chief), 'the platform sees every organization').toBeGreaterThan(mine);
    await fill(world.pool, elsewhere, far, 1);
    const before = await totalOf(chief);
    await fill(world.pool, elsewhere, far, 1);
    expect(await totalOf(chief)).toBe(before + 1);
  });
  test('of few rows is counted each time, since that costs nothing', async () => {
    const filter = { field: 'source_ref', op: 'eq', value: 'A-1' };
    expect(await totalOf(clerk, filter)).toBe(0);
    await unnoticed(
      `update inscriptions set source_ref = 'A-1' where inscriptionid = (select min(inscriptionid) from inscriptions where eventid = $1)`,
      [eventid],
    );
    expect(await totalOf(clerk, filter)).toBe(1);
  });
});

describe('a write is seen at once', () => {
  let before: { readonly all: number; readonly here: number; readonly started: number };
  const totals = async () => ({
    all: await totalOf(clerk),
    here: await totalOf(clerk, ofEvent(eventid)),
    started: await totalOf(clerk, ofStatus('started')),
  });
  beforeEach(async () => {
    before = await totals();
    await totals(); // kept
  });
  const one = (event: number): string => `(select min(inscriptionid) from inscriptions where eventid = ${event} and deleted_at is null)`;
  test.each([
    ['a new row', () => fill(world.pool, eventid, ten, 1), { all: 1, here: 1, started: 1 }],
    [
      'a row that is deleted',
      () => world.pool.query(`update inscriptions set deleted_at = now() where inscriptionid = ${one(eventid)}`),
      { all: -1, here: -1, started: -1 },
    ],
    [
      'a row that is removed for good',
      () => world.pool.query(`delete from inscriptions where inscriptionid = ${one(eventid)}`),
      { all: -1, here: -1, started: -1 },
    ],
    [
      'another status',
      () => world.pool.query(`update inscriptions set status = 'cancelled' where inscriptionid = ${one(eventid)}`),
      { all: 0, here: 0, started: -1 },
    ],
    [
      'a row that moves to another event',
      () => world.pool.query(`update inscriptions set eventid = $1, distanceid = $2 where inscriptionid = ${one(eventid)}`, [second, five]),
      { all: 0, here: -1, started: 0 },
    ],
    [
      'a row that moves to another organization',
      () =>
        world.pool.query(`update inscriptions set eventid = $1, distanceid = $2 where inscriptionid = ${one(eventid)}`, [elsewhere, far]),
      { all: -1, here: -1, started: -1 },
    ],
  ] as const)('%s', async (_, write, change) => {
    await write();
    expect(await totals()).toEqual({
      all: before.all + change.all,
      here: before.here + change.here,
      started: before.started + change.started,
    });
  });
  test('a change of another table that the filter asks about', async () => {
    const paid = { not: { field: 'payments.inscriptionid.method', op: 'eq', value: 'cash' } };
    const without = await totalOf(clerk, paid);
    expect(await totalOf(clerk, paid)).toBe(without);
    const { body } = await clerk.get(pathOf({ and: [ofEvent(eventid), ofStatus('started')] }));
    const id = body[0].inscriptionid;
    const { rows: orders } = await world.pool.query(
      `insert into orders (code, eventid, web_userid) select 'KEPT000001', eventid, web_userid from inscriptions where inscriptionid = $1 returning orderid`,
      [id],
    );
    await world.pool.query(
      `insert into payments (orderid, inscriptionid, eventid, type, method, status, amount_cents, idempotency_key) values ($1, $2, $3, 'charge', 'cash', 'paid', 100, gen_random_uuid()::text)`,
      [orders[0].orderid, id, eventid],
    );
    expect(await totalOf(clerk, paid)).toBe(without - 1);
  });
});

test('only where every policy shows one organization, changes of others do not count', () => {
  const rules = readFileSync(new URL('../../server/database/security.sql', import.meta.url), 'utf8');
  const shownBy = (name: string): readonly string[] =>
    [
      ...rules.matchAll(
        new RegExp(`create policy \\w+ on public\\."${name}" for (?:all|select) to dorsal_tenant using \\((.*?)\\)(?: with check|;)`, 'g'),
      ),
    ].map(([, using = '']) => using);
  const isNarrow = (name: string): boolean => shownBy(name).every((using) => /app\.org|^organizationid is null$/.test(using));
  const noted = registry.all.filter((resource) => notesChanges(resource) && shownBy(resource.name).length > 0);
  expect(noted.length).toBeGreaterThan(50);
  expect(noted.filter((resource) => isOfOrganization(resource) !== isNarrow(resource.name)).map(({ name }) => name)).toEqual([]);
});

describe('what is noted of changes', () => {
  const notes = async (): Promise<number> =>
    (await world.pool.query(`select count(*)::int as count from list_changes where resource = 'inscriptions'`)).rows[0].count;
  const inMinutes = (minutes: number) =>
    world.pool.query('update list_changes set created = created - make_interval(mins => $1)', [minutes]);
  /** A mark is as old as the oldest transaction that is open, in any database of the server. */
  const earlierOnesEnd = async () => {
    await expect
      .poll(
        async () =>
          (await world.pool.query('select pg_snapshot_xmin(pg_current_snapshot()) > max(xid) as ended from list_changes')).rows[0].ended,
        longer,
      )
      .toBe(true);
  };
  test('is removed when no total rests on it any more, and not before', async () => {
    const deps = { pool: world.pool, registry };
    await fill(world.pool, eventid, ten, 1);
    await earlierOnesEnd();
    await forgetChanges(deps);
    const before = await notes();
    expect(before).toBeGreaterThan(0);
    await forgetChanges(deps);
    expect(await notes(), 'the mark is too young').toBe(before);
    await inMinutes(16);
    await fill(world.pool, eventid, ten, 1);
    await forgetChanges(deps);
    expect(await notes(), 'the last change is after the mark').toBe(1);
  });
  test('by another database is no change of this one', async () => {
    await world.pool.query(
      `insert into list_changes (resource, xid, organizationid, eventid) values ('inscriptions', '4611686018427387904', 0, 0)`,
    );
    await forgetChanges({ pool: world.pool, registry });
    expect(await isKept(clerk, eventid)).toBe(true);
  });
});

/** One step of one of several transactions that are open at once, or of a reader. */
type StepOf =
  | { readonly who: number; readonly does: 'insert' | 'delete' | 'move' | 'commit' | 'rollback' }
  | { readonly who: number; readonly does: 'read' };
const writers = 3;
const steps: fc.Arbitrary<readonly StepOf[]> = fc.array(
  fc.record({
    who: fc.nat({ max: writers - 1 }),
    does: fc.constantFrom('insert', 'delete', 'move', 'commit', 'rollback', 'read', 'read', 'read'),
  }) as fc.Arbitrary<StepOf>,
  { minLength: 8, maxLength: 40 },
);

describe('while transactions are under way', () => {
  test('a total that is counted while transactions are under way is right when they are over', async () => {
    const works = Array.from({ length: 6 }, async (_, at) => {
      for (let round = 0; round < 15; round += 1) {
        const client = await world.pool.connect();
        try {
          await client.query('begin');
          await fill(client, at % 2 ? eventid : second, at % 2 ? ten : five, 1, 'cancelled');
          if (round % 3 === 0) await new Promise((done) => setTimeout(done, 5));
          await client.query(round % 5 === 4 ? 'rollback' : 'commit');
        } finally {
          client.release();
        }
        await totalOf(clerk, ofEvent(eventid));
      }
    });
    await Promise.all(works);
    const { rows } = await world.pool.query('select count(*)::int as count from inscriptions where eventid = $1 and deleted_at is null', [
      eventid,
    ]);
    expect(await totalOf(clerk, ofEvent(eventid))).toBe(rows[0].count);
  });

  if (!testServer()) return; // the embedded database has one connection
  test('every total is right, in whatever order transactions begin, write and commit', { timeout: longer.timeout }, async () => {
    const clients = await Promise.all(Array.from({ length: writers }, () => world.pool.connect()));
    const open = new Set<number>(),
      written = new Set<number>();
    let atOnce = 0;
    const filters = [undefined, ofEvent(eventid), ofEvent(second), { and: [ofEvent(eventid), ofStatus('cancelled')] }] as const;
    const truth = [
      'organizationid = $1',
      'organizationid = $1 and eventid = $2',
      'organizationid = $1 and eventid = $3',
      `organizationid = $1 and eventid = $2 and status = 'cancelled'`,
    ];
    const counted = async (): Promise<readonly number[]> => {
      const { rows } = await world.pool.query(
        `select ${truth
          .map((where) => `(count(*) filter (where ${where}))::int`)
          .map((each, at) => `${each} as n${at}`)
          .join(', ')} from inscriptions where deleted_at is null and $3 > 0`,
        [org, eventid, second],
      );
      return Object.values(rows[0] as Record<string, number>);
    };
    // Nothing counts those that are cancelled, so no writer waits for the tallies of another one.
    await fill(world.pool, eventid, ten, crowd, 'cancelled');
    const ofWriter = (who: number): string =>
      `(select inscriptionid from inscriptions where eventid = ${eventid} and status = 'cancelled' and deleted_at is null order by 1 offset ${who * 100} limit 1)`;
    const works: Readonly<Record<'insert' | 'delete' | 'move', (client: pg.ClientBase, who: number) => Promise<unknown>>> = {
      insert: (client, who) => fill(client, who === 2 ? second : eventid, who === 2 ? five : ten, 1, 'cancelled'),
      delete: (client, who) => client.query(`update inscriptions set deleted_at = now() where inscriptionid = ${ofWriter(who)}`),
      move: (client, who) =>
        client.query(`update inscriptions set eventid = $1, distanceid = $2 where inscriptionid = ${ofWriter(who)}`, [second, five]),
    };
    const perform = async ({ who, does }: StepOf): Promise<void> => {
      if (does === 'read') {
        const totals = [];
        for (const filter of filters) totals.push(await totalOf(clerk, filter));
        expect(totals).toEqual(await counted());
        return;
      }
      const client = clients[who]!;
      if (does === 'commit' || does === 'rollback') {
        written.delete(who);
        if (open.delete(who)) await client.query(does);
        return;
      }
      if (!open.has(who)) await client.query("begin; set local lock_timeout = '40ms'");
      open.add(who);
      await client.query('savepoint work');
      const failed = await works[does](client, who).then(
        () => false,
        () => true, // two want one row
      );
      if (failed) await client.query('rollback to savepoint work');
      else written.add(who);
      atOnce = Math.max(atOnce, [...written].filter((each) => open.has(each)).length);
    };
    try {
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          for (const step of all) await perform(step);
          for (const who of [2, 0, 1]) await perform({ who, does: 'commit' });
          await perform({ who: 0, does: 'read' });
        }),
        { numRuns: effort(12, 500) },
      );
      expect(atOnce, 'transactions that had written were open at once').toBe(writers);
    } finally {
      for (const client of clients) {
        await client.query('rollback').catch(() => undefined);
        client.release();
      }
    }
  });
});
