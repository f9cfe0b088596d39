import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { findTwins } from '../../../server/features/twins/findTwins';
import { readPeople, saidIn } from '../../../server/features/imports/engine/people';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { effort } from '../../support/effort';
import { reconcile } from '../../support/reconcile';
import { statementsDuring } from '../../support/wholeTableReads';
import type { Person } from '../support/openWorld';
import { openScene, type Scene } from './support';
import { must } from '../support/must';
import { accountsOf, type Accounts } from './accounts';

let scene: Scene, chief: Person;
const rows = async (text: string): Promise<any[]> => (await scene.pool.query(text)).rows;
let account: Accounts['account'], signUp: Accounts['signUp'], pay: Accounts['pay'], pair: Accounts['pair'], act: Accounts['act'];
/** Merges the second account into the first one. */
const merge = async (stays: number, goes: number): Promise<{ readonly id: number; readonly status: number; readonly body: any }> => {
  const id = await pair(stays, goes);
  const [{ first }] = (await rows(`select survivor_userid::int as first from user_merges where mergeid = ${id}`)) as [any];
  return { id, ...(await act(id, 'merge', { keep: first === stays ? 'survivor' : 'loser', reason: 'Es la misma persona' })) };
};
const merged = async (stays: number, goes: number): Promise<number> => {
  const { id, status, body } = await merge(stays, goes);
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
};
const revert = (id: number) => act(id, 'revert', { reason: 'Eran dos' });
const statusOf = async (id: number): Promise<string> => (await rows(`select status from web_users where web_userid = ${id}`))[0].status;

beforeAll(async () => {
  scene = await openScene({ capacity: 900, bibs: 900 });
  ({ chief } = scene);
  ({ account, signUp, pay, pair, act } = accountsOf(scene));
});
beforeEach(async () => {
  await scene.pool.query(
    "delete from user_merges; update web_users set status = 'anonymized', email = null, phone = null, curp = null, first_name = '—', birth_date = null",
  );
});
afterAll(() => scene.close());

test('likely twins are found by indexes, however many athletes there are', async () => {
  await account({ email: 'lau+5k@example.com', phone: '5511119999' });
  const statements = await statementsDuring(scene.pool, () => findTwins({ pool: scene.pool, registry }));
  const looking = statements.filter(({ text }) => text.includes('similarity('));
  expect(looking).toHaveLength(1);
  const client = await scene.pool.connect();
  await client.query('set enable_seqscan = off'); // so that whole tables are read only where no index has the rows
  const { rows: plan } = await client.query(`explain ${looking[0]!.text}`, [...looking[0]!.values]);
  await client.query('reset enable_seqscan');
  client.release();
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on web_users');
});

describe('accounts with one mailbox', () => {
  test.each([
    ['one address without a mark', 'lau.mendoza@example.com', 'lau.mendoza+10k@example.com'],
    ['two marks', 'lau.mendoza+5k@example.com', 'lau.mendoza+10k@example.com'],
  ])('are found although the birth dates differ: %s', async (_, first, second) => {
    for (const emails of [
      [first, second],
      [second, first],
    ]) {
      await scene.pool.query("delete from user_merges; update web_users set status = 'anonymized', email = null, birth_date = null");
      const one = await account({ email: emails[0] });
      await findTwins({ pool: scene.pool, registry });
      const other = await account({ email: emails[1], birth_date: '1988-12-04' });
      await account({ email: `otra.${second}`, birth_date: '1970-01-01' });
      await findTwins({ pool: scene.pool, registry });
      expect(await rows('select survivor_userid::int as stays, loser_userid::int as goes, score, match_reasons from user_merges')).toEqual([
        { stays: one, goes: other, score: 65, match_reasons: ['email', 'similar_name'] },
      ]);
    }
  });
  test('and different names or addresses stay two', async () => {
    await account({ email: 'fam_rios@example.com' });
    await account({ email: 'famXrios+2@example.com', birth_date: '1988-12-04' });
    await account({ email: 'fam_rios+pedro@example.com', first_name: 'Pedro', last_name: 'Alba', second_last_name: 'Cruz', gender: 'M' });
    await findTwins({ pool: scene.pool, registry });
    expect(await rows('select 1 from user_merges')).toEqual([]);
  });
});

