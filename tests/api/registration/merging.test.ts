import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { findTwins } from '../../../server/features/twins/findTwins';
import { reconcile } from '../../support/reconcile';
import type { Person } from '../support/openWorld';
import { openScene, type Scene } from './support';
import { must } from '../support/must';
import { accountsOf, type Accounts } from './accounts';

let scene: Scene, chief: Person;
const rows = async (text: string): Promise<any[]> => (await scene.pool.query(text)).rows;
let account: Accounts['account'],
  signUp: Accounts['signUp'],
  pay: Accounts['pay'],
  pair: Accounts['pair'],
  act: Accounts['act'],
  lastEmail: Accounts['lastEmail'];
const compare = async (id: number): Promise<any> => (await must(act(id, 'compare'))).result;
const merge = (id: number, input: object = {}) => act(id, 'merge', { reason: 'Es la misma persona', ...input });
const athlete = async (id: number): Promise<any> => (await rows(`select * from web_users where web_userid = ${id}`))[0];
const find = () => findTwins({ pool: scene.pool, registry });
const suggestions = () =>
  rows(
    "select survivor_userid::int as stays, loser_userid::int as goes, score, match_reasons from user_merges where status = 'suggested' order by mergeid",
  );

beforeAll(async () => {
  scene = await openScene();
  ({ chief } = scene);
  ({ account, signUp, pay, pair, act, lastEmail } = accountsOf(scene));
});
beforeEach(async () => {
  await scene.pool.query(
    "delete from user_merges; delete from wallets w where not exists (select 1 from wallet_movements m where m.walletid = w.walletid); update web_users set status = 'anonymized', email = null, phone = null, curp = null, first_name = '—', birth_date = null",
  );
});
afterAll(() => scene.close());

describe('accounts that may be one person', () => {
  test('are found by name and birth date, by phone with a typing error, and by CURP, with a score and the reasons', async () => {
    const first = await account({ phone: '5511112222' });
    const same = await account();
    const typo = await account({ last_name: 'Mendosa', phone: '5511112222' });
    await account({ first_name: 'Pedro', last_name: 'Alba', second_last_name: 'Cruz', gender: 'M' });
    await find();
    const found = await suggestions();
    expect(found.map(({ stays, goes }) => [stays, goes])).toEqual(
      expect.arrayContaining([
        [first, same],
        [first, typo],
        [same, typo],
      ]),
    );
    expect(found).toHaveLength(3);
    expect(found.find(({ goes, stays }) => stays === first && goes === same)).toMatchObject({ score: 85, match_reasons: ['name_dob'] });
    expect(found.find(({ goes, stays }) => stays === first && goes === typo)!.match_reasons).toEqual(['phone', 'similar_name']);
  });
  test('are asked about once, no matter who looks again, and never after somebody said that they are two', async () => {
    const [one, other] = [await account(), await account()];
    await find();
    await find();
    expect(await suggestions()).toHaveLength(1);
    const [{ id }] = (await rows('select mergeid as id from user_merges')) as [any];
    await must(chief.post('/v2/user/user_merges/actions/dismiss', { ids: [id], input: { reason: 'Son hermanas gemelas' } }));
    await scene.pool.query(`update web_users set twins_checked_at = null where web_userid in (${one}, ${other})`);
    await find();
    expect(await suggestions()).toEqual([]);
  });
  test('and suggested by hand while the job finds them are one suggestion', async () => {
    for (let at = 0; at < 5; at += 1) {
      const [one, other] = [await account({ phone: '5500000001' }), await account({ phone: '5500000001' })];
      const [, byHand] = await Promise.all([find(), pair(one, other)]);
      expect(byHand).toBeGreaterThan(0);
      const found = await rows(
        `select mergeid::int as id from user_merges where ${one} in (survivor_userid, loser_userid) and ${other} in (survivor_userid, loser_userid)`,
      );
      expect(found).toEqual([{ id: byHand }]);
    }
  });
  test('the one with more registrations stays', async () => {
    const [, busy] = [await account(), await account()];
    await signUp(busy);
    await find();
    expect((await suggestions())[0]).toMatchObject({ stays: busy });
  });
});

