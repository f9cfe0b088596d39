import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { ticketHours } from '../../../server/auth/tickets';
import { secondStepSeconds } from '../../../server/auth/secondStep';
import { openScene, type Scene } from './support';

const minute = 60,
  hour = 60 * minute,
  slack = 50;
let scene: Scene,
  made = 0;
beforeAll(async () => {
  scene = await openScene({ event: { numbering_mode: 'none' } });
});
afterAll(() => scene.close());

const signUp = async (channel: string): Promise<number> => (await scene.signUp(`Apartada${(made += 1)}`, { channel })).inscriptionid;
const must = async (id: number, action: string, input: object): Promise<void> =>
  expect(await scene.act(scene.chief, id, action, input)).toMatchObject({ status: 200 });
/** How long a hold lasts from now, in seconds, by the clock of the database. */
const left = async (id: number): Promise<number> =>
  Number(
    (await scene.pool.query('select extract(epoch from expires_at - now()) as seconds from inscriptions where inscriptionid = $1', [id]))
      .rows[0].seconds,
  );
/** Lets time pass for one inscription. */
const pass = (id: number, seconds: number): Promise<unknown> =>
  scene.pool.query(`update inscriptions set expires_at = expires_at - $2 * interval '1 second' where inscriptionid = $1`, [id, seconds]);
const statusAfterSweep = async (id: number): Promise<string> => {
  await expireHolds({ pool: scene.pool, registry });
  return (await scene.read(id)).status;
};

/** What a hold of this many seconds is: two minutes before its end, and a minute after. */
const lifeOf = async (id: number, seconds: number): Promise<object> => {
  const isSoLong = Math.abs((await left(id)) - seconds) < slack;
  await pass(id, seconds - 2 * minute);
  const before = await statusAfterSweep(id);
  await pass(id, 3 * minute);
  return { isSoLong, before, after: await statusAfterSweep(id), because: (await scene.read(id)).cancel_reason };
};
const ends = (before: string): object => ({ isSoLong: true, before, after: 'cancelled', because: 'expired' });

describe('a registration that is begun', () => {
  test.each([
    ['web', 15 * minute],
    ['app', 15 * minute],
    ['backoffice', 72 * hour],
    ['store', 72 * hour],
    ['partner', 72 * hour],
    ['courtesy', 72 * hour],
    ['api', 72 * hour],
  ] as const)('by %s holds its seat %i seconds', async (channel, seconds) => {
    expect(await lifeOf(await signUp(channel), seconds)).toEqual(ends('started'));
  });
});

describe('a payment that is asked for', () => {
  test.each([
    ['card', 15 * minute],
    ['paypal', 15 * minute],
    ['oxxo', 72 * hour],
    ['spei', 72 * hour],
  ] as const)('by %s holds the seat %i seconds, wherever the registration began', async (method, seconds) => {
    for (const channel of ['web', 'backoffice']) {
      const id = await signUp(channel);
      await must(id, 'request_payment', { method });
      expect(await lifeOf(id, seconds)).toEqual(ends('pending_payment'));
    }
  });

  test('begins its time again, and one that is paid has no end', async () => {
    const id = await signUp('web');
    await pass(id, 14 * minute);
    await must(id, 'request_payment', { method: 'card' });
    expect(Math.abs((await left(id)) - 15 * minute)).toBeLessThan(slack);
    await must(id, 'pay', { method: 'cash' });
    expect(await scene.read(id)).toMatchObject({ expires_at: null });
  });
});

describe('a seat that is offered to somebody who waited', () => {
  test('is theirs for 24 hours, which a checkout does not shorten', async () => {
    const { distanceid } = (
      await scene.chief.post('/v2/event/distances', {
        eventid: scene.eventid,
        name: 'Corta',
        code: `C${made}`,
        capacity: 1,
        age_categories: [],
        price_tiers: [
          {
            name: 'Única',
            starts_at: new Date(Date.now() - 86_400_000).toISOString(),
            ends_at: new Date(Date.now() + 86_400_000 * 30).toISOString(),
            price_cents: 10_000,
          },
        ],
      })
    ).body;
    const first = (await scene.signUp(`Apartada${(made += 1)}`, { distanceid })).inscriptionid;
    const web_userid = Number(
      (
        await scene.pool.query(
          `insert into web_users (email, first_name, last_name, gender, birth_date)
           values ('espera@apartada.test', 'Espera', 'García', 'F', '1990-02-03') returning web_userid`,
        )
      ).rows[0].web_userid,
    );
    expect((await scene.chief.post('/v2/inscription/waitlist_entries', { eventid: scene.eventid, distanceid, web_userid })).status).toBe(
      201,
    );
    await must(first, 'cancel', { cancel_reason: 'requested' });
    const offered = Number(
      (await scene.pool.query('select inscriptionid from waitlist_entries where distanceid = $1', [distanceid])).rows[0].inscriptionid,
    );
    expect(Math.abs((await left(offered)) - 24 * hour)).toBeLessThan(slack);
    await must(offered, 'request_payment', { method: 'card' });
    expect(Math.abs((await left(offered)) - 24 * hour)).toBeLessThan(slack);
    expect(await lifeOf(offered, 24 * hour)).toEqual(ends('pending_payment'));
  });
});

test('an invitation lasts seven days, a letter for a new password or for another browser an hour, and a second step five minutes', () => {
  expect([ticketHours, secondStepSeconds]).toEqual([{ invitation: 168, reset: 1, device: 1 }, 300]);
});