test('two who are not the same person are asked about by nobody but a person', async () => {
  const [one, other] = [await account({ phone: '5511118888' }), await account({ phone: '5511118888' })];
  const id = await pair(one, other);
  await must(chief.post('/v2/user/user_merges/actions/dismiss', { ids: [id], input: { reason: 'Son gemelas' } }));
  await scene.pool.query(`update web_users set twins_checked_at = null where web_userid in (${one}, ${other})`);
  await findTwins({ pool: scene.pool, registry });
  expect(await rows('select mergeid::int as id, status from user_merges')).toEqual([{ id, status: 'dismissed' }]);
  expect(await pair(other, one)).toBe(id);
  expect(await rows('select mergeid::int as id, status, reason from user_merges')).toEqual([{ id, status: 'suggested', reason: null }]);
});

describe('what moves', () => {
  test('is counted before and kept afterwards: registrations, money, results, documents and affiliations', async () => {
    const [one, other] = [await account(), await account()];
    const theirs = await pay(await signUp(other, scene.five));
    await must(scene.act(scene.finance, theirs, 'wallet_refund', { amount_cents: 5000, reason: 'Ajuste' }));
    const again = await pay(await signUp(other, scene.ten));
    await scene.pool.query(
      `with type as (insert into fmtri_affiliation_types (name, slug, audience, validity, price_cents, season, status) values ('{"es":"Atleta"}', 'cuenta', 'atleta', 'calendar_year', 0, 2026, 'active') returning typeid),
            person as (insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid) values (${other}, 'C-${other}', 'Laura', 'Mendoza', 'F', '1988-04-12', 9) returning affiliate_userid)
       insert into fmtri_affiliations (affiliate_userid, typeid, audience, season, starts_on, ends_on, price_cents, status, number) select affiliate_userid, typeid, 'atleta', 2026, '2026-01-01', '2026-12-31', 0, 'active', 'C-1' from person, type`,
    );
    await scene.pool.query(
      `with set as (insert into result_sets (eventid, distanceid, source, status, published_at) values (${scene.eventid}, ${scene.ten}, 'manual', 'official', now()) returning result_setid)
       insert into results (matched_by, result_setid, eventid, distanceid, inscriptionid, name, status, chip_time_ms) select 'number', result_setid, ${scene.eventid}, ${scene.ten}, ${again}, 'Laura', 'finished', 3000000 from set`,
    );
    await scene.pool.query(
      `insert into inscription_documents (inscriptionid, eventid, organizationid, kind, locale, sha256, content_sha256, size_bytes) values (${again}, ${scene.eventid}, ${scene.org}, 'receipt', 'es', repeat('a', 64), repeat('b', 64), 1)`,
    );
    const [{ documents, payments }] = (await rows(
      `select (select count(*)::int from inscription_documents where inscriptionid in (${theirs}, ${again})) as documents, (select count(*)::int from payments where inscriptionid in (${theirs}, ${again})) as payments`,
    )) as [any];
    expect(documents).toBeGreaterThan(0);
    const id = await pair(one, other);
    const [{ first }] = (await rows(`select survivor_userid::int as first from user_merges where mergeid = ${id}`)) as [any];
    const { result } = await must(act(id, 'merge', { keep: first === one ? 'survivor' : 'loser', reason: 'Es la misma persona' }));
    const [{ cents }] = (await rows(
      `select sum(paid_cents - refunded_cents)::int as cents from inscriptions where web_userid = ${one}`,
    )) as [any];
    expect(cents).toBeGreaterThan(0);
    const counted = {
      inscriptions: 2,
      payments,
      results: 1,
      inscription_documents: documents,
      fmtri_affiliate_users: 1,
      fmtri_affiliations: 1,
      paid_cents: cents,
      wallet_cents: 5000,
    };
    expect(result.moved).toMatchObject(counted);
    expect((await chief.get(`/v2/user/user_merges/${id}`)).body.moved_counts).toMatchObject(counted);
    await scene.pool.query(
      "delete from inscription_documents; delete from results; delete from result_sets; delete from fmtri_affiliations where number = 'C-1'",
    );
  });
  test('is counted for both ways around, since the account that stays is chosen while both are compared', async () => {
    const [one, other] = [await account(), await account()];
    await pay(await signUp(one, scene.ten));
    await pay(await signUp(other, scene.five));
    const id = await pair(one, other);
    const { result } = await must(act(id, 'compare'));
    const cents = async (web_userid: unknown): Promise<number> =>
      (await rows(`select sum(paid_cents)::int as cents from inscriptions where web_userid = ${String(web_userid)}`))[0].cents;
    const [ofLoser, ofSurvivor] = [await cents(result.loser.web_userid), await cents(result.survivor.web_userid)];
    expect(ofLoser).not.toBe(ofSurvivor);
    expect([result.counts.paid_cents, result.swapped.counts.paid_cents]).toEqual([ofLoser, ofSurvivor]);
  });
  test('leaves out what the account that stays has already, which prevents no merge, and comes back with its undo', async () => {
    const [one, other] = [await account(), await account()];
    await scene.pool.query(
      `with n as (insert into notifications (title, body, platform, app) values ('Hola', 'Nos vemos', 'all', 'ASDEPORTE'), ('Solo', 'Para una', 'all', 'ASDEPORTE') returning notificationid, title)
       insert into notification_deliveries (notificationid, web_userid) select notificationid, w from n, unnest(array[${one}, ${other}]) w where title = 'Hola' or w = ${other}`,
    );
    await scene.pool.query(
      `insert into inbody_measurements (web_userid, test_at, gender, age, height_cm, weight_kg, consent_at, source) select w, '2026-01-01', 'F', 38, 165, 60, '2025-12-01', 'manual' from unnest(array[${one}, ${other}]) w`,
    );
    await scene.pool.query(
      `insert into waitlist_entries (eventid, distanceid, web_userid, organizationid, created)
       select ${scene.eventid}, d, w, ${scene.org}, now() - case when (w = ${other}) = (d = ${scene.ten}) then interval '2 days' else interval '1 day' end from unnest(array[${one}, ${other}]) w, unnest(array[${scene.ten}, ${scene.five}]) d`,
    );
    const places = () =>
      rows(
        `select distanceid::int as d, web_userid::int as w, status, withdrawn_because as why from waitlist_entries where web_userid in (${one}, ${other}) order by 1, 2`,
      );
    const before = await places();
    const id = await merged(one, other);
    expect(
      await rows(
        `select web_userid::int as w, count(*)::int as n from notification_deliveries where web_userid in (${one}, ${other}) group by 1 order by 1`,
      ),
    ).toEqual([
      { w: one, n: 2 },
      { w: other, n: 1 },
    ]);
    expect(await rows(`select count(*)::int as n from inbody_measurements where web_userid = ${one}`)).toEqual([{ n: 1 }]);
    const open = (await places()).filter(({ status }) => status === 'waiting');
    expect(open.map(({ d, w }) => [d, w]).sort()).toEqual([scene.ten, scene.five].map((d) => [d, one]).sort());
    expect(
      await rows(
        `select distanceid::int as d from waitlist_entries where web_userid = ${one} and status = 'waiting' and created < now() - interval '47 hours' order by 1`,
      ),
      'the longer wait counts',
    ).toHaveLength(2);
    await must(revert(id));
    expect(await places()).toEqual(before);
    expect(
      await rows(
        `select web_userid::int as w, count(*)::int as n from notification_deliveries where web_userid in (${one}, ${other}) group by 1 order by 1`,
      ),
    ).toEqual([
      { w: one, n: 1 },
      { w: other, n: 2 },
    ]);
    await scene.pool.query('delete from waitlist_entries; delete from notification_deliveries');
  });
});