describe('somebody who is typed in', () => {
  const look = async (input: object): Promise<readonly any[]> =>
    (await must(chief.post('/v2/user/web_users/actions/likely_twins', { input }))).result.people;
  test('is compared with those who are there, before they are stored', async () => {
    const one = await account({ phone: '5511113333' });
    expect(await look({ first_name: 'Lau', last_name: 'Mendoza', second_last_name: 'Rios', birth_date: '1988-04-12' })).toEqual([
      { web_userid: one, name: 'Laura Mendoza Ríos', birth_date: '1988-04-12' },
    ]);
    expect(await look({ phone: '55 1111 3333' })).toHaveLength(1);
    expect(await look({ email: lastEmail().toUpperCase() })).toHaveLength(1);
    expect(await look({ first_name: 'Laura', last_name: 'Mendoza' })).toEqual([]);
    expect(await look({})).toEqual([]);
  });
  test('is found by contact data only by people who may read it', async () => {
    await account({ phone: '5511114444' });
    const mask = `insert into membership_roles (membershipid, roleid, access, organizationid)
      select m.membershipid, r.roleid, 'view', m.organizationid from memberships m join users u using (userid), roles r where u.asdeporteid = 'jefa' and r.slug = 'reports-wo-contact-info'`;
    await scene.pool.query(mask);
    expect(await look({ phone: '5511114444' })).toEqual([]);
    expect(await look({ email: lastEmail() })).toEqual([]);
    await scene.pool.query("delete from membership_roles where roleid = (select roleid from roles where slug = 'reports-wo-contact-info')");
    expect(await look({ phone: '5511114444' })).toHaveLength(1);
  });
});

describe('merges of pairs that are certain', () => {
  test.each([
    ['the same person with one phone', { phone: '5500000007' }, { phone: '5500000007' }, 100],
    ['one mailbox with a mark', { email: 'lau@example.com' }, { email: 'lau+10k@example.com' }, 100],
    ['one of them with a CURP', { phone: '5500000007', curp: 'MERL880412MDFNSR03' }, { phone: '5500000007' }, 100],
    ['only the name and the birth date', {}, {}, 85],
    ['a name with a typing error', { phone: '5500000007' }, { phone: '5500000007', last_name: 'Mendosa' }, 93],
    ['another gender', { phone: '5500000007' }, { phone: '5500000007', gender: 'M' }, 85],
    ['two CURPs', { phone: '5500000007', curp: 'MERL880412MDFNSR03' }, { phone: '5500000007', curp: 'MERL880412MDFNSR11' }, 99],
  ])('are scored by what both say: %s', async (_, one, other, score) => {
    await pair(await account(one), await account(other));
    expect(await suggestions()).toMatchObject([{ score }]);
  });
  test('are done at once, and those that only look alike stay', async () => {
    const [one, other] = [await account({ curp: 'MERL880412MDFNSR03', phone: '5500000009' }), await account({ phone: '5500000009' })];
    const third = await account({ phone: '5500000008', last_name: 'Mendosa' }),
      fourth = await account({ phone: '5500000008' });
    const certain = await pair(one, other),
      likely = await pair(fourth, third),
      stale = await pair(other, third);
    const { status, body } = await chief.post('/v2/user/user_merges/actions/merge_certain', {
      ids: [certain, likely],
      input: { reason: 'Misma CURP' },
    });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(await rows(`select mergeid::int as id, status from user_merges where mergeid in (${certain}, ${likely}) order by 1`)).toEqual([
      { id: certain, status: 'done' },
      { id: likely, status: 'suggested' },
    ]);
    expect(
      await rows(`select deleted_at is not null or status = 'suggested' as settled from user_merges where mergeid = ${stale}`),
    ).toEqual([{ settled: true }]);
  });
});

