import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { localPush } from '../../server/adapters/push/localPush';
import { deliveriesAtOnce } from '../../server/features/notifications/audience';
import { sendNotifications } from '../../server/features/notifications/sendNotifications';
import { codesAtOnce } from '../../server/features/registration/coupon_batches.hooks';
import { completeReopening, signaturesAtOnce } from '../../server/features/waivers/exonerations.hooks';
import { longer } from '../support/limits';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const push = localPush('a secret of tests that is long enough');
let world: World, olga: Person, nora: Person, org: number, eventid: number, distanceid: number;
const value = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  Object.values((await world.pool.query(text, values as unknown[])).rows[0] ?? {})[0];
const values = async (text: string, given: readonly unknown[] = []): Promise<readonly any[]> =>
  (await world.pool.query(text, given as unknown[])).rows.map((row) => Object.values(row)[0]);
let made = 0;
/** So many people at once. */
const athletes = (count: number): Promise<readonly number[]> =>
  values(
    `insert into web_users (first_name, last_name, email, status, gender, birth_date, marketing_consent)
     select 'Ana', 'Número ' || g, $2 || g || '@portions.test', 'active', 'F', '1990-01-01', true from generate_series(1, $1::int) g returning web_userid`,
    [count, `ana${(made += 1)}_`],
  );