test('a merge that fails with its last step has moved nothing, and an undo neither', async () => {
  const [one, other] = [await account({ phone: '5511117777' }), await account({ city: 'Puebla' })];
  await pay(await signUp(one));
  await signUp(other);
  const theirs = await pay(await signUp(other, scene.five));
  await must(scene.act(scene.finance, theirs, 'wallet_refund', { amount_cents: 5000, reason: 'Ajuste' }));
  const snapshot = async (): Promise<unknown> => [
    await rows(`select * from web_users where web_userid in (${one}, ${other}) order by web_userid`),
    await rows(`select * from inscriptions where web_userid in (${one}, ${other}) order by inscriptionid`),
    await rows(`select * from wallets where web_userid in (${one}, ${other}) order by walletid`),
    await rows('select count(*)::int as logs from inscription_log'),
    await rows('select count(*)::int as audits from audits'),
    await rows('select count(*)::int as movements from wallet_movements'),
  ];
  const failing = async (status: string, run: () => Promise<{ readonly status: number }>): Promise<void> => {
    const before = await snapshot();
    await scene.pool.query(`alter table user_merges add constraint fails check (status <> '${status}') not valid`);
    expect((await run()).status).toBeGreaterThanOrEqual(400);
    await scene.pool.query('alter table user_merges drop constraint fails');
    expect(await snapshot()).toEqual(before);
  };
  const suggested = await pair(one, other);
  await failing('done', () => act(suggested, 'merge', { reason: 'Es la misma persona' }));
  const id = await merged(one, other);
  await failing('reverted', () => revert(id));
  await must(revert(id));
  expect(await statusOf(other)).toBe('active');
});