describe('a merge', () => {
  test('is compared first: both accounts, whose values stay, what moves and what prevents it', async () => {
    const one = await account({ phone: '5500000001' }),
      other = await account({ club: 'Correcaminos', phone: '5500000002' });
    await pay(await signUp(other));
    const found = await compare(await pair(one, other));
    expect(found).toMatchObject({ obstacles: [], doubles: [] });
    const stays = found.survivor.web_userid === one ? 'loser' : 'survivor';
    expect(found.sides.club).toBe(stays === 'loser' ? 'loser' : 'survivor');
  });
  test('moves registrations, money and the chosen values in one transaction; the old account leads to the new one', async () => {
    const one = await account({ phone: '5500000001' }),
      other = await account({ club: 'Correcaminos', phone: '5500000002', curp: 'MERL880412MDFNSR03' });
    const mine = await pay(await signUp(one)),
      theirs = await pay(await signUp(other, scene.five));
    await must(scene.act(scene.finance, theirs, 'wallet_refund', { amount_cents: 5000, reason: 'Ajuste' }));
    const id = await pair(one, other);
    const keep =
      (await rows(`select survivor_userid::int as s from user_merges where mergeid = ${id}`))[0].s === one ? 'survivor' : 'loser';
    const { result } = await must(merge(id, { keep, choices: { phone: keep === 'survivor' ? 'loser' : 'survivor' } }));
    expect(result).toMatchObject({ survivor_userid: one, moved: { inscriptions: 1, wallet_cents: 5000 } });
    expect(await athlete(other)).toMatchObject({ status: 'merged', merged_into_userid: one });
    const now = await athlete(one);
    expect(now).toMatchObject({ status: 'active', club: 'Correcaminos', curp: 'MERL880412MDFNSR03', inscriptions_count: 2 });
    expect(await rows(`select inscriptionid::int as id from inscriptions where web_userid = ${one} order by 1`)).toEqual(
      [mine, theirs].sort((a, b) => a - b).map((each) => ({ id: each })),
    );
    expect(
      await rows(`select web_userid::int as of, available_cents as cents from wallets where web_userid in (${one}, ${other}) order by 1`),
    ).toEqual([
      { of: one, cents: 5000 },
      { of: other, cents: 0 },
    ]);
    expect(await rows(`select changes from inscription_log where inscriptionid = ${theirs} order by logid desc limit 1`)).toEqual([
      { changes: [{ field: 'web_userid', old: other, new: one }] },
    ]);
    expect(await reconcile(scene.pool)).toEqual({});
    expect((await merge(id)).status).toBe(409); // done once
  });
  test('ends the unpaid one of two registrations in one distance as a duplicate', async () => {
    const [one, other] = [await account(), await account()];
    const paid = await pay(await signUp(one)),
      held = await signUp(other);
    const id = await pair(one, other);
    expect((await compare(id)).doubles).toMatchObject([{ duplicate: held, into: paid }]);
    await must(merge(id));
    expect(await rows(`select status, merged_into_inscriptionid::int as into from inscriptions where inscriptionid = ${held}`)).toEqual([
      { status: 'merged', into: paid },
    ]);
    expect(await reconcile(scene.pool)).toEqual({});
  });
  test('is refused while both are paid in one distance, and says so before and then', async () => {
    const [one, other] = [await account(), await account()];
    await pay(await signUp(one));
    await pay(await signUp(other));
    const id = await pair(one, other);
    expect((await compare(id)).obstacles).toEqual(['BOTH_REGISTERED']);
    const refused = await merge(id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'MERGE_BLOCKED' } });
    expect(await athlete(other)).toMatchObject({ status: 'active' });
  });
  test('counts and moves the affiliation, the tests of the body and the result too, and undoing gives them back', async () => {
    const one = await account(),
      other = await account();
    await pay(await signUp(one));
    const theirs = await pay(await signUp(other, scene.five));
    await scene.pool.query(
      `with type as (insert into fmtri_affiliation_types (name, slug, audience, validity, price_cents, season, status) values ('{"es":"Atleta"}', 'atleta', 'atleta', 'calendar_year', 0, 2026, 'active') returning typeid),
            person as (insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid) values (${other}, 'FM-${other}', 'Laura', 'Mendoza', 'F', '1988-04-12', 9) returning affiliate_userid)
       insert into fmtri_affiliations (affiliate_userid, typeid, audience, season, starts_on, ends_on, price_cents, status, number) select affiliate_userid, typeid, 'atleta', 2026, '2026-01-01', '2026-12-31', 0, 'active', 'A-1' from person, type`,
    );
    await scene.pool.query(
      `insert into inbody_measurements (web_userid, test_at, gender, age, height_cm, weight_kg, consent_at, source) values (${other}, now() - interval '1 day', 'F', 38, 165, 60, now() - interval '2 days', 'manual')`,
    );
    await scene.pool.query(
      `with set as (insert into result_sets (eventid, distanceid, source, status, published_at) values (${scene.eventid}, ${scene.five}, 'manual', 'official', now()) returning result_setid)
       insert into results (matched_by, result_setid, eventid, distanceid, inscriptionid, name, status, chip_time_ms) select 'number', result_setid, ${scene.eventid}, ${scene.five}, ${theirs}, 'Laura', 'finished', 3000000 from set`,
    );
    const owners = async (): Promise<unknown> => ({
      affiliations: await rows(
        `select u.web_userid::int as of from fmtri_affiliations a join fmtri_affiliate_users u using (affiliate_userid) where a.number = 'A-1'`,
      ),
      tests: await rows('select web_userid::int as of from inbody_measurements'),
      results: await rows('select i.web_userid::int as of from results r join inscriptions i using (inscriptionid)'),
    });
    const of = (web_userid: number) => ({ affiliations: [{ of: web_userid }], tests: [{ of: web_userid }], results: [{ of: web_userid }] });
    expect(await owners()).toEqual(of(other));
    const id = await pair(one, other);
    expect((await compare(id)).counts).toMatchObject({ inscriptions: 1, fmtri_affiliate_users: 1, inbody_measurements: 1 });
    expect((await must(merge(id))).result).toMatchObject({
      survivor_userid: one,
      moved: { inscriptions: 1, fmtri_affiliate_users: 1, inbody_measurements: 1 },
    });
    expect(await owners()).toEqual(of(one));
    await must(act(id, 'revert', { reason: 'Eran dos' }));
    expect(await owners()).toEqual(of(other));
  });
  test.each([
    [
      'PENDING_PAYMENT',
      async (_one: number, other: number) => {
        await must(scene.act(scene.support, await signUp(other), 'request_payment', { method: 'oxxo' }));
      },
    ],
    [
      'FROZEN_BALANCE',
      async (one: number) => {
        await scene.pool.query(`insert into wallets (web_userid, available_cents, frozen_cents) values (${one}, 0, 500)`);
      },
    ],
    [
      'WALLET_BLOCKED',
      async (one: number) => {
        await scene.pool.query(`insert into wallets (web_userid, status) values (${one}, 'blocked')`);
      },
    ],
    [
      'BOTH_AFFILIATES',
      async (one: number, other: number) => {
        for (const each of [one, other])
          await scene.pool.query(
            `insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid) values (${each}, 'B-${each}', 'Laura', 'Mendoza', 'F', '1988-04-12', 9)`,
          );
      },
    ],
    [
      'BOTH_SUBSCRIBED',
      async (one: number, other: number) => {
        const [{ planid }] = (await rows(
          `insert into apolo_plans (name, interval, price_cents) values ('{"es":"Plan"}', 'month', 9900) returning planid`,
        )) as [any];
        for (const each of [one, other])
          await scene.pool.query(`insert into apolo_subscriptions (web_userid, planid) values (${each}, ${planid})`);
      },
    ],
  ] as const)('is prevented by %s, which the comparison and the refusal say, and nothing moves', async (obstacle, prepare) => {
    const [one, other] = [await account(), await account()];
    await prepare(one, other);
    const id = await pair(one, other);
    expect((await compare(id)).obstacles).toEqual([obstacle]);
    const before = [await athlete(one), await athlete(other)];
    expect(await merge(id)).toMatchObject({ status: 409, body: { code: 'MERGE_BLOCKED' } });
    expect([await athlete(one), await athlete(other)]).toEqual(before);
  });
  test('is refused without a reason, with a value that nobody may choose, and to people without the key', async () => {
    const id = await pair(await account(), await account());
    expect((await act(id, 'merge')).status).toBe(400);
    expect((await merge(id, { choices: { status: 'loser' } })).status).toBe(400);
    expect((await scene.organizer.post(`/v2/user/user_merges/${id}/merge`, { input: { reason: 'x' } })).status).toBe(403);
  });
  test('of one account with itself, or with one that is gone, is refused', async () => {
    const one = await account();
    expect((await chief.post(`/v2/user/web_users/${one}/suggest_merge`, { input: { other_userid: one } })).status).toBe(400);
    const gone = await account();
    await scene.pool.query(`update web_users set status = 'merged' where web_userid = ${gone}`);
    expect((await chief.post(`/v2/user/web_users/${one}/suggest_merge`, { input: { other_userid: gone } })).status).toBe(409);
  });
});

