import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { web_users } from '@/resources/web_users/web_users';
import { add, addPerson } from './support/world';

let world: World, org: number, carla: Person, flor: Person, tapada: Person, federal: Person, mona: Person, athlete: number, userid: number;
let made = 0;
const base = '/v2/user/web_users';
const ask = (who: Person, id: number, body: object = {}) => who.post(`${base}/${id}/send_password_reset`, body);
const owed = async () => (await world.pool.query(`select userid::int, kind from auth_notices order by noticeid`)).rows;

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Compañía', { is_platform: true });
  await addPerson(world.pool, 'carla', [{ org, profile: 'customer-support', regions: ['national'] }]);
  await addPerson(world.pool, 'flor', [{ org, profile: 'finance', regions: ['national'] }]);
  await addPerson(world.pool, 'tapada', [{ org, profile: 'none', regions: ['web-users', 'reports-wo-contact-info'] }]);
  await addPerson(world.pool, 'federal', [{ org, profile: 'none', regions: ['web-users', 'fmtri-affiliations'] }]);
  await addPerson(world.pool, 'mona', [{ org, profile: 'none', regions: ['web-users', 'asdeporte-wallet'] }]);
  carla = world.as('carla', org);
  flor = world.as('flor', org);
  tapada = world.as('tapada', org);
  federal = world.as('federal', org);
  mona = world.as('mona', org);
});
afterAll(() => world.close());
beforeEach(async () => {
  made += 1;
  await world.pool.query('delete from auth_notices');
  athlete = await add.athlete(world.pool, `Cuenta${made}`);
  userid = await addPerson(world.pool, `cuenta${made}`, []);
  await world.pool.query(`update users set email = $1 where userid = $2`, [`cuenta${made}@atleta.test`, userid]);
});

describe('the letter with which an athlete chooses another password', () => {
  test('goes to the account with their e-mail, is in the log, and a rehearsal sends nothing', async () => {
    expect((await ask(carla, athlete, { dry_run: true })).status).toBe(200);
    expect(await owed()).toEqual([]);
    expect((await ask(carla, athlete)).status).toBe(200);
    expect(await owed()).toEqual([{ userid, kind: 'reset' }]);
    const { rows } = await world.pool.query(`select action, actor_name from audits where resource = 'web_users' and recordid = $1`, [
      athlete,
    ]);
    expect(rows).toEqual([{ action: 'send_password_reset', actor_name: 'carla Prueba' }]);
  });

  test('goes to the account with their id before one with their e-mail', async () => {
    const linked = await addPerson(world.pool, `otra-cuenta${made}`, []);
    await world.pool.query('update web_users set asdeporteid = $1 where web_userid = $2', [`otra-cuenta${made}`, athlete]);
    await ask(carla, athlete);
    expect(await owed()).toEqual([{ userid: linked, kind: 'reset' }]);
  });

  test('goes to the account of who was merged into them, which they still sign in with', async () => {
    const stays = await add.athlete(world.pool, `Queda${made}`);
    await world.pool.query(`update web_users set status = 'merged', merged_into_userid = $1 where web_userid = $2`, [stays, athlete]);
    expect((await ask(carla, stays)).status).toBe(200);
    expect(await owed()).toEqual([{ userid, kind: 'reset' }]);
    const own = await addPerson(world.pool, `propia${made}`, []);
    await world.pool.query(`update users set email = (select email from web_users where web_userid = $1) where userid = $2`, [stays, own]);
    await ask(carla, stays);
    expect((await owed())[1], 'their own comes first').toEqual({ userid: own, kind: 'reset' });
  });

  test('is refused in words where there is no account, or one that may not sign in', async () => {
    await world.pool.query(`update users set status = 'suspended' where userid = $1`, [userid]);
    const refused = await ask(carla, athlete);
    expect([refused.status, refused.body.message]).toEqual([409, 'Este atleta no tiene una cuenta con la que entre.']);
    expect(await owed()).toEqual([]);
  });

  test('says the same to who may not see contact data, whether or not there is an account', async () => {
    const none = await add.athlete(world.pool, `Sincuenta${made}`);
    const answers = await Promise.all([ask(tapada, athlete), ask(tapada, none)]);
    const said = answers.map(({ status, body }) => JSON.stringify([status, body]).replaceAll(/\b\d{1,7}\b/g, 'n'));
    expect(answers[0]!.status).toBe(200);
    expect(said[0]).toBe(said[1]);
    expect(await owed()).toEqual([{ userid, kind: 'reset' }]);
  });

  test('is sent three times an hour at most', async () => {
    for (let time = 0; time < 3; time += 1) expect((await ask(carla, athlete)).status).toBe(200);
    expect((await ask(carla, athlete)).status).toBe(429);
    expect((await ask(tapada, athlete)).status).toBe(429);
    expect(await owed()).toHaveLength(3);
  });

  test('is asked for by nobody who only looks at athletes, and for nobody who is blocked', async () => {
    expect((await ask(flor, athlete)).status).toBe(403);
    await world.pool.query(`update web_users set status = 'blocked' where web_userid = $1`, [athlete]);
    expect((await ask(carla, athlete)).status).toBe(409);
    expect(await owed()).toEqual([]);
  });
});

