import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { closeAffiliations } from '../../../server/features/fmtri/closeAffiliations';
import { longer } from '../../support/limits';
import type { Person } from '../support/openWorld';
import { openScene, type Scene } from './support';

const people = '/v2/fmtri/fmtri_affiliate_users',
  deliveries = '/v2/kits/kit_deliveries';
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const raceIn = 40;
let scene: Scene,
  made = 0,
  row: any,
  affiliate: number;
beforeAll(async () => {
  scene = await openScene({ event: { fmtri_required: true } });
}, longer.timeout);
afterAll(() => scene.close());
/** A paid registration of somebody in the register, with an affiliation that counts. */
beforeEach(async () => {
  await scene.pool.query('update events set fmtri_required = true where eventid = $1', [scene.eventid]);
  const signed = await scene.signUp(`sancion${(made += 1)}`);
  await scene.act(scene.support, signed.inscriptionid, 'pay', { method: 'cash' });
  row = await scene.read(signed.inscriptionid);
  const { rows } = await scene.pool.query(
    `with u as (insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid) values ($1, $2, 'Ana', 'Luz', 'F', '1990-05-06', 9) returning affiliate_userid),
       t as (insert into fmtri_affiliation_types (name, slug, audience, validity, price_cents) values ('{"es": "Anual"}', lower($2), 'atleta', 'months', 0) returning typeid)
     insert into fmtri_affiliations (affiliate_userid, typeid, audience, season, starts_on, ends_on, status, price_cents, number)
     select affiliate_userid, typeid, 'atleta', extract(year from current_date), current_date, current_date + 300, 'active', 0, $2 from u, t returning affiliate_userid, affiliationid`,
    [row.web_userid, `FM-${made}`],
  );
  affiliate = Number(rows[0].affiliate_userid);
  await scene.pool.query(`update inscriptions set fmtri_affiliationid = $2, exoneration_status = 'signed' where inscriptionid = $1`, [
    row.inscriptionid,
    rows[0].affiliationid,
  ]);
});

const sanction = (from: number, until: number, reason = 'Dopaje') =>
  scene.chief.post(`${people}/${affiliate}/sanction`, { input: { from: inDays(from), until: inDays(until), reason } });
const deliver = (more: object = {}, person: Person = scene.desk) =>
  person.post(`${deliveries}/actions/deliver`, {
    input: {
      client_uuid: randomUUID(),
      eventid: scene.eventid,
      inscriptionid: row.inscriptionid,
      device_id: 'tableta-1',
      delivered_at: new Date().toISOString(),
      ...more,
    },
  });
const seen = async () => (await scene.organizer.get(`/v2/inscription/inscriptions/${row.inscriptionid}`)).body;

describe('a sanction that starts after somebody is registered', () => {
  test('is on the registration with its terms, in its log, and not on others', async () => {
    expect((await seen()).sanction_until).toBeNull();
    expect((await sanction(30, 60)).status).toBe(200);
    expect(await seen()).toMatchObject({
      sanction_from: inDays(30),
      sanction_until: inDays(60),
      sanction_reason: 'Dopaje',
      status: row.status,
    });
    const { rows } = await scene.pool.query(
      'select status, changes, reason from inscription_log where inscriptionid = $1 order by logid desc limit 1',
      [row.inscriptionid],
    );
    expect(rows).toMatchObject([{ status: 'data_updated', reason: 'Dopaje', changes: [{ field: 'sanction_until', new: inDays(60) }] }]);
  });

  test('prevents the delivery, unless a supervisor gives a reason', async () => {
    await sanction(30, 60);
    const refused = await deliver();
    expect([refused.status, refused.body.code]).toEqual([409, 'SANCTIONED']);
    expect(refused.body.message).toContain('Dopaje');
    const denied = await deliver({ override_reason: 'Solo el kit' });
    expect([denied.status, denied.body.errors?.[0]?.code]).toEqual([403, 'OVERRIDE_NOT_ALLOWED']);
    expect((await deliver({}, scene.organizer)).status).toBe(409);
    const allowed = await deliver({ override_reason: 'Solo el kit, no compite' }, scene.organizer);
    expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
    const { rows } = await scene.pool.query('select void_reason from kit_deliveries where inscriptionid = $1', [row.inscriptionid]);
    expect(rows).toEqual([{ void_reason: 'Solo el kit, no compite' }]);
  });

  test('reaches a desk that follows the changes of its event', async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    await sanction(30, 60);
    const { body } = await scene.desk.post(`${deliveries}/actions/list_people`, { input: { eventid: scene.eventid, since } });
    const mine = body.result.people.find(({ inscriptionid }: { inscriptionid: number }) => inscriptionid === row.inscriptionid);
    expect(mine.sanction).toEqual({ from: inDays(30), until: inDays(60), reason: 'Dopaje' });
  });

  test('that does not cover the day of the race, or a race that needs no affiliation, prevents nothing', async () => {
    await sanction(1, raceIn - 10);
    expect((await seen()).sanction_until).toBeNull();
    expect((await deliver()).status).toBe(200);
  });

  test('of a race that needs no affiliation is not on the registration', async () => {
    await scene.pool.query('update events set fmtri_required = false where eventid = $1', [scene.eventid]);
    await sanction(30, 60);
    expect((await seen()).sanction_until).toBeNull();
    expect((await deliver()).status).toBe(200);
  });

  test('is gone from the registration when it is lifted, and changes with a new one', async () => {
    await sanction(30, 60);
    await sanction(30, 90, 'Ampliada');
    expect(await seen()).toMatchObject({ sanction_until: inDays(90), sanction_reason: 'Ampliada' });
    expect((await scene.chief.post(`${people}/${affiliate}/reinstate`, {})).status).toBe(200);
    expect(await seen()).toMatchObject({ sanction_from: null, sanction_until: null, sanction_reason: null });
    expect((await deliver()).status).toBe(200);
  });

  test('stays while it lasts, and ends by itself with its last day', async () => {
    await sanction(0, 60);
    expect((await seen()).sanction_until).toBe(inDays(60));
    await closeAffiliations({ pool: scene.pool, registry, clock: () => new Date(Date.now() + 59 * dayMs) });
    expect((await seen()).sanction_until).toBe(inDays(60));
    await closeAffiliations({ pool: scene.pool, registry, clock: () => new Date(Date.now() + 62 * dayMs) });
    expect((await seen()).sanction_until).toBeNull();
  });
});
