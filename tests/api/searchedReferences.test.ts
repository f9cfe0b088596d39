import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addEvent, addHouse, addPerson } from './support/world';

let world: World, rows: Readonly<Record<string, number>>, away: Readonly<Record<string, number>>;
let ana: Person, olga: Person, kira: Person, timing: Person;

const found = async (as: Person, path: string, q: string): Promise<readonly Record<string, unknown>[]> => {
  const { status, body } = await as.get(`/v2/${path}?${new URLSearchParams({ q, perpage: '100' })}`);
  expect([path, q, status]).toEqual([path, q, 200]);
  return body;
};
const keys = async (as: Person, path: string, key: string, q: string) => (await found(as, path, q)).map((row) => row[key]);

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Compañía', { is_platform: true });
  const alfa = await add.organization(pool, 'Alfa'),
    beta = await add.organization(pool, 'Beta');
  rows = await addEvent(pool, alfa, 'uno', 'centro');
  rows = { ...rows, ...(await addHouse(pool, alfa, 'uno', rows['events']!)) };
  away = await addEvent(pool, beta, 'dos', 'centro');
  await pool.query(`update web_users set first_name = 'Zoraida', last_name = 'Atleta' where web_userid = $1`, [rows['web_users']]);
  await pool.query(
    `update inscriptions set first_name = 'Leticia', last_name = 'Trejo', number = 248, phone = '5512340000' where inscriptionid = $1`,
    [rows['inscriptions']],
  );
  await pool.query(
    `update inscriptions set first_name = 'Leticia', last_name = 'Lejos', number = 900, phone = '5524800248' where inscriptionid = $1`,
    [away['inscriptions']],
  );
  await pool.query(`update bibs set number = 248, state = 'assigned', inscriptionid = $2 where bibid = $1`, [
    rows['bibs'],
    rows['inscriptions'],
  ]);
  await pool.query('update results set number = 248, name = $2 where resultid = $1', [rows['results'], 'Quien Corrió']);
  await pool.query('update kit_deliveries set number_delivered = 248 where kit_deliveryid = $1', [rows['kit_deliveries']]);
  await addPerson(pool, 'ana', [{ org: company, profile: 'super-admin', regions: ['national'] }]);
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  await addPerson(pool, 'kira', [{ org: alfa, profile: 'kit-delivery' }]);
  await addPerson(pool, 'tino', [{ org: alfa, profile: 'timing' }]);
  ana = world.as('ana', company);
  olga = world.as('olga', alfa);
  kira = world.as('kira', alfa);
  timing = world.as('tino', alfa);
});
afterAll(() => world.close());

describe('a bib number', () => {
  test('leads to its registration, no matter who asks, and to nobody whose phone number has these digits inside', async () => {
    for (const person of [ana, olga, kira, timing])
      expect(await keys(person, 'inscription/inscriptions', 'inscriptionid', '248')).toEqual([rows['inscriptions']]);
  });
  test('leads to its bib, its result and its kit', async () => {
    expect(await keys(ana, 'event/bibs', 'bibid', '248')).toEqual([rows['bibs']]);
    expect(await keys(timing, 'tyr/results', 'resultid', '248')).toEqual([rows['results']]);
    expect(await keys(kira, 'kits/kit_deliveries', 'kit_deliveryid', '248')).toEqual([rows['kit_deliveries']]);
  });
  test('is its whole value, and goes with words', async () => {
    expect(await found(ana, 'inscription/inscriptions', '24')).toEqual([]);
    expect(await keys(ana, 'inscription/inscriptions', 'inscriptionid', 'leticia 248')).toEqual([rows['inscriptions']]);
    expect(await found(ana, 'inscription/inscriptions', 'ramona 248')).toEqual([]);
  });
  test('is a piece of a phone number from four digits on, for those who read phones', async () => {
    expect(await keys(ana, 'inscription/inscriptions', 'inscriptionid', '4800248')).toEqual([away['inscriptions']]);
    expect(await found(kira, 'inscription/inscriptions', '1234')).toEqual([]);
  });
  test('beyond what the column holds is no error', async () =>
    expect(await found(ana, 'inscription/inscriptions', '99999999999999999999')).toEqual([]));
});

describe('a person', () => {
  test.each([
    ['user/wallets', 'walletid', 'wallets', 'zoraida'],
    ['organization/memberships', 'membershipid', 'memberships', 'staff-uno'],
    ['user/user_merges', 'mergeid', 'user_merges', 'luz paz'],
    ['inscription/orders', 'orderid', 'orders', 'zoraida atleta'],
    ['kits/kit_deliveries', 'kit_deliveryid', 'kit_deliveries', 'leticia trejo'],
    ['event/bibs', 'bibid', 'bibs', 'trejo'],
    ['inscription/payments', 'paymentid', 'payments', 'trejo'],
    ['tyr/result_claims', 'claimid', 'result_claims', 'corrio'],
    ['user/apolo_subscriptions', 'subscriptionid', 'apolo_subscriptions', 'luz'],
  ])('leads to what is theirs: %s', async (path, key, entity, q) => expect(await keys(ana, path, key, q)).toEqual([rows[entity]]));

  test('is not given away by the records that refer to them, where their own list is closed', async () => {
    expect(await keys(ana, 'tyr/result_claims', 'claimid', 'zoraida')).toEqual([rows['result_claims']]);
    expect(await found(timing, 'tyr/result_claims', 'zoraida')).toEqual([]);
    expect(await found(olga, 'inscription/orders', 'zoraida')).toEqual([]);
  });
  test('is not found by contact data that the asker may not read', async () => {
    expect(await keys(ana, 'kits/kit_deliveries', 'kit_deliveryid', 'atleta-uno@example.com')).toEqual([rows['kit_deliveries']]);
    expect(await found(kira, 'kits/kit_deliveries', 'atleta-uno@example.com')).toEqual([]);
  });
  test('of another organization is not found', async () => {
    expect(await found(olga, 'event/bibs', 'lejos')).toEqual([]);
    expect((await found(ana, 'kits/kit_deliveries', 'lejos')).length).toBe(1);
    expect(await found(kira, 'kits/kit_deliveries', 'lejos')).toEqual([]);
  });
  test('whose registration was removed no longer leads anywhere', async () => {
    await world.pool.query('update inscriptions set deleted_at = now() where inscriptionid = $1', [away['inscriptions']]);
    expect(await found(ana, 'kits/kit_deliveries', 'lejos')).toEqual([]);
  });
});
