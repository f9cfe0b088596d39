import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLine, AuditPage } from '@/domain/audit';
import { statementsDuring, wholeTablesOf } from '../support/wholeTableReads';
import { openWorld, type Answer, type Person, type World } from './support/openWorld';
import { add, addEvent, addPerson } from './support/world';

let world: World, company: number, house: number, inscriptionid: number, couponid: number;
let chief: Person, boss: Person, rosa: Person, kira: Person, far: Person, guest: Person;
const root = '/v2/organization/audit';

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  company = await add.organization(pool, 'Compañía', { is_platform: true });
  house = await add.organization(pool, 'Casa');
  const other = await add.organization(pool, 'Otra casa');
  const ids = await addEvent(pool, house, 'bitacora-2030', 'sur');
  const event = Number(ids['events']);
  const person = async (name: string, org: number, profile: string, events?: readonly number[]): Promise<Person> => {
    await addPerson(pool, name, [{ org, profile, regions: profile === 'national-admin' ? ['national'] : [], ...(events && { events }) }]);
    return world.as(name, org);
  };
  [chief, boss, rosa, kira, far, guest] = [
    await person('chief', company, 'super-admin'),
    await person('boss', company, 'national-admin'),
    await person('rosa', house, 'organizer'),
    await person('kira', house, 'kit-delivery'),
    await person('far', other, 'organizer'),
    await person('guest', house, 'organizer', [event]),
  ];
  inscriptionid = Number((await pool.query('select inscriptionid from inscriptions limit 1')).rows[0].inscriptionid);
  await pool.query(`update inscriptions set email = 'antes@correo.test', phone = '+525511112222'`);
  const made = await rosa.post('/v2/event/coupons', {
    code: 'VERANO',
    type: 'amount',
    value: 1000,
    max_uses: 10,
    max_uses_per_user: 5,
    eventid: event,
    organizationid: house,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  couponid = made.body.couponid;
  await rosa.patch(`/v2/event/coupons/${couponid}`, { version: made.body.version, max_uses: 25 });
});
afterAll(() => world.close());

const linesOf = async (as: Person, query = ''): Promise<readonly AuditLine[]> => {
  const { status, body }: Answer<AuditPage> = await as.get(`${root}${query}`);
  if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
  return body.items;
};

