import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { isWritable } from '@/schema';
import { brokenRules, inputSchema } from '@/schema/project/zod';
import type { Database } from '../../server/database/openDatabase';
import { demoAccounts, demoPassword, newcomer } from '../../server/demoAccounts';
import { folioOf } from '../../demo/folioOf';
import { seedDemo } from '../../demo/seedDemo';
import { openTestDatabase } from '../support/database';
import { fillDemo, passwords, total } from './fillDemo';
import { longer } from '../support/limits';

const active = "('paid', 'assign_number', 'no_assign_number')",
  held = "('started', 'pending_payment', 'payment_declined')";

/** Tables whose rows are the story, with their keys. */
const story = {
  inscriptions: 'inscriptionid',
  inscription_log: 'logid',
  web_users: 'web_userid',
  events: 'eventid',
  coupons: 'couponid',
  orders: 'orderid',
  payments: 'paymentid',
  bibs: 'bibid',
  tshirt_movements: 'movementid',
  wallet_movements: 'movementid',
};
type Story = Readonly<Record<string, readonly string[]>>;
const storyOf = async ({ pool }: Database): Promise<Story> => {
  const rows: Record<string, readonly string[]> = {};
  for (const [table, key] of Object.entries(story))
    rows[table] = (await pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t order by ${key}`)).rows.map(
      ({ text }) => text,
    );
  return rows;
};
/** The first rows that two databases tell otherwise, so that a failure names them. */
const differences = (one: Story, other: Story): readonly string[] =>
  Object.keys(story).flatMap((table) => {
    const [rows, others] = [one[table] ?? [], other[table] ?? []];
    return Array.from({ length: Math.max(rows.length, others.length) }, (_, at) => at)
      .filter((at) => rows[at] !== others[at])
      .slice(0, 2)
      .map((at) => `${table} ${at}: ${rows[at] ?? 'none'} / ${others[at] ?? 'none'}`);
  });

let database: Database;
const rows = async <T extends object>(text: string): Promise<readonly T[]> => (await database.pool.query<T>(text)).rows;
const first = async <T extends object>(text: string): Promise<T> => (await rows<T>(text))[0]!;

beforeAll(async () => {
  database = await openTestDatabase({ holding: 'demo' });
});
afterAll(() => database.close());

describe('what there is', () => {
  test('makes four organizations, forty events in every region and as many inscriptions as asked for', async () => {
    expect(await first('select count(*) as all, count(*) filter (where is_platform) as platform from organizations')).toEqual({
      all: 4,
      platform: 1,
    });
    expect(
      await first('select count(*) as events, count(distinct region) as regions, count(distinct sport) as sports from events'),
    ).toEqual({ events: 40, regions: 7, sports: 10 });
    expect(
      await first('select count(*) as inscriptions, max(events.sold_count + events.held_count) > 800 as giant from inscriptions, events'),
    ).toEqual({ inscriptions: total * 40, giant: true });
    expect(await rows('select distinct extract(year from start_at)::int as year from events order by 1')).toEqual([
      { year: 2024 },
      { year: 2025 },
      { year: 2026 },
    ]);
  });

  test('has every lifecycle status, mostly numbered and paid ones', async () => {
    const mix = await rows<{ status: string; count: number }>(
      'select status, count(*)::int as count from inscriptions group by 1 order by 2 desc',
    );
    expect(mix).toHaveLength(11);
    expect(mix[0]!.status).toBe('assign_number');
    expect(mix[0]!.count).toBeGreaterThan(total / 2);
  });

  test('names the serial and the stage of the events that count in one, and photographs the bikes that were handed in', async () => {
    expect(
      await first(
        'select count(*) > 4 as several, bool_and(e.serialid = s.serialid and e.stageid = s.stageid) as named from stages s join events e using (eventid)',
      ),
    ).toEqual({ several: true, named: true });
    for (const { name, all } of registry.all)
      for (const [column, { type, column: stored }] of Object.entries(all)) {
        if (type !== 'file' || stored !== 'jsonb') continue;
        const each = `jsonb_array_elements(case jsonb_typeof("${column}") when 'array' then "${column}" else jsonb_build_array("${column}") end)`;
        const wrong = `select count(*)::int as wrong from (select ${each} as file from "${name}" where "${column}" is not null) f where not (file ? 'url' and file ? 'name' and file ? 'size')`;
        expect([name, column, await first(wrong)]).toEqual([name, column, { wrong: 0 }]);
      }
    expect(await first('select count(*) > 0 as some from results where points > 0')).toEqual({ some: true });
    expect(
      await first(
        "select count(*)::int as wrong from tribike_orders where (status in ('created', 'paid', 'cancelled')) <> (photos is null)",
      ),
    ).toEqual({ wrong: 0 });
    expect(
      await first(
        'select count(*)::int as wrong from results r join events e using (eventid) where (r.points is not null) <> (e.serialid is not null and r.place_overall <= 10)',
      ),
    ).toEqual({ wrong: 0 });
  });

  test('gives every profile, and somebody without an organization, an account that signs in with the one password, marked as demo', async () => {
    const accounts = await rows<{ email: string; password_hash: string; demo: boolean }>(
      'select u.email, c.password_hash, c.demo from auth_credentials c join users u on u.userid = c.userid order by u.userid',
    );
    expect(accounts.map(({ email }) => email)).toEqual([...demoAccounts, newcomer].map(({ email }) => email));
    expect(accounts.every(({ demo }) => demo)).toBe(true);
    expect(await passwords.verify(accounts[0]!.password_hash, demoPassword)).toBe(true);
  });

  test('seats platform profiles in the platform, the others in the owner of the giant, and the sponsor on two events', async () => {
    const seats = await rows<{ email: string; organizationid: number; is_platform: boolean; events: number }>(
      `select u.email, m.organizationid, o.is_platform, (select count(*)::int from membership_events e where e.membershipid = m.membershipid) as events
         from memberships m join users u on u.userid = m.userid join organizations o on o.organizationid = m.organizationid where u.email like '%@demo.test'`,
    );
    const ordinary = seats
      .filter(({ is_platform }) => !is_platform)
      .map(({ email, organizationid }) => `${email} ${organizationid}`)
      .sort();
    expect(ordinary).toEqual([
      'kit-delivery@demo.test 2',
      'organizer@demo.test 2',
      'organizer@demo.test 3',
      'sponsor-viewer@demo.test 2',
      'timing@demo.test 2',
    ]);
    expect(seats.filter(({ events }) => events > 0).map(({ email, events }) => `${email} ${events}`)).toEqual([
      'sponsor-viewer@demo.test 2',
    ]);
    const regional = await rows(
      "select r.slug from membership_roles mr join roles r on r.roleid = mr.roleid join memberships m on m.membershipid = mr.membershipid where m.userid = 3 and r.category = 'REGIONAL' order by 1",
    );
    expect(regional).toEqual([{ slug: 'bajio' }, { slug: 'centro' }]);
  });

  test('addresses nobody who could exist', async () => {
    expect(
      await rows(
        "select email from web_users where email !~ '@(example\\.(com|org|net)|correo\\.test)$' union select email from inscriptions where email !~ '@(example\\.(com|org|net)|correo\\.test)$'",
      ),
    ).toEqual([]);
    expect(await rows("select phone from web_users where length(phone) <> 10 or phone !~ '^(55|33|81|\\d{3})0'")).toEqual([]);
  });
});

describe('what hangs together', () => {
  test('counts seats, money and uses as the rows say', async () => {
    expect(
      await rows(`select d.distanceid from distances d where d.sold_count <> (select count(*) from inscriptions i where i.distanceid = d.distanceid and (i.status in ${active} or i.status = 'chargeback'))
      or d.held_count <> (select count(*) from inscriptions i where i.distanceid = d.distanceid and i.status in ${held}) or d.sold_count + d.held_count > d.capacity`),
    ).toEqual([]);
    expect(
      await rows(
        `select e.eventid from events e where e.revenue_cents <> (select coalesce(sum(paid_cents), 0) from inscriptions i where i.eventid = e.eventid) or e.distances_count <> (select count(*) from distances d where d.eventid = e.eventid)`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select c.couponid from coupons c where c.uses_count <> (select count(*) from inscriptions i where i.couponid = c.couponid and (i.status in ${active} or i.status in ('chargeback', 'change_event') or i.cancel_reason = 'fraud')) or c.uses_count + c.reserved_count > c.max_uses`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        'select w.web_userid from web_users w where w.inscriptions_count <> (select count(*) from inscriptions i where i.web_userid = w.web_userid)',
      ),
    ).toEqual([]);
    expect(await first('select sum(uses_count) > 0 as used, sum(discount_cents) > 0 as discounted from coupons, inscriptions')).toEqual({
      used: true,
      discounted: true,
    });
  });

  test('replays every log to the status of its inscription without a gap', async () => {
    expect(
      await rows(`select i.inscriptionid from inscriptions i where i.status is distinct from
      (select l.to_status from inscription_log l where l.inscriptionid = i.inscriptionid and l.to_status is not null order by l.created desc, l.logid desc limit 1)`),
    ).toEqual([]);
    expect(
      await rows(`select inscriptionid from (select inscriptionid, from_status, lag(to_status) over (partition by inscriptionid order by created, logid) as before from inscription_log where to_status is not null) steps
      where from_status is distinct from before`),
    ).toEqual([]);
    expect(
      await first(
        "select count(*) > 0 as commented from inscription_log where status = 'comment_updated' and action_label = 'Update comment'",
      ),
    ).toEqual({ commented: true });
    expect(
      await rows(
        `select i.inscriptionid from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid and l.status = 'comment_updated' where l.changes->0->>'new' is distinct from i.comment`,
      ),
    ).toEqual([]);
  });

  test('agrees on price, discount, payment, bib and kit with the status and the day of the event', async () => {
    expect(
      await rows(
        'select inscriptionid from inscriptions where total_cents <> list_price_cents - discount_cents + fee_cents or refunded_cents > paid_cents',
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select inscriptionid from inscriptions where (paid_at is null) <> (status in ${held} or (status = 'cancelled' and cancel_reason = 'expired'))`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        "select inscriptionid from inscriptions where (status = 'assign_number' and number is null) or (number is not null and status not in ('assign_number', 'chargeback'))",
      ),
    ).toEqual([]);
    expect(
      await rows(
        "select i.inscriptionid from inscriptions i join events e on e.eventid = i.eventid where e.start_at > '2026-05-16' and (i.kit_status <> 'pending' or i.checked_in_at is not null)",
      ),
    ).toEqual([]);
    expect(await rows("select inscriptionid from inscriptions where kit_status <> 'pending' and exoneration_status = 'pending'")).toEqual(
      [],
    );
    expect(await rows('select eventid, number from inscriptions where number is not null group by 1, 2 having count(*) > 1')).toEqual([]);
    expect(
      await rows(
        `select i.inscriptionid from inscriptions i join price_tiers p on p.price_tierid = i.price_tierid where p.distanceid <> i.distanceid or p.price_cents <> i.list_price_cents or i.created not between p.starts_at and p.ends_at`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select i.inscriptionid from inscriptions i join age_categories a on a.age_categoryid = i.age_categoryid where a.distanceid <> i.distanceid or a.branch <> i.gender`,
      ),
    ).toEqual([]);
  });

  test('lets nothing happen after now', async () => {
    expect(
      await first(
        "select max(created) <= '2026-05-14T17:00:00Z' as past, max(updated) <= '2026-05-14T17:00:00Z' as settled from inscriptions",
      ),
    ).toEqual({ past: true, settled: true });
    expect(await first("select max(created) <= '2026-05-14T17:00:00Z' as past from inscription_log")).toEqual({ past: true });
  });

  test.each([
    'organizations',
    'stores',
    'users',
    'events',
    'distances',
    'price_tiers',
    'age_categories',
    'coupon_batches',
    'coupons',
    'web_users',
    'inscriptions',
    'memberships',
    'sponsors',
    'benefits',
    'promotion_bins',
    'stages',
    'notifications',
  ])('writes %s that a person could have typed', async (name) => {
    const resource = registry.get(name);
    const writable = Object.entries(resource.all)
      .filter(([, field]) => isWritable(field) && !field.embeds)
      .map(([field]) => field);
    const schema = inputSchema(resource, registry, 'create');
    for (const row of await rows<Record<string, unknown>>(`select * from ${name} order by 1 desc limit 400`)) {
      const input = Object.fromEntries(writable.filter((field) => row[field] !== null).map((field) => [field, row[field]]));
      expect({
        row: row[resource.key],
        problems: [...(schema.safeParse(input).error?.issues ?? []), ...brokenRules(resource, row)],
      }).toEqual({ row: row[resource.key], problems: [] });
    }
  });

  test('puts back every index, key and trigger that it took off', async () => {
    const fresh = await openTestDatabase();
    const shape = `select 'index' as kind, indexdef as text from pg_indexes where schemaname = 'public' union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger', tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`;
    expect(await rows(shape)).toEqual((await fresh.pool.query(shape)).rows);
    await fresh.close();
  });
});

test('tells the same story every time', longer, async () => {
  const again = await openTestDatabase({ holding: 'reference' });
  await fillDemo(again);
  const found = differences(await storyOf(database), await storyOf(again));
  expect(found, found[0]).toEqual([]);
  await again.close();
});

test('does nothing where there are organizations, and lets people go on', async () => {
  const before = await storyOf(database);
  expect(await seedDemo(database.pool, { inscriptions: 50, passwords })).toBe(false);
  expect(differences(before, await storyOf(database))).toEqual([]);
  const added = await first<{ organizationid: number }>(
    "insert into organizations (name, slug, email, stateid, region) values ('Otra', 'otra', 'otra@example.com', 9, 'centro') returning organizationid",
  );
  expect(added.organizationid).toBe(5);
});

test('never gives a folio twice nor uses letters that read alike', () => {
  const folios = Array.from({ length: 50_000 }, (_, number) => folioOf(number * 37));
  expect(new Set(folios).size).toBe(folios.length);
  expect(folios.every((folio) => /^[A-HJ-NP-Z2-9]{8}$/.test(folio))).toBe(true);
});