describe('a merge that is undone', () => {
  test('gives everything back, also after further work, and leaves what happened since where it is', async () => {
    const one = await account({ phone: '5500000001' }),
      other = await account({ club: 'Correcaminos', phone: '5500000002', curp: 'MERL880412MDFNSR03' });
    const paid = await pay(await signUp(one)),
      held = await signUp(other),
      theirs = await pay(await signUp(other, scene.five));
    await must(scene.act(scene.finance, theirs, 'wallet_refund', { amount_cents: 5000, reason: 'Ajuste' }));
    const before = { one: await athlete(one), other: await athlete(other) };
    const id = await pair(one, other);
    const keep =
      (await rows(`select survivor_userid::int as s from user_merges where mergeid = ${id}`))[0].s === one ? 'survivor' : 'loser';
    await must(merge(id, { keep }));
    const { version } = (await chief.get(`/v2/user/web_users/${one}`)).body;
    await must(chief.patch(`/v2/user/web_users/${one}`, { version, club: 'Otro club' }));
    const { result } = await must(act(id, 'revert', { reason: 'Eran dos' }));
    expect(result).toMatchObject({ left: 0, kept: ['club'] });
    const after = { one: await athlete(one), other: await athlete(other) };
    expect(after.other).toMatchObject({ status: 'active', merged_into_userid: null, curp: before.other.curp, club: 'Correcaminos' });
    expect(after.one).toMatchObject({ curp: null, club: 'Otro club', phone: before.one.phone });
    expect(
      await rows(
        `select inscriptionid::int as id, web_userid::int as of, status from inscriptions where inscriptionid in (${paid}, ${held}, ${theirs}) order by 1`,
      ),
    ).toEqual([
      expect.objectContaining({ id: paid, of: one }),
      { id: held, of: other, status: 'started' },
      expect.objectContaining({ id: theirs, of: other }),
    ]);
    expect(await rows(`select available_cents as cents from wallets where web_userid = ${other}`)).toEqual([{ cents: 5000 }]);
    expect(await reconcile(scene.pool)).toEqual({});
  });
  test('is refused when the money that was moved was spent, and after 72 hours', async () => {
    const [one, other] = [await account(), await account()];
    const theirs = await pay(await signUp(other, scene.five));
    await must(scene.act(scene.finance, theirs, 'wallet_refund', { amount_cents: 5000, reason: 'Ajuste' }));
    const id = await pair(one, other);
    const keep =
      (await rows(`select survivor_userid::int as s from user_merges where mergeid = ${id}`))[0].s === one ? 'survivor' : 'loser';
    await must(merge(id, { keep }));
    const [{ walletid }] = (await rows(`select walletid from wallets where web_userid = ${one}`)) as [any];
    await must(scene.finance.post(`/v2/user/wallets/${walletid}/debit`, { input: { amount_cents: 100, reason: 'Cargo' } }));
    expect(await act(id, 'revert', { reason: 'Eran dos' })).toMatchObject({ status: 409, body: { code: 'WALLET_SHORT' } });
    await scene.pool.query("update user_merges set revert_until = now() - interval '1 minute'");
    expect(await act(id, 'revert', { reason: 'Eran dos' })).toMatchObject({ status: 409, body: { code: 'MERGE_TOO_LATE' } });
  });
  test('can be merged again', async () => {
    const [one, other] = [await account(), await account()];
    const id = await pair(one, other);
    await must(merge(id));
    await must(act(id, 'revert', { reason: 'Eran dos' }));
    const again = await pair(one, other);
    expect(again).not.toBe(id);
    await must(merge(again));
  });
});
