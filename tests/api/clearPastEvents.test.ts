import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { clearPastEvents } from '../../server/features/athletes/clearPastEvents';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World, root: Person, org: number, eventid: number, inscriptionid: number, deliveryid: number;
const name = 'Contacto Delicado';
const inMonths = (months: number): Date => {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() + months);
  return at;
};
const run = (months: number): Promise<number> => clearPastEvents({ pool: world.pool, registry }, () => false, inMonths(months));
const one = async (text: string): Promise<any> => (await world.pool.query(text)).rows[0];
const keepFor = (retention_months: number | null): Promise<unknown> =>
  world.pool.query('update organizations set retention_months = $1 where organizationid = $2', [retention_months, org]);

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  org = await add.organization(pool, 'Compañía', { is_platform: true });
  await addPerson(pool, 'root', [{ org, profile: 'super-admin', regions: ['national'] }]);
  root = world.as('root', org);
  eventid = await add.event(pool, org, 'pasado');
  const distance = await add.distance(pool, eventid, '10K');
  inscriptionid = await add.inscription(pool, eventid, distance, await add.athlete(pool, 'Ana'), {
    status: 'paid',
    email: 'ana@atleta.test',
    birth_date: '1990-02-03',
  });
  const edited = await root.patch(`/v2/inscription/inscriptions/${inscriptionid}`, {
    version: (await root.get(`/v2/inscription/inscriptions/${inscriptionid}`)).body.version,
    emergency_contact_name: name,
    emergency_contact_phone: '+525512345678',
  });
  if (edited.status !== 200) throw new Error(JSON.stringify(edited.body));
  const question = await one(
    `insert into event_questions (eventid, label, type, sensitive) values (${eventid}, '{"es":"Alergias"}', 'text', true) returning questionid as id`,
  );
  await pool.query(
    `insert into question_answers (inscriptionid, eventid, organizationid, questionid, value) values (${inscriptionid}, ${eventid}, ${org}, ${question.id}, '"Penicilina"')`,
  );
  await pool.query(
    `insert into uploads (uploadid, mime, name, bytes, storage, organizationid, created_by) select 'ine.png', 'image/png', 'ine.png', 4, 'database', ${org}, userid from users limit 1`,
  );
  const delivery = await one(
    `insert into kit_deliveries (inscriptionid, eventid, organizationid, delivered_at, receiver_type, receiver_name, receiver_id_type, receiver_id_last4, items, status, by_userid, evidence_files, client_uuid) select ${inscriptionid}, ${eventid}, ${org}, now(), 'third_party', 'Luis', 'INE', '1234', '[]', 'delivered', min(userid), '[{"url":"/api/upload/ine.png","name":"ine.png","size":4,"type":"image/png"}]', gen_random_uuid()::text from users returning kit_deliveryid as id`,
  );
  deliveryid = delivery.id;
});
afterAll(() => world.close());

const kept = async () => ({
  registration: await one(`select emergency_contact_name as contact from inscriptions where inscriptionid = ${inscriptionid}`),
  answer: await one(`select value from question_answers where inscriptionid = ${inscriptionid}`),
  delivery: await one(
    `select receiver_name, receiver_id_last4 as id, evidence_files as files from kit_deliveries where kit_deliveryid = ${deliveryid}`,
  ),
});

describe('sensitive data of a past event', () => {
  test('stays while its organization sets no time, and until that time', async () => {
    const before = await kept();
    expect(await run(100)).toBe(0);
    await keepFor(6);
    expect(await run(1)).toBe(0);
    expect(await kept()).toEqual(before);
  });

  test('is removed after that time, with its files and from the history; who received the kit stays', async () => {
    await keepFor(6);
    expect(await run(100)).toBe(1);
    expect(await kept()).toEqual({
      registration: { contact: null },
      answer: { value: '—' },
      delivery: { receiver_name: 'Luis', id: null, files: null },
    });
    expect((await one("select dropped_at is not null as dropped from uploads where uploadid = 'ine.png'")).dropped).toBe(true);
    for (const table of ['audits', 'inscription_log'])
      expect(JSON.stringify((await world.pool.query(`select * from ${table}`)).rows), table).not.toContain(name);
    expect((await root.get(`/v2/event/events/${eventid}`)).body.sensitive_cleared_at).toEqual(expect.any(String));
    expect(await run(100), 'once').toBe(0);
  });

  test('cannot be kept for less than three months, which the field says', async () => {
    const { body } = await root.get(`/v2/organization/organizations/${org}`);
    const answer = await root.patch(`/v2/organization/organizations/${org}`, { version: body.version, retention_months: 1 });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'retention_months' }] } });
  });
});