test('each line says who did what to which record, from what to what, with which key and from where', async () => {
  const [edit, create] = await linesOf(rosa, `?resource=coupons&record=${couponid}`);
  expect(edit).toMatchObject({
    who: expect.stringMatching(/rosa/i),
    what: 'cambió',
    resource: 'coupons',
    recordid: couponid,
    title: 'VERANO',
    isOpen: true,
    organization: 'Casa',
    key: 'event-coupon',
    keyName: 'Cupones',
    ip: '127.0.0.1',
  });
  expect(edit!.changes).toEqual([{ label: 'Usos permitidos', old: '10', new: '25' }]);
  expect(create!.what).toBe('creó');
  const said = Object.fromEntries(create!.changes.map(({ label, new: next }) => [label, next]));
  expect(Object.values(said).join(' ')).toContain('VERANO');
  expect(JSON.stringify(create!.changes)).not.toMatch(/[{[]\\"|object Object/);
  const [english] = (await world.as('rosa', house, 'en').get(`${root}?resource=coupons&verb=edit`)).body.items;
  expect(english.what).toBe('changed');
});

test('a record whose title is a value of a closed set is called by its word', async () => {
  const { body } = await chief.get(`/v2/inscription/inscriptions/${inscriptionid}`);
  const step = { eventid: body.eventid, kind: 'reminder', days: 9 };
  const made = await rosa.post('/v2/inscription/letter_steps', step);
  expect(made.body).toMatchObject({ kind: 'reminder' });
  const [line] = await linesOf(rosa, `?resource=letter_steps&record=${made.body.letter_stepid}`);
  expect(line!.title).toBe('Recordatorio');
  const [english] = (await world.as('rosa', house, 'en').get(`${root}?resource=letter_steps`)).body.items;
  expect(english.title).toBe('Reminder');
});

test('the same name of an action says what it does to each kind of record, and a person is called by their name alone', async () => {
  const { rows } = await world.pool.query(
    `select membershipid, memberships.name from memberships join users using (userid) where asdeporteid = 'kira'`,
  );
  const { membershipid, name } = rows[0];
  await world.pool.query(
    `insert into audits (resource, recordid, organizationid, verb, action, actor_name, as_name, source) values
     ('kit_deliveries', 1, $1, 'action', 'accept', 'Ana', null, 'api'), ('memberships', $2, $1, 'action', 'accept', 'Ana', null, 'auth'),
     ('memberships', $2, $1, 'action', 'see_as', 'Ana', null, 'api'), ('memberships', $2, $1, 'action', 'stop_seeing', 'Ana', $3, 'auth')`,
    [house, membershipid, name],
  );
  const said = async (query: string) => (await linesOf(rosa, query)).map(({ who, what, subject }) => `${who} ${what} ${subject}`).sort();
  expect(await said(`?resource=memberships&record=${membershipid}`)).toEqual([
    `Ana aceptó la invitación de ${name}`,
    `Ana dejó de ver como ${name}`,
    `Ana empezó a ver como ${name}`,
  ]);
  const [delivery] = await said('?resource=kit_deliveries');
  expect(delivery).toMatch(/^Ana ejecutó «.+» en Entrega \S+$/);
});

test('is refused without the key and to somebody limited to some events; another organization sees nothing of it, the platform all', async () => {
  expect((await kira.get(root)).status).toBe(403);
  expect((await kira.get(`${root}/options`)).status).toBe(403);
  expect((await kira.post(`${root}/download`, {})).status).toBe(403);
  expect((await guest.get(root)).status).toBe(403);
  expect(await linesOf(far)).toEqual([]);
  expect(await linesOf(boss, '?resource=coupons')).toHaveLength(2);
  for (const [query, path] of [
    ['person=x', 'person'],
    ['verb=steal', 'verb'],
    ['from=2030-02-31', 'from'],
    ['record=3', 'resource'],
    ['before=yesterday', 'before'],
    ['key=nothing', 'key'],
  ])
    expect((await rosa.get(`${root}?${query}`)).body.errors[0].path, query).toBe(path);
});

test('a value that a person may not read stays out of their lines and of their file, although they see that something was changed', async () => {
  const { body } = await chief.get(`/v2/inscription/inscriptions/${inscriptionid}`);
  await world.pool.query(
    `insert into audits (resource, recordid, organizationid, verb, actor_name, source, before, after) values ('inscriptions', $1, $2, 'edit', 'Chief', 'api', '{"email": "antes@correo.test", "city": "Puebla"}', '{"email": "nuevo@correo.test", "city": "Mérida"}')`,
    [inscriptionid, house],
  );
  expect(body.email).toBe('antes@correo.test');
  const query = `?resource=inscriptions&record=${inscriptionid}&verb=edit`;
  const [open] = await linesOf(chief, query);
  expect(open!.changes).toContainEqual({ label: 'Correo', old: 'antes@correo.test', new: 'nuevo@correo.test' });
  const [masked] = await linesOf(rosa, query);
  expect(masked!.changes).toEqual([{ label: 'Ciudad', old: 'Puebla', new: 'Mérida' }]);
  const file = await rosa.post(`${root}/download`, { resource: 'inscriptions', record: String(inscriptionid) });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain('Ciudad: Puebla → Mérida');
  expect(file.body).not.toContain('correo.test');
  const [taken] = await linesOf(chief, '?resource=audits');
  expect(taken).toMatchObject({ who: expect.stringMatching(/rosa/i), what: 'descargó datos de contacto de', key: 'user-roles' });
});

test('a look at contact data is written down once for a person, a record or list and ten minutes, through either door and in files', async () => {
  await world.pool.query(`delete from audits where verb = 'read'`);
  const looks = async (): Promise<readonly string[]> =>
    (
      await world.pool.query(
        `select concat_ws(' ', lower(split_part(actor_name, ' ', 1)), action, resource, recordid, permission_key) as said from audits where verb = 'read' order by auditid`,
      )
    ).rows.map(({ said }) => said);
  const list = '/v2/inscription/inscriptions';
  const support = world.as('support', house);
  await addPerson(world.pool, 'support', [{ org: house, profile: 'customer-support' }]);
  for (let round = 0; round < 3; round += 1) {
    await support.get(`${list}?columns=folio,email`);
    await support.query('inscription', '{ inscriptions { items { folio email } } }');
    await support.get(`${list}/${inscriptionid}`);
    await support.get(`${list}/${inscriptionid}/history`);
  }
  await support.get(`${list}?columns=folio,status`);
  await kira.get(`${list}?columns=folio,email`);
  await kira.get(`${list}/${inscriptionid}`);
  expect(await looks()).toEqual([
    'support contact_list inscriptions 0 event-inscription',
    `support contact inscriptions ${inscriptionid} event-inscription`,
  ]);
  const history = (await support.get(`${list}/${inscriptionid}/history`)).body.items;
  expect(history.map(({ verb }: { verb: string }) => verb)).not.toContain('contact');
  const asked = { columns: ['folio', 'email'], format: 'csv' };
  expect((await support.post(`${list}/download`, asked)).status).toBe(200);
  await kira.post(`${list}/download`, asked);
  await support.post(`${list}/download`, { columns: ['folio'], format: 'csv' });
  expect((await looks()).slice(2)).toEqual(['support contact_file inscriptions 0 event-inscription']);
});

test('a person, a record, a permission, an address and days find their lines and no others, in the list and in the file', async () => {
  await world.pool.query(
    `insert into audits (resource, recordid, organizationid, verb, actor_userid, actor_name, permission_key, ip, source, created)
     select r, n, $1, v, u, 'Persona ' || u, k, i, 'api', d::timestamptz from (values
       ('coupons', 71, 'edit', 901, 'event-coupon', '192.0.2.1', '2016-03-01T18:00:00Z'),
       ('coupons', 72, 'delete', 902, 'event-coupon', '192.0.2.2', '2016-03-02T18:00:00Z'),
       ('events', 71, 'edit', 901, 'events', '192.0.2.1', '2016-03-03T18:00:00Z'),
       ('events', 73, 'edit', 902, 'events', '192.0.2.1', '2016-03-04T18:00:00Z')) as t(r, n, v, u, k, i, d)`,
    [house],
  );
  const expected = {
    'person=901': ['coupons 71', 'events 71'],
    'resource=coupons': ['coupons 71', 'coupons 72'],
    'resource=coupons&record=71': ['coupons 71'],
    'key=events': ['events 71', 'events 73'],
    'ip=192.0.2.1': ['coupons 71', 'events 71', 'events 73'],
    'verb=delete': ['coupons 72'],
    'person=902&key=events&ip=192.0.2.1': ['events 73'],
    'from=2016-03-02&to=2016-03-03': ['coupons 72', 'events 71'],
  };
  for (const [query, lines] of Object.entries(expected)) {
    const days = query.startsWith('from') ? '' : '&from=2016-02-28&to=2016-03-06';
    const asked = new URLSearchParams(query + days);
    const found = (await linesOf(rosa, `?${asked.toString()}`)).map(({ resource, recordid }) => `${resource} ${recordid}`);
    expect(found.sort(), query).toEqual(lines);
    const { body } = await rosa.post(`${root}/download`, Object.fromEntries(asked));
    expect(String(body).trim().split('\n').length - 1, `${query} in the file`).toBe(lines.length);
  }
});

test('pages follow each other without a gap or a repetition, and every filter finds its rows by an index', async () => {
  await world.pool.query(
    `insert into audits (resource, recordid, organizationid, verb, actor_userid, actor_name, permission_key, ip, source, created)
     select 'coupons', n, $1, 'edit', 1 + n % 7, 'Nadie', 'event-coupon', '10.0.0.' || n % 5, 'api', '2020-01-01T00:00:00Z'::timestamptz + (n / 20) * interval '1 hour' from generate_series(1, 180) n`,
    [house],
  );
  const seen: number[] = [];
  for (let next: string | null = ''; next !== null;) {
    const query: string = `?from=2019-12-31&to=2020-01-02${next && `&before=${encodeURIComponent(next)}`}`;
    const { body }: Answer<AuditPage> = await rosa.get(`${root}${query}`);
    seen.push(...body.items.map(({ auditid }) => auditid));
    next = body.next;
  }
  expect(seen).toHaveLength(180);
  expect(new Set(seen).size).toBe(180);
  expect([...seen].sort((one, other) => other - one)).toEqual(seen);
  expect(await linesOf(rosa, '?from=2020-01-01&to=2020-01-01&ip=10.0.0.1')).toHaveLength(12); // the first six hours in UTC are the evening before
  for (const query of [
    'person=3',
    'resource=coupons',
    'resource=coupons&record=3',
    'verb=edit',
    'key=event-coupon',
    'ip=10.0.0.1',
    'from=2020-01-01',
    '',
  ])
    for (const [who, person] of [
      ['the organization', rosa],
      ['the platform', boss],
    ] as const) {
      const [page] = (await statementsDuring(world.pool, () => person.get(`${root}?${query}`))).filter(({ text }) =>
        /from "?audits"? "?a"?/.test(text),
      );
      expect(page, query).toBeDefined();
      expect(await wholeTablesOf(world.pool, page!), `${query} for ${who}`).toEqual(query === '' && person === boss ? ['audits'] : []);
    }
});

test('a file of more lines than a spreadsheet shows is refused, and names the limit', async () => {
  await world.pool.query(
    `insert into audits (resource, recordid, organizationid, verb, actor_name, source, created) select 'events', n, $1, 'edit', 'Nadie', 'api', '2018-01-01' from generate_series(1, 5001) n`,
    [house],
  );
  const { status, body } = await rosa.post(`${root}/download`, { from: '2017-12-30', to: '2018-01-02' });
  expect([status, body.code]).toEqual([400, 'DOWNLOAD_TOO_MANY_ROWS']);
});