describe('an undo', () => {
  const refused = async (id: number, words: RegExp): Promise<void> => {
    const { status, body } = await revert(id);
    expect([status, body.code]).toEqual([409, 'UNMERGE_BLOCKED']);
    expect(body.message).toMatch(words);
  };
  test('of an account that was merged into a third one waits until that is undone', async () => {
    const [one, other, third] = [await account(), await account(), await account()];
    const theirs = await pay(await signUp(other));
    const first = await merged(one, other),
      second = await merged(third, one);
    await refused(first, /Deshaz primero esa fusión/);
    expect(await statusOf(other), 'nothing happened').toBe('merged');
    await must(revert(second));
    await must(revert(first));
    expect(await rows(`select web_userid::int as w from inscriptions where inscriptionid = ${theirs}`)).toEqual([{ w: other }]);
  });
  test('is refused while somebody else has the e-mail, or a payment of what was moved is under way, and says so', async () => {
    const [one, other] = [await account(), await account({ email: 'alias@example.com' })];
    const held = await signUp(other, scene.five);
    const id = await merged(one, other);
    const taker = await account({ email: 'alias@example.com', first_name: 'Otra' });
    await refused(id, /usa ahora el correo/);
    await scene.pool.query(`update web_users set email = 'libre@example.com' where web_userid = ${taker}`);
    await must(scene.act(scene.support, held, 'request_payment', { method: 'oxxo' }));
    await refused(id, /tiene un pago en curso/);
    await must(scene.act(scene.support, held, 'cancel', { cancel_reason: 'requested' }));
    await must(revert(id));
    expect([await statusOf(one), await statusOf(other)]).toEqual(['active', 'active']);
  });
  test('gives the e-mail back that the account that stays had taken over', async () => {
    const [one, other] = [await account(), await account()];
    const id = await pair(one, other);
    const [{ first }] = (await rows(`select survivor_userid::int as first from user_merges where mergeid = ${id}`)) as [any];
    const emails = () => rows(`select web_userid::int as w, email from web_users where web_userid in (${one}, ${other}) order by 1`);
    const before = await emails();
    await must(
      act(id, 'merge', { keep: first === one ? 'survivor' : 'loser', choices: { email: 'loser' }, reason: 'Es la misma persona' }),
    );
    expect((await emails())[0].email).toBe(before[1].email);
    await must(revert(id));
    expect(await emails()).toEqual(before);
  });
  test('of somebody whose data was erased is refused, and says so', async () => {
    const [one, other] = [await account(), await account()];
    const id = await merged(one, other);
    await must(chief.post(`/v2/user/web_users/${one}/anonymize`, { input: {} }));
    await refused(id, /se borraron/);
    expect((await chief.get(`/v2/user/user_merges/${id}`)).body.status).toBe('done');
  });
});

describe('the account that is gone', () => {
  test('leads to the one that stays: as a record, for files and partners by its e-mail and its source, and while somebody is typed in', async () => {
    const [one, other, third] = [
      await account(),
      await account({ email: 'anterior@example.com' }),
      await account({ email: 'primera@example.com', source: 'banco', source_ref: '77' }),
    ];
    await merged(other, third);
    await merged(one, other);
    expect((await chief.get(`/v2/user/web_users/${other}`)).body).toMatchObject({ status: 'merged', merged_into_userid: one });
    const find = (said: Readonly<Record<string, unknown>>) =>
      inSystemTransaction({ pool: scene.pool, registry }, async (tx) => {
        const asked = saidIn({ first_name: 'Laura', last_name: 'Mendoza', second_last_name: 'Ríos', birth_date: '1988-04-12', ...said });
        return (await readPeople(tx, [asked])).find(asked);
      });
    for (const email of ['anterior@example.com', 'primera@example.com'])
      expect(await find({ email }), email).toEqual({ is: 'known', id: one, rule: 'email_birth' });
    expect(await find({ source: 'banco', source_ref: '77', birth_date: undefined })).toMatchObject({ is: 'known', id: one });
    expect(await find({ email: 'nadie@example.com', first_name: 'Otra' })).toEqual({ is: 'nobody' });
    const { result } = await must(chief.post('/v2/user/web_users/actions/likely_twins', { input: { email: 'anterior@example.com' } }));
    expect(result.people.map(({ web_userid }: { readonly web_userid: number }) => web_userid)).toEqual([one]);
  });
});

