import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { runSteps } from '../../../server/features/letters/runSteps';
import { openScene, type Scene } from '../registration/support';
import { must } from '../support/must';
import { post } from './support';

let scene: Scene;
const path = '/v2/inscription/letter_steps';
const zone = 'America/Tijuana'; // its clock differs from that of the capital
const dayMs = 86_400_000;
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await scene.pool.query(text, [...values])).rows;
const paid = async (name: string, at: Date): Promise<number> => {
  const { inscriptionid } = await scene.signUp(name);
  await must(scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' }));
  await scene.pool.query(`update inscriptions set created = $2, paid_at = $2, email = $3 where inscriptionid = $1`, [
    inscriptionid,
    at,
    `${name.toLowerCase()}@correo.test`,
  ]);
  return inscriptionid;
};
const step = async (kind: string, days: number, since: Date, hour = 9): Promise<any> => {
  const made = await must(scene.organizer.post(path, { eventid: scene.eventid, kind, days, hour }));
  await must(scene.organizer.post(`${path}/${made.letter_stepid}/turn_on`, {}));
  await scene.pool.query('update letter_steps set turned_on_at = $2 where letter_stepid = $1', [made.letter_stepid, since]);
  return made;
};
const laidAt = (now: Date): Promise<number> => runSteps({ pool: scene.pool, registry }, undefined, now);
/** A moment by the clock of the event, so many days before the race. */
const momentOf = async (days: number, clock: string): Promise<Date> =>
  new Date(
    (
      await rows(`select (((start_at at time zone $2)::date - $3::int) + $4::time) at time zone $2 as at from events where eventid = $1`, [
        scene.eventid,
        zone,
        days,
        clock,
      ])
    )[0].at,
  );
const past = new Date(Date.now() - 5 * dayMs);

beforeAll(async () => {
  scene = await openScene({ event: { timezone: zone } });
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.pool.query(`update letter_steps set status = 'off', deleted_at = now()`);
  await scene.pool.query(`update inscriptions set deleted_at = now()`);
  await scene.pool.query(`update inscription_letters set status = 'withdrawn', next_at = null where status = 'queued'`);
});

describe('a sequence', () => {
  test('sends a reminder on its day at its hour by the clock of the event, once to each, and not to people who registered after it', async () => {
    await paid('Ana', past);
    const { letter_stepid } = await step('reminder', 7, past);
    expect(await laidAt(new Date((await momentOf(7, '09:00')).getTime() - 1000))).toBe(0);
    const due = await momentOf(7, '09:00');
    await paid('Tarde', new Date(due.getTime() + 1000));
    expect(await laidAt(due)).toBe(1);
    const asked = { columns: ['letter_stepid'], filter: { field: 'letter_stepid', op: 'eq', value: letter_stepid }, format: 'csv' };
    const file = await scene.organizer.post('/v2/inscription/inscription_letters/download', asked);
    expect([file.status, file.body.trim().split(/\r?\n/).slice(1)]).toEqual([200, ['Recordatorio']]); // the word, not the code
    expect(await laidAt(new Date(due.getTime() + dayMs))).toBe(0);
    const left = await post(scene.pool);
    expect(left.map(({ to, subject }) => [to, subject])).toEqual([['ana@correo.test', 'Se acerca Carrera carrera']]);
    expect(left[0]!.unsubscribe).toContain('/unsubscribe/');
    expect(left[0]!.text).toContain('/e/');
  });

  test('sends the letter of the race week with its own text, days before the race', async () => {
    await paid('Dora', past);
    await step('race_week', 3, past);
    expect(await laidAt(await momentOf(4, '12:00'))).toBe(0);
    expect(await laidAt(await momentOf(3, '09:00'))).toBe(1);
    expect((await post(scene.pool)).map(({ to, subject }) => [to, subject])).toEqual([
      ['dora@correo.test', 'Es la semana de Carrera carrera'],
    ]);
  });

  test('does not send what had passed when the step was turned on, nor after the start, nor for an event that is off', async () => {
    await paid('Beto', past);
    await step('race_week', 5, await momentOf(5, '09:01'));
    expect(await laidAt(await momentOf(4, '12:00'))).toBe(0);
    await scene.pool.query('update letter_steps set turned_on_at = $1', [past]);
    expect(await laidAt(await momentOf(-1, '12:00'))).toBe(0);
    for (const status of ['cancelled', 'postponed', 'draft']) {
      await scene.pool.query('update events set status = $2 where eventid = $1', [scene.eventid, status]);
      expect([status, await laidAt(await momentOf(4, '12:00'))]).toEqual([status, 0]);
    }
    await scene.pool.query(`update events set status = 'published' where eventid = $1`, [scene.eventid]);
    expect(await laidAt(await momentOf(4, '12:00'))).toBe(1);
  });

  test('welcomes people who registered since it was turned on, at once or after days', async () => {
    const now = new Date();
    await paid('Antes', new Date(now.getTime() - 2 * dayMs));
    await paid('Nueva', new Date(now.getTime() - 1000));
    await step('welcome', 0, new Date(now.getTime() - dayMs));
    await step('welcome', 2, new Date(now.getTime() - dayMs));
    expect(await laidAt(now)).toBe(1);
    expect((await post(scene.pool)).map(({ to, subject }) => [to, subject])).toEqual([
      ['nueva@correo.test', 'Bienvenida a Carrera carrera'],
    ]);
    expect(await laidAt(new Date(now.getTime() + 3 * dayMs))).toBe(1);
  });

  test('sends results that are published, and not to people who have theirs already', async () => {
    const [one, two] = [await paid('Rita', past), await paid('Rosa', past)];
    const [{ result_setid }] = await rows(
      `insert into result_sets (eventid, distanceid, source, status, published_at, claim_until) values ($1, $2, 'manual', 'official', now(), now() + interval '1 day') returning result_setid`,
      [scene.eventid, scene.ten],
    );
    for (const id of [one, two])
      await scene.pool.query(
        `insert into results (matched_by, result_setid, eventid, distanceid, inscriptionid, name, status, chip_time_ms) values ('number', $1, $3, $4, $2, 'Rita', 'finished', 3000000)`,
        [result_setid, id, scene.eventid, scene.ten],
      );
    await step('result', 0, past);
    await scene.pool.query(
      `insert into inscription_letters (inscriptionid, eventid, kind, email, status, sent_at) values ($1, $2, 'result', 'rosa@correo.test', 'sent', now())`,
      [two, scene.eventid],
    );
    expect(await laidAt(new Date(Date.now() + 60_000))).toBe(1);
    expect((await post(scene.pool)).map(({ to, subject }) => [to, subject])).toEqual([
      ['rita@correo.test', 'Tu resultado: Carrera carrera'],
    ]);
  });

  test('has the text of the organization, and reaches nobody who left, whose registration ended, or twice from two processes', async () => {
    await must(
      scene.organizer.post('/v2/inscription/letter_templates', {
        organizationid: scene.org,
        kind: 'reminder',
        locale: 'es',
        subject: 'Falta poco, {{name}}',
        body: 'Nos vemos.',
      }),
    );
    await paid('Queda', past);
    await paid('Fuera', past);
    const ended = await paid('Cae', past);
    await must(scene.chief.post('/v2/inscription/mail_blocks', { organizationid: scene.org, email: 'fuera@correo.test' }));
    await step('reminder', 3, past);
    const due = await momentOf(3, '10:00');
    const laid = await Promise.allSettled([laidAt(due), laidAt(due)]);
    expect(laid.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await must(scene.act(scene.support, ended, 'cancel', { cancel_reason: 'requested' }));
    expect((await post(scene.pool)).map(({ to, subject }) => [to, subject])).toEqual([['queda@correo.test', 'Falta poco, Queda']]);
    expect(
      await rows(
        `select email, withdrawn_for from inscription_letters where letter_stepid is not null and status = 'withdrawn' and withdrawn_for is not null order by email`,
      ),
    ).toEqual(
      expect.arrayContaining([
        { email: 'cae@correo.test', withdrawn_for: 'outdated' },
        { email: 'fuera@correo.test', withdrawn_for: 'unsubscribed' },
      ]),
    );
  });

  test('is kept by people with the key, changes only while it is off, and leaves before the day of the race', async () => {
    const none = await scene.organizer.post(path, { eventid: scene.eventid, kind: 'reminder', days: 0, hour: 9 });
    expect([none.status, none.body.errors[0].path]).toEqual([400, 'days']);
    const made = await step('reminder', 9, past);
    const { version } = (await scene.organizer.get(`${path}/${made.letter_stepid}`)).body;
    const changed = await scene.organizer.patch(`${path}/${made.letter_stepid}`, { version, days: 8 });
    expect([changed.status, changed.body.code]).toEqual([409, 'STEP_IS_ON']);
    for (const action of ['turn_off', 'turn_on'])
      expect((await scene.desk.post(`${path}/${made.letter_stepid}/${action}`, {})).status).toBe(403);
    await must(scene.organizer.post(`${path}/${made.letter_stepid}/turn_off`, {}));
    await paid('Nadie', past);
    expect(await laidAt(await momentOf(8, '12:00'))).toBe(0);
  });
});