describe('what an athlete has in the wallet and until when they are affiliated', () => {
  const addAffiliation = (affiliate: number, ends_on: string, status: string) =>
    world.pool.query(
      `with t as (insert into fmtri_affiliation_types (name, slug, audience, validity, season, price_cents) values ('{"es": "Tipo"}', $4, 'atleta', 'calendar_year', extract(year from $2::date), 0) returning typeid)
       insert into fmtri_affiliations (affiliate_userid, typeid, audience, season, starts_on, ends_on, status, price_cents, number)
       select $1, typeid, 'atleta', extract(year from $2::date), $2::date, $2::date, $3, 0, $4 from t`,
      [affiliate, ends_on, status, `t-${made}-${ends_on}`],
    );
  const columns = new URLSearchParams({ columns: 'web_userid,wallet_cents,affiliated_until' });
  const seen = async (who: Person) => {
    const listed = (
      await who.get(`${base}?${columns}&filter=${encodeURIComponent(JSON.stringify({ field: 'web_userid', op: 'eq', value: athlete }))}`)
    ).body[0];
    const { body } = await who.query('user', `{ web_user(web_userid: ${athlete}) { wallet_cents affiliated_until } }`);
    const one = (await who.get(`${base}/${athlete}`)).body;
    const values = [listed, one, body.data.web_user].map(({ wallet_cents, affiliated_until }) => [wallet_cents, affiliated_until]);
    expect(new Set(values.map(String)).size).toBe(1);
    return values[0];
  };
  beforeEach(async () => {
    await world.pool.query(
      `with w as (insert into wallets (web_userid) values ($1) returning walletid)
       insert into wallet_movements (walletid, type, amount_cents, available_change_cents, available_after_cents, frozen_after_cents, idempotency_key)
       select walletid, 'admin_credit', 4200, 4200, 4200, 0, $2 from w`,
      [athlete, `key-${made}`],
    );
    const { rows } = await world.pool.query(
      `insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid) values ($1, $2, 'Eva', 'Luna', 'F', '1990-05-06', 9) returning affiliate_userid`,
      [athlete, `FM-${made}`],
    );
    for (const [day, status] of [
      ['2031-06-30', 'active'],
      ['2030-06-30', 'active'],
      ['2032-06-30', 'cancelled'],
    ] as const)
      await addAffiliation(Number(rows[0].affiliate_userid), day, status);
  });

  test('is the balance, and the last day of what is in force, for who holds the keys of both', async () => {
    const chief = world.as(`jefa${made}`, org);
    await addPerson(world.pool, `jefa${made}`, [
      { org, profile: 'none', regions: ['web-users', 'asdeporte-wallet', 'fmtri-affiliations'] },
    ]);
    expect(await seen(chief)).toEqual([4200, '2031-06-30']);
  });

  test('hides the balance from who lacks the keys of wallets, and the affiliation from who lacks its key', async () => {
    expect(await seen(federal)).toEqual([null, '2031-06-30']);
    expect(await seen(mona)).toEqual([4200, null]);
  });

  test('orders and filters no list', async () => {
    for (const field of ['wallet_cents', 'affiliated_until']) {
      expect((await carla.get(`${base}?_sort=${field}&_order=ASC`)).status).toBe(400);
      const filter = encodeURIComponent(JSON.stringify({ field, op: 'eq', value: 1 }));
      expect((await carla.get(`${base}?filter=${filter}`)).status).toBe(400);
    }
  });

  test('is in downloads for who may read it only', async () => {
    const fileOf = async (who: Person): Promise<string> => {
      const { payload } = await world.app.inject({
        method: 'POST',
        url: `${base}/download`,
        headers: { authorization: who.authorization },
        payload: { columns: ['name', 'wallet_cents', 'affiliated_until'], format: 'csv' },
      });
      return payload;
    };
    const [open, closed] = [await fileOf(mona), await fileOf(federal)];
    expect(open).toMatch(/García,42,\r?\n/);
    expect(closed).not.toContain(',42');
    expect(closed).toContain('García,,30/06/2031');
    expect(open).not.toContain('30/06/2031');
  });
});