/** What happens to four accounts of one person in any order. */
type Step =
  | { readonly kind: 'signUp' | 'pay' | 'refund'; readonly who: number; readonly five: boolean }
  | { readonly kind: 'merge'; readonly who: number; readonly with: number }
  | { readonly kind: 'undo'; readonly which: number };
const nat = fc.nat({ max: 3 });
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constantFrom('signUp' as const, 'pay' as const, 'refund' as const), who: nat, five: fc.boolean() }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge' as const), who: nat, with: nat }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: nat }) },
  ),
  { minLength: 14, maxLength: 24, size: 'max' },
);

test('however accounts are merged and merges undone, no row and no peso is lost, and once all are undone everybody has their own', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all: readonly Step[]) => {
      const people = [await account(), await account(), await account(), await account()];
      const owner = new Map<number, number>();
      let credited = 0;
      const open: { readonly id: number; readonly stays: number; readonly goes: number }[] = [];
      const of = async (web_userid: number, distanceid: number, status: string): Promise<number | undefined> =>
        (
          await rows(
            `select inscriptionid::int as id from inscriptions where web_userid = ${web_userid} and distanceid = ${distanceid} and status in (${status}) order by 1 limit 1`,
          )
        )[0]?.id;
      const run = async (step: Step): Promise<void> => {
        if (step.kind === 'merge') {
          const [stays, goes] = [people[step.who]!, people[step.with]!];
          if (stays === goes || (await statusOf(stays)) !== 'active' || (await statusOf(goes)) !== 'active') return;
          const { id, status, body } = await merge(stays, goes);
          if (status === 200) open.push({ id, stays, goes });
          else expect(body, JSON.stringify(body)).toMatchObject({ code: 'MERGE_BLOCKED' });
          return;
        }
        if (step.kind === 'undo') {
          const chosen = open[step.which];
          if (!chosen) return;
          const isAlive = (await statusOf(chosen.stays)) === 'active';
          const { status, body } = await revert(chosen.id);
          expect(status, JSON.stringify(body)).toBe(isAlive ? 200 : 409);
          if (isAlive) open.splice(step.which, 1);
          return;
        }
        const who = people[step.who]!,
          distanceid = step.five ? scene.five : scene.ten;
        if ((await statusOf(who)) !== 'active') return;
        if (step.kind === 'signUp') {
          const answer = await scene.support.post('/v2/inscription/inscriptions', { eventid: scene.eventid, distanceid, web_userid: who });
          if (answer.status === 201) owner.set(answer.body.inscriptionid, who);
          else expect(answer.status).toBe(409);
          return;
        }
        const id = await of(who, distanceid, step.kind === 'pay' ? `'started'` : `'paid', 'assign_number', 'no_assign_number'`);
        if (id === undefined) return;
        if (step.kind === 'pay') await scene.act(scene.support, id, 'pay', { method: 'cash' });
        else if ((await scene.act(scene.finance, id, 'wallet_refund', { amount_cents: 1000, reason: 'Ajuste' })).body.ok === 1)
          credited += 1000;
      };
      const holds = async (): Promise<void> => {
        expect(await reconcile(scene.pool)).toEqual({});
        const list = people.join(', ');
        expect(
          await rows(
            `select i.inscriptionid from inscriptions i join web_users w using (web_userid) where w.status = 'merged' and w.web_userid in (${list})`,
          ),
        ).toEqual([]);
        expect(
          await rows(
            `select coalesce(sum(available_cents), 0)::int as all, coalesce(sum(available_cents) filter (where w.status = 'merged'), 0)::int as gone from wallets join web_users w using (web_userid) where w.web_userid in (${list})`,
          ),
        ).toEqual([{ all: credited, gone: 0 }]);
      };
      for (const step of all) {
        await run(step);
        await holds();
      }
      for (const { id } of open.toReversed()) await must(revert(id));
      await holds();
      const ids = [...owner.keys()];
      if (ids.length > 0)
        expect(
          Object.fromEntries(
            (
              await rows(
                `select inscriptionid::int as id, web_userid::int as w from inscriptions where inscriptionid in (${ids.join(', ')})`,
              )
            ).map(({ id, w }) => [id, w]),
          ),
        ).toEqual(Object.fromEntries(owner));
    }),
    { numRuns: effort(3, 60) },
  );
}, 240_000);