beforeAll(async () => {
  world = await openWorld({ push });
  org = await add.organization(world.pool, 'Alfa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  const house = await add.organization(world.pool, 'Plataforma', { is_platform: true });
  await addPerson(world.pool, 'nora', [{ org: house, profile: 'super-admin' }]);
  olga = world.as('olga', org);
  nora = world.as('nora', house);
  eventid = await add.event(world.pool, org, 'portions-2099', { start_at: '2099-05-01T13:00:00Z' });
  distanceid = await add.distance(world.pool, eventid, '10K');
});
afterAll(() => world.close());

describe('a batch of thousands of coupons', () => {
  const url = (id: number) => `/v2/event/coupon_batches/${id}/generate`;
  const input = { type: 'percent', value: 20 };
  const batch = async (qty: number): Promise<number> =>
    (await olga.post('/v2/event/coupon_batches', { name: 'Club', owner_type: 'club', code_length: 10, qty, eventid })).body.coupon_batchid;
  const portions = (id: number) =>
    values(
      "select count(*)::int from audits where resource = 'coupons' and recordid in (select couponid from coupons where coupon_batchid = $1) group by created order by created",
      [id],
    );

  test('is made in short transactions, all of it before the answer; a rehearsal makes one of them', longer, async () => {
    const id = await batch(codesAtOnce * 2 + 10);
    expect((await olga.post(url(id), { input, dry_run: true })).body.result).toEqual({ created: codesAtOnce * 2 + 10 });
    expect(await value('select count(*)::int from coupons where coupon_batchid = $1', [id])).toBe(0);
    expect((await olga.post(url(id), { input })).body.result).toEqual({ created: codesAtOnce * 2 + 10 });
    expect(await portions(id)).toEqual([codesAtOnce, codesAtOnce, 10]);
    expect((await olga.post(url(id), { input })).status).toBe(409);
  });

  test('that broke off says how many there are, and the same action makes the others', longer, async () => {
    const id = await batch(codesAtOnce + 50);
    await world.pool.query(
      `create function break_off() returns trigger language plpgsql as $$ begin if (select coupons_count from coupon_batches where coupon_batchid = new.coupon_batchid) >= ${codesAtOnce} then raise exception 'off' using errcode = '55P03'; end if; return new; end $$`,
    );
    await world.pool.query('create trigger break_off before insert on coupons for each row execute function break_off()');
    try {
      expect((await olga.post(url(id), { input })).body.code).toBe('CROWDED');
    } finally {
      await world.pool.query('drop function break_off cascade');
    }
    expect((await olga.get(`/v2/event/coupon_batches/${id}`)).body).toMatchObject({ status: 'active', coupons_count: codesAtOnce });
    expect((await olga.post(url(id), { input })).body.result).toEqual({ created: 50 });
    expect(await value('select count(*)::int from coupons where coupon_batchid = $1', [id])).toBe(codesAtOnce + 50);
  });
});

test(
  'a message to thousands leaves once all deliveries are written, which come in portions; one that is cancelled withdraws them in portions',
  longer,
  async () => {
    const people = await athletes(deliveriesAtOnce + 20);
    const message = { title: 'Aviso', body: 'Para todos', app: 'ASDEPORTE' };
    const { body } = await nora.post('/v2/general/notifications', message);
    expect(body.notificationid, JSON.stringify(body)).toBeGreaterThan(0);
    await world.pool.query(
      "update notifications set status = 'scheduled', scheduled_at = now() - interval '1 hour', approved_userid = (select min(userid) from users) where notificationid = $1",
      [body.notificationid],
    );
    const noon = new Date('2099-05-10T18:00:00Z');
    let looked = 0;
    const isOver = (): boolean => (looked += 1) > 1; // the process stops after the first portion
    expect((await sendNotifications({ pool: world.pool, registry }, push, isOver, noon)).begun).toBe(0);
    const queued = () =>
      value("select count(*)::int from notification_deliveries where notificationid = $1 and status = 'queued' and deleted_at is null", [
        body.notificationid,
      ]);
    expect([await queued(), await value('select status from notifications where notificationid = $1', [body.notificationid])]).toEqual([
      deliveriesAtOnce,
      'scheduled',
    ]);
    let turns = 0;
    const beforeSending = (): boolean => (turns += 1) > 1;
    expect((await sendNotifications({ pool: world.pool, registry }, push, beforeSending, noon)).begun).toBe(1);
    expect(await queued()).toBe(people.length);
    expect((await nora.post(`/v2/general/notifications/${body.notificationid}/cancel`, {})).status).toBe(200);
    expect(await queued()).toBe(0);
    expect(
      (
        await values(
          'select count(*)::int from notification_deliveries where notificationid = $1 group by deleted_at order by deleted_at',
          [body.notificationid],
        )
      ).length,
    ).toBe(2);
  },
);

test('thousands who signed an older text sign again: in portions, and a job does what a broken call left', longer, async () => {
  const people = await athletes(signaturesAtOnce + 30);
  const ids: number[] = [];
  for (const person of people)
    ids.push(await add.inscription(world.pool, eventid, distanceid, person, { status: 'paid', exoneration_status: 'signed' }));
  const text = async (resign: boolean): Promise<number> =>
    (await olga.post('/v2/event/exonerations', { eventid, title: 'De todo', resign, body_html: { es: '<p>Todo.</p>' } })).body
      .exonerationid;
  const first = await text(false);
  expect((await olga.post(`/v2/event/exonerations/${first}/activate`, {})).status).toBe(200);
  await world.pool.query(
    `insert into exoneration_signatures (exonerationid, inscriptionid, eventid, organizationid, signer_name, status)
       select $1, i, $2, $3, 'Ana', 'signed' from unnest($4::bigint[]) i`,
    [first, eventid, org, ids],
  );
  const second = await text(true);
  const url = `/v2/event/exonerations/${second}/activate`;
  expect((await olga.post(url, { dry_run: true })).body.result).toMatchObject({ reopened: ids.length });
  expect((await olga.post(url, {})).body.result).toEqual({ retired: 1, reopened: ids.length });
  const standing = () => values('select distinct exoneration_status from inscriptions where inscriptionid = any($1)', [ids]);
  expect(await standing()).toEqual(['pending']);
  expect(
    await values(
      "select count(*)::int from audits where resource = 'exoneration_signatures' and verb = 'edit' group by created order by created",
    ),
  ).toEqual([signaturesAtOnce, 30]);

  await world.pool.query(
    "update exoneration_signatures set status = 'signed', revoked_reason = null; update inscriptions set exoneration_status = 'signed'",
  );
  await world.pool.query("update exonerations set activated_at = now() - interval '5 minutes' where exonerationid = $1", [second]);
  expect(await completeReopening({ pool: world.pool, registry })).toBe(1);
  expect(await standing()).toEqual(['pending']);
  expect(await completeReopening({ pool: world.pool, registry })).toBe(0);
});