describe('athletes who may be there twice', () => {
  const addPair = (one: number, other: number, status: string) =>
    world.pool.query(
      `insert into user_merges (survivor_userid, loser_userid, score, match_reasons, status, reason) values ($1, $2, 80, '{name_dob}', $3, 'Prueba')`,
      [one, other, status],
    );
  const count = async (who: Person, id: number): Promise<readonly unknown[]> => {
    const filter = encodeURIComponent(JSON.stringify({ field: 'web_userid', op: 'eq', value: id }));
    const [listed] = (await who.get(`${base}?columns=twins_count&filter=${filter}`)).body;
    const { body } = await who.query('user', `{ web_user(web_userid: ${id}) { twins_count } }`);
    return [listed.twins_count, (await who.get(`${base}/${id}`)).body.twins_count, body.data.web_user.twins_count];
  };
  let stays: number, goes: number, third: number;
  beforeEach(async () => {
    await world.pool.query('delete from user_merges');
    [stays, goes, third] = [
      await add.athlete(world.pool, `Queda${made}`),
      await add.athlete(world.pool, `Integra${made}`),
      await add.athlete(world.pool, `Tercera${made}`),
    ];
    await addPair(stays, goes, 'suggested');
    await addPair(third, stays, 'previewed');
    await addPair(athlete, third, 'dismissed');
  });

  test('say how many undecided pairs name them, on either side of the pair', async () => {
    expect(await count(carla, stays)).toEqual([2, 2, 2]);
    expect([await count(carla, goes), await count(carla, third)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(await count(carla, athlete)).toEqual([0, 0, 0]);
  });

  test('are found by the condition of their list, until every pair is decided', async () => {
    const filter = encodeURIComponent(JSON.stringify(web_users.list.presets?.['possible_duplicates']));
    const found = async () => (await carla.get(`${base}?filter=${filter}&_sort=created&_order=ASC`)).body.map((row: any) => row.web_userid);
    expect(await found()).toEqual([stays, goes, third]);
    await world.pool.query(`update user_merges set status = 'dismissed' where loser_userid = $1`, [stays]);
    expect(await found()).toEqual([stays, goes]);
    await world.pool.query(`update user_merges set status = 'done'`);
    expect(await found()).toEqual([]);
  });

  test('are neither counted nor looked for by who may not merge', async () => {
    expect(await count(flor, stays)).toEqual([null, null, null]);
    const filter = encodeURIComponent(JSON.stringify(web_users.list.presets?.['possible_duplicates']));
    expect((await flor.get(`${base}?filter=${filter}`)).status).toBe(403);
  });
});
